import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { answerDialog, button, tabTo } from '../support/browser/on-screen.ts'
import { acknowledge, dialog, expectFocus, expectOpens } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

const EDIT = 'Edit crosswalk'
const CONFIRM = 'Save the crosswalk?'
const SAVED = 'Crosswalk saved'

describe('the crosswalk', () => {
  const bureau = withDemo()

  const reader = (person: string) => expectOpens(bureau, person, '/summary/crosswalk', 'Crosswalk')
  const editor = async () => {
    const page = await reader('fmb.admin')
    await button(page, EDIT).click()
    await dialog(page, EDIT).waitFor()
    return page
  }
  const radio = (page: Page, number: number, letter: string, name: string) =>
    page
      .getByRole('region', { name: new RegExp(`^Principle ${number}: `) })
      .getByRole('radiogroup', { name: new RegExp(`^\\(${letter}\\)`) })
      .getByRole('radio', { name, exact: true })
  const reason = (page: Page, number: number) =>
    page.getByRole('textbox', { name: `Reason of principle ${number}`, exact: true })
  const saveButton = (page: Page) => button(dialog(page, EDIT), 'Save')
  const newest = () =>
    bureau.db
      .selectFrom('crosswalks')
      .select(['version', 'lines'])
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow()
  const rowOf = (page: Page, table: string, name: RegExp) =>
    page.getByRole('table', { name: table }).getByRole('row', { name })
  const answers = (page: Page, name: RegExp) =>
    rowOf(page, 'Principles and the safeguards they answer', name).getByRole('cell').allInnerTexts()

  test('keys alone change an answer and save a version, which the list of versions names', async () => {
    const page = await editor()
    const { keyboard } = page
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
    // one Tab stop for each group
    await tabTo(radio(page, 1, 'c', 'Not'))
    await keyboard.press('ArrowRight')
    await expect.poll(() => radio(page, 1, 'c', 'Supporting').isChecked()).toBe(true)

    await reason(page, 1).fill('Law, treaties, and the rights they give.')
    await tabTo(saveButton(page))
    await keyboard.press('Enter')
    await dialog(page, CONFIRM).waitFor()
    if (FULL) await expectGoodDialog(page)
    await answerDialog(page, CONFIRM, 'Save')
    await acknowledge(page, SAVED)
    await expectFocus(button(page, EDIT))
    await rowOf(page, 'Versions', /^2 .* Benigno Salonga 0$/).waitFor()
    await page.getByText('Law, treaties, and the rights they give.').waitFor()
    expect(await newest()).toMatchObject({ version: 2 })
  })

  full.test('an earlier version is read, and the address keeps it', async () => {
    const { version } = await newest()
    const page = await reader('fmb.approver')
    await rowOf(page, 'Versions', /^1 /).click()
    await page.getByText(`This is version 1; version ${version} is in use`).waitFor()
    await expect.poll(() => answers(page, /^1\. Legal compliance/)).toHaveLength(7)
    await page.reload()
    await page.getByText(`This is version 1; version ${version} is in use`).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
  })
})
