import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { withDemo } from '../support/browser/demo.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { button, dialog } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { full } from '../support/full.ts'

/** Offices talk on a record, beside the decision. */

const bureau = withDemo()

const lagunas = (site_status: string) =>
  bureau.db
    .selectFrom('site_profiles')
    .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
    .select(['site_profiles.id', 'site_profiles.code', 'site_profiles.map_kml_id'])
    .where('offices.name', '=', 'PENRO Laguna')
    .where('site_profiles.site_status', '=', site_status)
    .where('site_profiles.status', '=', 'Activated')
    .orderBy('site_profiles.id')
    .executeTakeFirstOrThrow()
const lagunasActivity = () =>
  bureau.db
    .selectFrom('site_activities as activity')
    .innerJoin('offices', 'offices.id', 'activity.office_id')
    .innerJoin('site_activity_means as means', 'means.site_activity_id', 'activity.id')
    .innerJoin('site_criteria_indicators as indicator', 'indicator.id', 'means.sites_criteria_indicator_id')
    .innerJoin('site_criteria as criteria', 'criteria.id', 'indicator.sites_criteria_id')
    .innerJoin('files', 'files.id', 'means.file_id')
    .select(['activity.id', 'criteria.sites_principle_id as principle', 'files.name as file'])
    .where('offices.name', '=', 'PENRO Laguna')
    .where('activity.site_status', '=', 'Submitted')
    .where('activity.region_status', '=', 'Submitted')
    .where('activity.status', '=', 'Activated')
    .orderBy('activity.id')
    .executeTakeFirst()

const panel = (page: Page) => page.getByRole('region', { name: /^Notes/ })
const field = (page: Page) => page.getByRole('textbox', { name: 'New note' })
const about = async (page: Page, name: string | RegExp) => {
  await page.getByRole('form', { name: 'New note' }).getByLabel('About').click()
  await page.getByRole('option', { name }).first().click()
}
const write = async (page: Page, text: string) => {
  await field(page).fill(text)
  await button(page, 'Add note').click()
  await page.getByText('Your note was added.').waitFor()
}
const shown = (page: Page) => page.getByRole('list', { name: 'Notes, oldest first' }).getByRole('listitem')
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
const draftsOf = (form: string) =>
  bureau.db.selectFrom('form_drafts').select('content').where('form', '=', form).execute()

