import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { clickTwice, watch } from '../support/browser/on-screen.ts'
import { acknowledge, button, dialog } from '../support/browser/screen.ts'
import { waitForAnimations } from '../support/browser/wait-for-animations.ts'
import { realFiles } from '../support/records/real-files.ts'
import { allowMotion } from '../support/browser/browser-pool.ts'
import { full } from '../support/full.ts'

const REVIEWED = [
  ['site_profiles', '/sites/approval/view/', 'profile', 'Profiling of SITES'],
  ['site_activities', '/sites/activity/approval/view/', 'SITES activity', 'SITES Activities'],
] as const
type Table = 'site_profiles' | 'site_activities'
type State = Record<string, string | null>
const WAYS = ['a double click', 'a key twice'] as const
type Way = (typeof WAYS)[number]

/** Presses twice as fast as a person does. */
async function twice(way: Way, wanted: Locator): Promise<void> {
  if (way === 'a double click') return clickTwice(wanted)
  const key = (await wanted.getAttribute('role')) === 'switch' ? 'Space' : 'Enter'
  await wanted.focus()
  for (let press = 1; press <= 2; press += 1) await wanted.page().keyboard.press(key, { delay: 40 })
}

describe('a button that writes, pressed twice', () => {
  const bureau = withDemo()
  // removes unfinished forms; not after the tests, because a failed test takes its pictures there
  beforeEach(() => bureau.startAfresh())

  const record = async (table: Table, state: State): Promise<number> => {
    let query = bureau.db
      .selectFrom(table)
      .innerJoin('offices', 'offices.id', `${table}.office_id`)
      .select([`${table}.id`])
      .where('offices.name', '=', 'PENRO Laguna')
      .where(`${table}.status`, '=', 'Activated')
    for (const [column, value] of Object.entries(state))
      query = query.where(`${table}.${column as 'site_status'}`, value === null ? 'is' : '=', value)
    return (await query.orderBy(`${table}.id`).executeTakeFirstOrThrow()).id as number
  }

  /** The events about records that were logged during `work`. */
  const logged = async (work: () => Promise<void>): Promise<string[]> => {
    const { last } = await bureau.db
      .selectFrom('audit_logs')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    await work()
    const lines = await bureau.db
      .selectFrom('audit_logs')
      .select(['event', 'auditable_type'])
      .where('id', '>', last)
      .where('event', 'not in', ['View', 'Login', 'File Uploaded', 'Decision Noted'])
      .orderBy('id')
      .execute()
    return lines.map(({ event, auditable_type }) => `${auditable_type}: ${event}`)
  }

  const areLogged = (work: () => Promise<void>, events: string[]) =>
    expect(logged(work)).resolves.toEqual(events)

  full.test.each(REVIEWED)(
    'by a double click approves one of the %s once',
    async (table, address, subject, module) => {
      const page = await allowMotion(await bureau.as('fmb.approver'))
      const waiting = { site_status: 'Submitted', region_status: 'Approved' }
      await page.goto(address + (await record(table, waiting)))
      await areLogged(async () => {
        await clickTwice(button(page, 'Approve'))
        const asked = dialog(page, `Approve this ${subject}?`)
        await clickTwice(asked.getByRole('button', { name: 'Approve', exact: true }))
        await asked.waitFor({ state: 'hidden' })
        await page.getByText(/ approved\.$/).waitFor()
      }, [`${module}: Approved (FMB)`])
    },
  )

  /** Presses twice and answers the question twice; the second of two keys answers nothing (S-141). */
  const answerTwice = async (way: Way, press: Locator, question: string, label: string) => {
    const page = press.page()
    const asked = dialog(page, question)
    const yes = asked.getByRole('button', { name: label, exact: true })
    const sent = watch(page, 'POST', /^\/api\/sites(\/activate\/\d+)?$/)
    await twice(way, press)
    if (way === 'a double click') await twice(way, yes)
    else {
      await yes.waitFor()
      await waitForAnimations(page)
      expect(sent).toEqual([])
      await yes.press('Enter')
    }
    await asked.waitFor({ state: 'hidden' })
    await expect.poll(() => sent.length).toBe(1)
  }

  const fillProfile = async (page: Page) => {
    const { kml, agreement } = realFiles()
    await page.getByLabel('Select a Province').selectOption({ label: 'Laguna' })
    await page.getByLabel('Select a Municipality').selectOption({ label: 'Los Baños' })
    await page.getByLabel('Name of Partner/Implementer').fill('Samahan ng Mayondón')
    await page.getByLabel('Project Area (hectares)').fill('1,000.50')
    await page.getByLabel('Year Implemented').selectOption('2024')
    await page.getByLabel('Project Year Start').selectOption('2024')
    await page.getByLabel('Project Year End').selectOption('2030')
    await page.getByLabel('Conservation of forest-carbon stocks', { exact: true }).check()
    await page.getByLabel('Area in hectares: Conservation of forest-carbon stocks').fill('1000.5')
    await page.getByLabel('MOA/MOU').check()
    await page.getByLabel('Location Map').setInputFiles(kml)
    await page.getByText(path.basename(kml)).first().waitFor()
    await page.getByLabel('Agreement').last().setInputFiles(agreement)
    await page.getByText(path.basename(agreement)).first().waitFor()
    await expect.poll(() => button(page, 'Add Profile').isEnabled()).toBe(true)
  }

  full.test.each(WAYS)('by %s adds one profile', async (way) => {
    const page = await allowMotion(await bureau.as('laguna.encoder'))
    await page.goto('/sitemap/add')
    await fillProfile(page)
    await areLogged(async () => {
      await answerTwice(way, button(page, 'Add Profile'), 'Add this profile?', 'Add Profile')
      await acknowledge(page, 'Add Profiling of SITES Successful')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }, ['Profiling of SITES: Created', 'Profiling of SITES: Submitted'])
  })

  full.test.each(WAYS)('by %s switches a profile off and on again once each', async (way) => {
    const id = await record('site_profiles', { site_status: 'Returned' })
    const page = await allowMotion(await bureau.as('laguna.admin'))
    await page.goto(`/sitemap/view/${id}`)
    const status = page.getByRole('switch', { name: /^Status: / })
    const question = dialog(page, 'Deactivate this profile?')
    await areLogged(async () => {
      await status.waitFor()
      await twice(way, status)
      await question.getByLabel('Reason').fill('Entered twice')
      const confirm = question.getByRole('button', { name: 'Deactivate', exact: true })
      await (way === 'a double click' ? twice(way, confirm) : confirm.press('Enter'))
      await page.getByRole('switch', { name: 'Status: Deactivated' }).waitFor()
    }, ['Profiling of SITES: Deactivated'])
    await areLogged(async () => {
      await answerTwice(way, status, 'Activate this profile?', 'Activate')
      await page.getByRole('switch', { name: 'Status: Activated' }).waitFor()
    }, ['Profiling of SITES: Activated'])
  })

  full.test('in two tabs at once is one decision, and one sentence for the other tab', async () => {
    const id = await record('site_profiles', { penro_status: 'Submitted' })
    await areLogged(async () => {
      const tabs = [await bureau.as('laguna.approver'), await bureau.as('laguna.approver')]
      const yes = (page: Page) =>
        dialog(page, 'Approve this profile?').getByRole('button', { name: 'Approve' })
      for (const page of tabs) {
        await allowMotion(page)
        await page.goto(`/sites/approval/view/${id}`)
        await button(page, 'Approve').click()
        await yes(page).waitFor()
      }
      await Promise.all(tabs.map((page) => yes(page).click()))
      // the slower tab shows that its decision was not recorded
      const late = tabs.map((page) => page.getByText('Your decision was not recorded.', { exact: true }))
      await expect
        .poll(async () => (await Promise.all(late.map((one) => one.count()))).reduce((a, b) => a + b, 0))
        .toBe(1)
    }, ['Profiling of SITES: Approved (PENRO)'])
  })
})
