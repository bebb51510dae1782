import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished } from 'vitest'
import { PHONE } from '../support/browser/browser-pool.ts'
import { withDemo } from '../support/browser/demo.ts'
import { manySites } from '../support/records/many-sites.ts'
import { storeWarnings } from '../support/records/stored-warnings.ts'
import { sessionOf } from '../support/product/session.ts'
import { button, dialog, expectFocus, title, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

const QUEUE = '/sites/approval'
const MANY = FULL ? 40 : 4
/** without the queue beside the record, where a decision is answered on the record itself */
const NARROW = { width: 1200, height: 900 }
const PRODUCT = 'REDD+ Safeguards Information System'

/**
 * Queues of hundreds of records: filters in the address, counts in tabs and title, and a day's work by keyboard alone.
 */
describe('queues', () => {
  const bureau = withDemo()
  let region_id: number

  beforeAll(async () => {
    const like = await bureau.db
      .selectFrom('site_profiles')
      .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
      .selectAll('site_profiles')
      .where('offices.name', '=', 'PENRO Laguna')
      // the two kinds of areas that are copied
      .where(
        sql<boolean>`coalesce(emission_from_deforestation_area, 0) + coalesce(conservation_forest_carbon_stocks_area, 0)
          = project_area`,
      )
      .executeTakeFirstOrThrow()
    region_id = like.region_id
    const ids = await manySites(bureau, like as unknown as Parameters<typeof manySites>[1], MANY)
    await sql`update site_profiles set region_id = ${like.region_id}, province_id = ${like.province_id},
        city_id = ${like.city_id}, office_id = ${like.office_id}, penro_status = 'Approved', region_status = 'Submitted',
        waiting_since = now() - interval '200 days' + id * interval '1 minute', submitted_at = now() - interval '200 days'
      where id = any(${ids}::integer[])`.execute(bureau.db)
    await storeWarnings(bureau)
  })

  const waiting = async (table: 'site_profiles' | 'site_activities') => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where status = 'Activated' and site_status = 'Submitted' and region_status = 'Submitted'
        and region_id = ${region_id}`.execute(bureau.db)
    return Number(rows[0]?.count)
  }
  const rows = (page: Page) => page.locator('tr[data-opens]')
  const addressOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
  const shown = (page: Page) => page.getByText(/^Showing: /).textContent()

  /** Expects the counts of tabs, list and title to match a count of the records. */
  async function expectCounts(page: Page) {
    const [profiles, activities] = [await waiting('site_profiles'), await waiting('site_activities')]
    const lists = page.getByRole('navigation', { name: 'Approval lists' }).getByRole('link')
    await expect
      .poll(() => lists.allInnerTexts())
      .toEqual([`Profiling of SITES ${profiles} waiting`, `SITES Activities ${activities} waiting`])
    await page.getByText(`${profiles} profiles wait for your decision.`).waitFor()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: `SITES Approval ${profiles + activities} waiting` })
      .waitFor()
    await expect.poll(() => page.title()).toBe(`(${profiles + activities}) SITES Approval · ${PRODUCT}`)
  }

  full.test(
    'a list is narrowed by choices with counts, which stand in the address and are there again after a reload and a record',
    async () => {
      const page = await bureau.as('r4a.approver')
      await page.goto(QUEUE)
      await title(page, 'SITES Approval').waitFor()
      await expectCounts(page)
      await rows(page).first().waitFor()
      await rows(page).first().getByText('No boundary is drawn').waitFor()

      const waits = await waiting('site_profiles')
      const show = page.getByLabel('Show', { exact: true })
      await expect.poll(() => show.getByRole('option').allInnerTexts()).toContain(`Waiting only (${waits})`)
      await show.selectOption('Submitted')
      await page.getByText(`Showing: ${waits} of `).waitFor()
      const age = page.getByLabel('Age', { exact: true })
      const choices = () => age.getByRole('option').allInnerTexts()
      await expect.poll(choices).toContain(`90+ days (${MANY})`)
      await age.selectOption('90')
      await expect.poll(() => addressOf(page)).toEqual({ age: '90', record_status: 'Submitted' })
      await page.getByText(`Showing: ${MANY} of `).waitFor()
      // the office is found despite different accents
      const office = page.getByRole('combobox', { name: 'Office' })
      await office.fill('penro lagúna')
      await page.getByRole('option', { name: `PENRO Laguna (${MANY})` }).click()
      await page.getByRole('combobox', { name: 'Warnings' }).selectOption('with')
      const chosen = {
        age: '90',
        office_id: expect.any(String),
        warnings: 'with',
        record_status: 'Submitted',
      }
      await expect.poll(() => addressOf(page)).toEqual(chosen)
      await page.getByText(`Showing: ${MANY} of `).waitFor()
      if (FULL) await expectGoodAtEverySize(page)

      await page.reload()
      await page.getByText(`Showing: ${MANY} of `).waitFor()
      await expect.poll(() => age.inputValue()).toBe('90')
      await expect.poll(() => office.inputValue()).toBe(`PENRO Laguna (${MANY})`)
      await rows(page).nth(1).focus()
      await page.keyboard.press('Enter')
      await page.getByText(`2 of ${MANY} waiting for you`).waitFor()
      await page.getByRole('link', { name: 'SITES Approval', exact: true }).click()
      await waitForPath(page, QUEUE)
      expect(addressOf(page)).toEqual(chosen)
      await page.getByText(`Showing: ${MANY} of `).waitFor()

      await page.getByRole('combobox', { name: 'Warnings' }).selectOption('without')
      await page.getByText('Nothing matches what is chosen above.').waitFor()
      await page.getByRole('cell').getByRole('button', { name: 'Clear filters' }).click()
      await expect.poll(() => addressOf(page)).toEqual({})
      // an unknown value is named, and cleared with the others
      await page.goto(`${QUEUE}?age=tomorrow`)
      await page.getByText('Age is not one of the choices of this list.').waitFor()
      await button(page, 'Clear filters').click()
      await rows(page).first().waitFor()
      await expect.poll(() => shown(page)).not.toContain('Showing: 0')
    },
  )

  full.test('a touch screen shows nothing of keys', async () => {
    const token = await sessionOf(bureau.product, 'r4a.approver')
    const { url } = bureau.product
    const localStorage = [{ name: 'token', value: token }]
    const context = await bureau.browser.newContext({
      baseURL: url,
      hasTouch: true,
      isMobile: true,
      viewport: PHONE,
      storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(QUEUE)
    await rows(page).first().waitFor()
    expect(await page.getByText('Keys').and(page.locator(':visible')).count()).toBe(0)
    expect(await button(page, 'Keys').count()).toBe(0)
  })

  full.test(
    `${MANY} records are looked at and approved by j, k, Enter and a, without the mouse; single keys can be switched off`,
    {
      timeout: 30_000 + MANY * 6_000,
    },
    async () => {
      const page = await bureau.as('r4a.approver')
      const press = (key: string) => page.keyboard.press(key)
      const before = await waiting('site_profiles')
      await page.setViewportSize(NARROW)
      await page.goto(`${QUEUE}?age=90`)
      await rows(page).first().waitFor()
      await press('j')
      await expectFocus(rows(page).first())
      await press('j')
      await press('j')
      await press('k')
      await expectFocus(rows(page).nth(1))
      await press('k')
      await press('k')
      await expectFocus(rows(page).first())

      const search = page.getByLabel('Search Profiling of SITES Approval')
      const keys = dialog(page, 'Keys of this screen')
      const switchKeys = async (now: 'on' | 'off') => {
        await keys.getByRole('switch', { name: 'Single keys' }).focus()
        await press('Space')
        await expect.poll(() => keys.getByRole('switch').isChecked()).toBe(now === 'on')
        await press('Escape')
        await keys.waitFor({ state: 'detached' })
      }
      await press('/')
      await expectFocus(search)
      await press('j')
      await press('?')
      await expect.poll(() => search.inputValue()).toBe('j?')
      await search.fill('')
      await rows(page).first().getByRole('checkbox').focus()
      await press('?')
      await expect.poll(() => keys.getByRole('term').allInnerTexts()).toEqual(['/', 'j', 'k', 'Enter', '?'])
      if (FULL) await expectGoodAtEverySize(page)
      await switchKeys('off')
      await expectFocus(rows(page).first().getByRole('checkbox'))
      for (const key of ['j', '/', '?']) await press(key)
      await expectFocus(rows(page).first().getByRole('checkbox'))
      await expect.poll(() => keys.count()).toBe(0)
      // the choice is stored for this person alone
      await page.reload()
      await rows(page).first().waitFor()
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter((name) => /keys/.test(name))),
      ).toEqual([expect.stringMatching(/_\d+$/)])
      await button(page, 'Keys').focus()
      await press('j')
      await expectFocus(button(page, 'Keys'))
      await press('Enter')
      await switchKeys('on')
      await expectFocus(button(page, 'Keys'))
      await press('j')
      await expectFocus(rows(page).first())
      await press('Enter')

      for (let place = 1; place <= MANY; place += 1) {
        await page.getByText(`1 of ${MANY - place + 1} waiting for you`).waitFor()
        await button(page, 'Approve').waitFor()
        if (place === 1) {
          await press('j')
          await page.getByText(`2 of ${MANY} waiting for you`).waitFor()
          await press('k')
          await page.getByText(`1 of ${MANY} waiting for you`).waitFor()
          await button(page, 'Approve').waitFor()
          await press('r')
          await expectFocus(page.getByRole('textbox', { name: 'Comment' }))
          await press('a')
          await expect.poll(() => page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('a')
          await press('Backspace')
          await press('Shift+Tab')
          if (FULL) await expectGoodAtEverySize(page)
          await page.setViewportSize(NARROW)
        }
        const name = await page.getByRole('group', { name: /^Decision on / }).getAttribute('aria-label')
        await press('a')
        const asked = dialog(page, 'Approve this profile?')
        await asked.waitFor()
        if (place === 1) {
          const words = await asked.innerText()
          expect(words).toContain(name?.replace('Decision on ', ''))
          expect(words).toContain('No boundary is drawn')
          expect(words).toContain('You accept the profile with this warning, and it goes to FMB.')
        }
        // Enter alone decides nothing (S-141)
        await press('Enter')
        await press('Tab')
        await press('Tab')
        await press('Enter')
        await page
          .getByRole('region', { name: 'Decision' })
          .getByText(/ approved\.$/)
          .waitFor()
        if (place === MANY) break
        await page.getByText('Open the next record').waitFor()
        await press('j')
      }
      await page.getByText('Nothing else on this list is waiting for you.').waitFor()
      expect(await waiting('site_profiles')).toBe(before - MANY)
      await page.goto(QUEUE)
      await expectCounts(page)
    },
  )
})
