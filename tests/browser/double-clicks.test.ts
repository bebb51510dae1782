import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { clickTwice } from '../support/browser/on-screen.ts'
import { button, dialog } from '../support/browser/screen.ts'
import { allowMotion } from '../support/browser/browser-pool.ts'
import { FULL } from '../support/full.ts'

const REVIEWED = [
  ['site_profiles', '/sites/approval/view/', 'profile', 'Profiling of SITES'],
  ['site_activities', '/sites/activity/approval/view/', 'SITES activity', 'SITES Activities'],
] as const
type Table = 'site_profiles' | 'site_activities'
type State = Record<string, string | null>

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
      .where('event', 'not in', ['View', 'Logged In', 'File Uploaded', 'Decision Noted'])
      .orderBy('id')
      .execute()
    return lines.map(({ event, auditable_type }) => `${auditable_type}: ${event}`)
  }

  const areLogged = (work: () => Promise<void>, events: string[]) =>
    expect(logged(work)).resolves.toEqual(events)

  test.each(FULL ? REVIEWED : REVIEWED.slice(0, 1))(
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

  test('in two tabs at once is one decision, and one sentence for the other tab', async () => {
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
