import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { FULL } from '../full.ts'
import {
  acknowledgeMessage,
  answerDialog,
  button,
  clickTwice,
  failAt,
  hasFocus,
  watch,
  whileBlocked,
} from './on-screen.ts'
import { dialog } from './screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from './screen-sizes.ts'

/** The words of a list of users or roles and of the dialog of one record; both use the same components. */
type Words = {
  noun: 'user' | 'role'
  row: (page: Page, name: string) => Locator
  /** the button of the dialog that opens the form */
  edit: string
  /** the label of the switch */
  status: string
  /** the question before activating */
  on: { title: string; label: string }
  /** the question before deactivating */
  off: string
}

type SwitchExpectation = {
  reason: string
  /** title and message after deactivating and after activating */
  confirmation: Record<'off' | 'on', [title: string, message: string]>
  /** checks the question before a reason is entered */
  whileAsked: (question: Locator) => Promise<void>
  /** checks the dialog while the record is deactivated */
  whileOff: (details: Locator) => Promise<void>
}

export const loaded = (page: Page) => page.getByText(/^Showing: [1-9]/).waitFor()

/** Waits for this question or message; the full run also checks its accessibility. */
export async function checkedDialog(page: Page, title: string): Promise<void> {
  await dialog(page, title).waitFor()
  if (FULL) await expectGoodDialog(page)
}

export function recordScreen({ noun, row, edit, status, on, off }: Words) {
  const name = noun === 'user' ? 'User' : 'Role'
  const details = (page: Page) => dialog(page, `${name} details`)
  const open = (page: Page, action: 'View' | 'Edit', record: string) =>
    row(page, record)
      .getByRole('button', { name: new RegExp(`^${action} `) })
      .click()
  /** Opens the dialog of a record and waits until it is loaded. */
  const view = async (page: Page, record: string) => {
    await open(page, 'View', record)
    await details(page).getByText('Date Created').waitFor()
    return details(page)
  }
  const close = async (page: Page) => {
    await page.keyboard.press('Escape')
    await details(page).waitFor({ state: 'detached' })
  }
  /** Clicks this answer twice before the server has replied. */
  const answerTwice = async (page: Page, title: string, label: string) => {
    const question = dialog(page, title)
    await whileBlocked(page, new RegExp(`/api/${noun}s/`), () => clickTwice(button(question, label)))
    await question.waitFor({ state: 'detached' })
  }
  const toggle = (page: Page, state: 'Activated' | 'Deactivated') =>
    details(page).getByRole('switch', { name: `${status}: ${state}` })

  /** Deactivates a record with a reason, expects that it cannot be edited, and activates it again. */
  const expectSwitched = async (
    page: Page,
    record: string,
    { reason, confirmation, ...look }: SwitchExpectation,
  ) => {
    const sent = watch(page, 'POST', new RegExp(`/${noun}s/activate/\\d+$`))
    const window = await view(page, record)
    await toggle(page, 'Activated').press('Space')
    const question = dialog(page, off)
    const confirm = button(question, 'Deactivate')
    await expect.poll(() => confirm.isDisabled()).toBe(true)
    await look.whileAsked(question)
    await question.getByLabel('Reason').fill(reason)
    if (FULL) await expectGoodAtEverySize(page)
    await confirm.click()
    await checkedDialog(page, confirmation.off[0])
    await acknowledgeMessage(page, ...confirmation.off)
    await window.getByText(reason).waitFor()
    await expect.poll(() => hasFocus(toggle(page, 'Deactivated'))).toBe(true)

    const inactive = [
      `Inactive ${noun}`,
      `This ${noun} is currently inactive. Please activate the account to make changes.`,
    ] as const
    await button(window, edit).click()
    await checkedDialog(page, inactive[0])
    await acknowledgeMessage(page, ...inactive)
    await look.whileOff(window)
    await close(page)
    await row(page, record).getByText('Deactivated').waitFor()
    await open(page, 'Edit', record)
    await acknowledgeMessage(page, ...inactive)
    await expect.poll(() => dialog(page, `Edit ${name}`).count()).toBe(0)

    await view(page, record)
    await toggle(page, 'Deactivated').press('Space')
    await checkedDialog(page, on.title)
    await answerTwice(page, on.title, on.label)
    await checkedDialog(page, confirmation.on[0])
    await acknowledgeMessage(page, ...confirmation.on)
    expect(sent).toHaveLength(1)
    await toggle(page, 'Activated').waitFor()
    await window.getByText(reason).waitFor({ state: 'detached' })
  }

  /** Answers the question before a record is deactivated. */
  const deactivate = async (page: Page) => {
    await details(page).getByRole('switch').press('Space')
    await dialog(page, off).getByLabel('Reason').fill('On leave')
    await answerTwice(page, off, 'Deactivate')
  }

  /**
   * Expects of an active and of an inactive record that a failed switch is sent once, stays as it was and has the
   * focus.
   */
  const expectFailedSwitch = async (
    page: Page,
    records: Record<'off' | 'on', string>,
    told: (what: 'Activating' | 'Deactivating') => Promise<void>,
  ) => {
    const sent = watch(page, 'POST', new RegExp(`/${noun}s/(de)?activate/\\d+$`))
    await failAt(page, 'POST', new RegExp(`/${noun}s/(de)?activate/\\d+$`))
    await view(page, records.off)
    await toggle(page, 'Deactivated').press('Space')
    await answerDialog(page, on.title, on.label)
    await told('Activating')
    await expect.poll(() => toggle(page, 'Deactivated').isChecked()).toBe(false)
    await close(page)
    await view(page, records.on)
    await deactivate(page)
    await told('Deactivating')
    await expect.poll(() => toggle(page, 'Activated').isChecked()).toBe(true)
    await expect.poll(() => hasFocus(toggle(page, 'Activated'))).toBe(true)
    expect(sent).toHaveLength(2)
    await page.unrouteAll({ behavior: 'wait' })
  }

  return { open, view, close, answerTwice, deactivate, expectSwitched, expectFailedSwitch }
}
