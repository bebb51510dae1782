import { describe, expect } from 'vitest'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { withDemo } from '../support/browser/demo.ts'
import { button, dialog } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

const { test } = full

const PROFILES = {
  table: 'site_profiles',
  noun: 'profile',
  view: (id: number) => `/sitemap/view/${id}`,
} as const
const ACTIVITIES = {
  table: 'site_activities',
  noun: 'SITES activity',
  view: (id: number) => `/sites/activity/${id}?from=view`,
} as const
type Kind = typeof PROFILES | typeof ACTIVITIES

describe('the switch that turns a record off and on', () => {
  const bureau = withDemo()

  /** Laguna's oldest record that waits for its PENRO. */
  const submitted = ({ table }: Kind) =>
    bureau.db
      .selectFrom(table)
      .innerJoin('offices', 'offices.id', `${table}.office_id`)
      .select(`${table}.id`)
      .where('offices.name', '=', 'PENRO Laguna')
      .where(`${table}.penro_status`, '=', 'Submitted')
      .where(`${table}.status`, '=', 'Activated')
      .orderBy(`${table}.id`)
      .executeTakeFirstOrThrow()

  /** Deactivates and activates a record; runs `whileOff` in between. */
  async function expectAsked(kind: Kind, id: number, whileOff?: () => Promise<void>): Promise<void> {
    const page = await bureau.as('laguna.admin')
    await page.goto(kind.view(id))
    const toggle = page.getByRole('switch')
    await expect.poll(() => toggle.isChecked()).toBe(true)
    await toggle.press('Space')
    const off = dialog(page, `Deactivate this ${kind.noun}?`)
    await off.getByText('It is hidden from other users. This cannot be undone.', { exact: true }).waitFor()
    const deactivate = off.getByRole('button', { name: 'Deactivate', exact: true })
    await expect.poll(() => deactivate.isDisabled()).toBe(true)
    await off.getByRole('textbox', { name: 'Reason' }).fill('Entered twice')
    if (FULL) await expectGoodAtEverySize(page)
    await deactivate.click()
    await expect.poll(() => toggle.isChecked()).toBe(false)
    await off.waitFor({ state: 'hidden' })
    await whileOff?.()

    await toggle.press('Space')
    const on = dialog(page, `Activate this ${kind.noun}?`)
    await button(page, 'Cancel').click()
    await on.waitFor({ state: 'hidden' })
    await expect.poll(() => toggle.isChecked()).toBe(false)
    await toggle.press('Space')
    await on.getByRole('button', { name: 'Activate', exact: true }).click()
    await expect.poll(() => toggle.isChecked()).toBe(true)
  }

  test('a profile is turned off with a reason and on again, each asked first; meanwhile nobody else finds it [PROFILES-42] [PROFILES-43]', async () => {
    const { id } = await submitted(PROFILES)
    const { code } = await bureau.db
      .selectFrom('site_profiles')
      .select('code')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const other = await bureau.as('laguna.approver')
    const found = async () => {
      await other.goto(`/sitemap?search=${code}`)
      return other.getByText(/^Showing: \d+ of /).innerText()
    }
    await expect.poll(() => found()).toMatch(/^Showing: 1 of /)
    await expectAsked(PROFILES, id, async () => expect(await found()).toMatch(/^Showing: 0 of /))
  })

  test('an activity is turned off with a reason and on again, each asked first [ACTIVITIES-32]', async () =>
    expectAsked(ACTIVITIES, (await submitted(ACTIVITIES)).id))

  // lost on the way to the server, then on the way back; then the answer is slow and the person stops waiting
  test('a profile whose answer is lost says so, keeps its form key, and its wait can be left', async () => {
    const { id } = await submitted(PROFILES)
    const page = await bureau.as('laguna.admin')
    await page.goto(PROFILES.view(id))
    const toggle = page.getByRole('switch')
    const acknowledged = async () => {
      const told = dialog(page, 'No answer came')
      await told.getByText(/^No answer came from the server, so it is not certain/).waitFor()
      await told.getByRole('button', { name: 'OK' }).click()
      await told.waitFor({ state: 'hidden' })
    }
    const keys: (string | undefined)[] = []
    await page.route('**/api/sites/**/deactivate/*', async (route) => {
      keys.push(route.request().headers()[FORM_KEY])
      // the second one is saved, but its answer is lost
      if (keys.length === 2) await route.fetch()
      await route.abort()
    })
    const deactivate = async () => {
      await toggle.press('Space')
      const question = dialog(page, `Deactivate this ${PROFILES.noun}?`)
      await question.getByRole('textbox', { name: 'Reason' }).fill('Entered twice')
      await question.getByRole('button', { name: 'Deactivate', exact: true }).click()
      await acknowledged()
    }
    await deactivate()
    await expect.poll(() => toggle.isChecked()).toBe(true)
    await deactivate()
    await expect.poll(() => toggle.isChecked()).toBe(false)

    let answerNow: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    await page.route('**/api/sites/**/activate/*', async (route) => {
      keys.push(route.request().headers()[FORM_KEY])
      await held
      await route.continue()
    })
    await toggle.press('Space')
    await button(page, 'Activate').click()
    await button(page, 'Stop waiting').click({ timeout: 20_000 })
    await acknowledged()
    answerNow()
    await page.getByText('The server has answered: what you sent is saved.').waitFor()
    await expect.poll(() => toggle.isChecked()).toBe(true)
    const [first, second, third] = keys
    expect(keys).toHaveLength(3)
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})
