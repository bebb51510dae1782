import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { ownPlace } from '../support/browser/places.ts'
import { button, dialog, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'
import { recordIds } from '../support/records/record-ids.ts'

const PROFILES = {
  table: 'site_profiles',
  noun: 'profile',
  view: (id: number) => `/sitemap/view/${id}`,
  approval: (id: number) => `/sites/approval/view/${id}`,
} as const
const ACTIVITIES = {
  table: 'site_activities',
  noun: 'SITES activity',
  view: (id: number) => `/sites/activity/${id}?from=view`,
  approval: (id: number) => `/sites/activity/approval/view/${id}`,
} as const
type Kind = typeof PROFILES | typeof ACTIVITIES

describe('taking back', () => {
  const bureau = withSharedDemo()

  /** A record of Laguna in this status without decisions, as if it had never been returned. */
  const lagunas = async ({ table }: Kind, site_status: string) => {
    const found = await bureau.db
      .selectFrom(table)
      .innerJoin('offices', 'offices.id', `${table}.office_id`)
      .select(`${table}.id`)
      .where('offices.name', '=', 'PENRO Laguna')
      .where(`${table}.site_status`, '=', site_status)
      .where((row) =>
        row.or([row(`${table}.penro_status`, '=', 'Submitted'), row(`${table}.penro_status`, 'is', null)]),
      )
      .where(`${table}.status`, '=', 'Activated')
      .orderBy(`${table}.id`)
      .executeTakeFirstOrThrow()
    await bureau.db.updateTable(table).set({ returned_by: null }).where('id', '=', found.id).execute()
    return found
  }

  const site = (page: Page) =>
    page.getByRole('list', { name: 'Review steps' }).getByRole('listitem').filter({ hasText: 'SITES' })
  const ask = async (page: Page, { noun }: Kind) => {
    await button(page, 'Recall').click()
    const asked = dialog(page, `Recall this ${noun}?`)
    await asked.waitFor()
    return asked
  }

  test('[S-146] [S-147] the steps say who has a profile and since when; recalled it is called so, and it can be withdrawn', async () => {
    const { office, encoder } = await ownPlace(bureau, 'recall', ['encoder', 'approver'])
    const [id = 0] = await manyWaiting(bureau, 'PENRO Laguna', { count: 1, at: office })
    const steps = bureau.db
      .deleteFrom('review_steps')
      .where('record_id', 'in', recordIds('site_profiles', id))
    await steps.where('action', '<>', 'Submitted').execute()
    const page = await bureau.as(encoder)
    await page.goto(PROFILES.view(id))
    const waiting = page.getByRole('list', { name: 'Review steps' }).locator('[aria-current=step]')
    await waiting.getByText(/^With PENRO Bohol since \w{3} \d\d(, \d{4})?$/).waitFor()
    await (await ask(page, PROFILES)).getByRole('button', { name: 'Recall', exact: true }).click()
    await site(page).getByText('Recalled', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('main').getByText('Returned', { exact: true }).count()).toBe(0)

    await button(page, 'Withdraw').click()
    const asked = dialog(page, 'Withdraw this profile?')
    const withdraw = asked.getByRole('button', { name: 'Withdraw', exact: true })
    await expect.poll(() => withdraw.isDisabled()).toBe(true)
    await asked.getByRole('textbox', { name: 'Reason' }).fill('Entered twice')
    if (FULL) await expectGoodAtEverySize(page)
    await withdraw.click()
    await waitForPath(page, '/sitemap')
    await page.getByText('The profile was withdrawn.').waitFor()
    const row = bureau.db.selectFrom('site_profiles').select(['status', 'deactivate_reason'])
    expect(await row.where('id', '=', id).executeTakeFirst()).toEqual({
      status: 'Deactivated',
      deactivate_reason: 'Entered twice',
    })
  })

  full.test('an activity comes back as a draft; what was submitted before is not discarded', async () => {
    const { id } = await lagunas(ACTIVITIES, 'Submitted')
    const page = await bureau.as('laguna.encoder')
    await page.goto(ACTIVITIES.view(id))
    const asked = await ask(page, ACTIVITIES)
    await asked.getByText(/It is a draft again, with all its files, texts and figures\.$/).waitFor()
    await asked.getByRole('button', { name: 'Recall', exact: true }).click()
    await site(page).getByText('Save as Draft').waitFor()
    await site(page)
      .getByText(/^Recalled by .+/)
      .waitFor()
    await expect.poll(() => button(page, 'Discard draft').count()).toBe(0)
  })

  full.test('a draft is discarded after a question, and its page left', async () => {
    const { id } = await lagunas(ACTIVITIES, 'Save as Draft')
    for (const table of ['review_snapshots', 'review_steps'] as const)
      await bureau.db.deleteFrom(table).where('record_id', 'in', recordIds('site_activities', id)).execute()
    await bureau.db.updateTable('site_activities').set({ review_round: 0 }).where('id', '=', id).execute()
    const page = await bureau.as('laguna.encoder')
    await page.goto(ACTIVITIES.view(id))
    await button(page, 'Discard draft').click()
    const asked = dialog(page, 'Discard this draft?')
    await asked.getByText(/This cannot be undone\.$/).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await asked.getByRole('button', { name: 'Discard draft', exact: true }).click()
    await waitForPath(page, '/sites/activity/datatable')
    await page.getByText('The draft was discarded.').waitFor()
    const left = bureau.db.selectFrom('site_activities').select('id').where('id', '=', id)
    expect(await left.execute()).toEqual([])
  })
})