describe('a conversation', () => {
  full.test(
    'encoder and Region talk about a file: the marker leads there, the other reads it on looking again',
    async () => {
      const site = await lagunas('Approved')
      const page = await bureau.as('laguna.encoder')
      await page.goto(`/sitemap/view/${site.id}`)
      await button(page, 'Write a note').click()
      await page.getByText(/^Notes decide nothing .+ Read by PENRO Laguna, .*IV-A.* and FMB\./).waitFor()
      await expectGoodAtEverySize(page)
      await about(page, /^Location Map/)
      await write(page, 'This is the map of June.')
      await page.getByRole('heading', { level: 2, name: 'Notes (1)' }).waitFor()
      await expect.poll(() => field(page).inputValue()).toBe('')

      const region = await bureau.as('r4a.approver')
      await region.goto(`/sites/approval/view/${site.id}`)
      // nothing of the thread is read before it is opened
      await region.getByRole('heading', { level: 2, name: 'Notes (1)' }).waitFor()
      await expect.poll(() => shown(region).count()).toBe(0)
      await button(region, /^1 note about /).click()
      await region.getByText('This is the map of June.').waitFor()
      await region.getByText('Only notes about').waitFor()
      await write(region, 'Thank you. Is there a newer one?\n\nThe river has moved.')

      await expect.poll(() => shown(page).count()).toBe(1)
      const shownAgain = async () => {
        await lookAgain(page)
        return shown(page).count()
      }
      await expect.poll(shownAgain, { timeout: 15_000 }).toBe(2)
      await page.getByText('The river has moved.').waitFor()
      await shown(page)
        .last()
        .getByText(/^Esperanza Tolentino, Region Approver, /)
        .waitFor()
      await page.getByRole('heading', { level: 2, name: 'Notes (2)' }).waitFor()
      await expectGoodAtEverySize(page)
      // a printed record does not have them
      await page.emulateMedia({ media: 'print' })
      await expect.poll(() => panel(page).isVisible()).toBe(false)
      await page.emulateMedia({ media: 'screen' })
    },
  )

  full.test(
    'Enter takes the first name; Escape closes the list, Enter is then a new line, and a name that mentions nobody is said',
    async () => {
      const site = await lagunas('Submitted')
      const page = await bureau.as('laguna.encoder')
      await page.goto(`/sitemap/view/${site.id}#notes`)
      await field(page).focus()
      await page.keyboard.type('Please look, @esp')
      const option = page.getByRole('option', { name: /^Esperanza Tolentino/ })
      await option.waitFor()
      await page
        .getByText('1 person found. Enter takes the first, the arrow keys lead to the others.')
        .waitFor()
      await expectGoodAtEverySize(page)
      await field(page).fill('')
      await page.keyboard.type('Please look, @esp')
      await option.waitFor()
      await expect.poll(() => option.getAttribute('data-combobox-selected')).toBe('true')
      await page.keyboard.press('Enter')
      await expect.poll(() => field(page).inputValue()).toBe('Please look, @Esperanza Tolentino ')
      await page.keyboard.type('at the area. @')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('option').count()).toBe(0)
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Thank you, @Nemo.')
      const text = 'Please look, @Esperanza Tolentino at the area. \nThank you, @Nemo.'
      await expect.poll(() => field(page).inputValue()).toBe(text)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const asked = dialog(page, 'Add this note?')
      await asked.getByText(/^No person is mentioned by @Nemo\./).waitFor()
      await expectGoodDialog(page)
      await asked.getByRole('button', { name: 'Add note', exact: true }).click()
      await page.getByText('Your note was added.').waitFor()
      await shown(page).last().locator('strong', { hasText: '@Esperanza Tolentino' }).waitFor()
      const { rows } = await sql<{ mentioned: { name: string }[] }>`select facts -> 'mentioned' as mentioned
      from thread_steps join threads using (kind) join site_profiles using (record_id)
      where kind = 'note' and threads.id = thread_id and site_profiles.id = ${site.id}
      order by thread_id desc limit 1`.execute(bureau.db)
      expect(rows[0]?.mentioned.map(({ name }) => name)).toEqual(['Esperanza Tolentino'])

      const region = await bureau.as('r4a.approver')
      await region.goto(`/sitemap/view/${site.id}#notes`)
      await shown(region).last().getByText('You are mentioned').waitFor()
    },
  )

  full.test(
    'an unsent note survives a closed tab, is listed on the dashboard, and is gone once it is added',
    async () => {
      const site = await lagunas('Submitted')
      const page = await bureau.as('laguna.approver')
      await page.goto(`/sitemap/view/${site.id}#notes`)
      await field(page).fill('The partner will call')
      await page.getByText(/^Draft saved/).waitFor()
      await page.goto('/dashboard')
      await page.getByRole('link', { name: /Note ?Last saved/ }).click()
      await page.getByText(/^You have an unfinished form for a note on .+, last saved /).waitFor()
      await expect.poll(() => field(page).inputValue()).toBe('The partner will call')
      await write(page, 'The partner will call on Monday.')
      expect(await draftsOf('site-note')).toEqual([])
      await page.reload()
      await expect.poll(() => field(page).inputValue()).toBe('')
    },
  )

  full.test('a note whose answer was lost keeps its text, and sent again it is added once', async () => {
    const site = await lagunas('Submitted')
    const page = await bureau.as('laguna.encoder')
    await page.goto(`/sitemap/view/${site.id}#notes`)
    let answers = 0
    await page.route('**/api/sites/*/notes', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const response = await route.fetch()
      answers += 1
      return answers > 1 ? route.fulfill({ response }) : route.abort()
    })
    onTestFinished(() => page.unroute('**/api/sites/*/notes'))
    await field(page).fill('Sent on a bad line.')
    await button(page, 'Add note').click()
    await page.getByText(/^No answer came from the server, so it is not certain/).waitFor()
    await button(page, 'OK').click()
    await expect.poll(() => field(page).inputValue()).toBe('Sent on a bad line.')
    await button(page, 'Add note').click()
    await page.getByText('Your note was added.').waitFor()
    const { rows } = await sql`select from thread_steps where text = 'Sent on a bad line.'`.execute(bureau.db)
    expect(rows).toHaveLength(1)
  })
})

full.describe('a principle', () => {
  full.test('on a phone: a note about a file of it, seen by the reviewer of the same principle', async () => {
    const found = await lagunasActivity()
    if (!found) throw new Error('The demo bureau has no such activity.')
    const { id, principle, file } = found
    const page = await bureau.as('laguna.encoder')
    await page.setViewportSize(PHONE)
    await page.goto(`/sites/activity/${id}/principle/${principle}`)
    await button(page, 'Write a note').click()
    await about(page, new RegExp(file.replace(/[.()]/g, '\\$&')))
    await write(page, 'Signed by all members.')
    await expectGoodAtEverySize(page)
    const region = await bureau.as('r4a.approver')
    await region.goto(`/sites/activity/approval/${id}/principle/${principle}`)
    await button(region, /^1 note about /).click()
    await region.getByText('Signed by all members.').waitFor()
    await expectGoodAtEverySize(region)
  })
})
