import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { ownPlace, type Place } from '../support/browser/places.ts'
import { button, expectFocus, title, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodOnLaptop } from '../support/browser/screen-sizes.ts'
import { postAs } from '../support/product/session.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'
import { aPerson } from '../support/records/people.ts'
import { FULL, full } from '../support/full.ts'

const WIDE = { width: 1366, height: 768 }
const NARROW = { width: 1024, height: 768 }
/** more than one page of the list, in the full run */
const MANY = FULL ? 53 : 12
const COLLEAGUE = 'queue-list.colleague'
const QUEUE = '/sites/approval?age=90&sort=name_of_partner&dir=desc'

/** On a wide screen the queue stays beside the record: the next one is shown without going back. */
describe('the queue beside the record', () => {
  const bureau = withSharedDemo()
  let own: Place

  beforeAll(async () => {
    own = await ownPlace(bureau, 'queue-list', ['encoder', 'approver', 'regional'])
    await aPerson(bureau, COLLEAGUE, { role: 'Region Approver', region: own.region })
    const ids = await manyWaiting(bureau, 'PENRO Laguna', { count: MANY, marked: MANY, at: own.office })
    await sql`update site_profiles set penro_status = 'Approved', region_status = 'Submitted',
        waiting_since = now() - interval '200 days', submitted_at = now() - interval '200 days',
        name_of_partner = 'Samahan ' || lpad(id::text, 6, '0')
      where id = any(${ids}::integer[])`.execute(bureau.db)
  })

  const list = (page: Page) => page.getByRole('navigation', { name: 'Review queue' })
  const records = (page: Page) => list(page).getByRole('link')
  const current = (page: Page) => list(page).locator('[aria-current="page"]')
  const codeIn = (text: string) => text.split('\n')[0] ?? ''
  const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
  const scrolled = (page: Page) =>
    list(page)
      .locator('ol')
      .evaluate((one) => one.scrollTop)
  const address = (page: Page) => new URL(page.url())

  /** Opens the record at this place of the queue from the list. */
  const openAt = async (page: Page, place: number) => {
    await page.setViewportSize(WIDE)
    await page.goto(QUEUE)
    await page.locator('tr[data-opens]').nth(place).click()
    await list(page).waitFor()
    await records(page).first().waitFor()
  }
  const approve = async (page: Page) => {
    await button(page, 'Approve').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  }

  full.test(
    'has the order and the filters of the list, marks the record, keeps its place, and is absent on a narrow screen',
    async () => {
      const page = await bureau.as(own.regional)
      await page.setViewportSize(WIDE)
      await page.goto(QUEUE)
      const rows = page.locator('tr[data-opens]')
      await rows.first().waitFor()
      const names = (await rows.allInnerTexts()).map((row) => /Samahan \d+/.exec(row)?.[0])
      await rows.nth(2).click()
      await records(page).first().waitFor()
      const listed = (await records(page).allInnerTexts()).map((row) => /Samahan \d+/.exec(row)?.[0])
      expect(listed).toHaveLength(50)
      expect(listed.slice(0, names.length)).toEqual(names)
      await expect.poll(() => current(page).count()).toBe(1)
      expect(await current(page).innerText()).toContain(names[2])
      expect(await records(page).first().innerText()).toMatch(/PENRO Bukidnon\s+waiting\s+200 days/)
      await expect.poll(() => list(page).getByText('1 warning').count()).toBe(50)

      // another record: its own address with the list's search, focus on its title, the list where it was
      const far = records(page).nth(30)
      await far.scrollIntoViewIfNeeded()
      const before = await scrolled(page)
      expect(before).toBeGreaterThan(500)
      const first = address(page)
      await far.click()
      await page.waitForURL((url) => url.pathname !== first.pathname)
      expect(address(page).search).toBe(first.search)
      await title(page, listed[30] ?? '').waitFor()
      await expectFocus(h1(page))
      expect(await current(page).innerText()).toContain(listed[30])
      expect(await scrolled(page)).toBe(before)
      await page.goBack()
      await title(page, listed[2] ?? '').waitFor()
      await expect.poll(() => current(page).innerText()).toContain(listed[2])

      // the keys and the buttons of the same queue move the mark too, over the end of a page
      await page.keyboard.press('j')
      await title(page, listed[3] ?? '').waitFor()
      await expect.poll(() => current(page).innerText()).toContain(listed[3])
      await list(page).getByRole('button', { name: 'Later in the queue' }).click()
      await list(page).getByText(`51 to ${MANY} of ${MANY}`).waitFor()
      await expect.poll(() => records(page).count()).toBe(MANY - 50)
      await records(page).first().click()
      await page.getByText(`51 of ${MANY} waiting for you`).waitFor()
      await page.getByRole('link', { name: /^Previous waiting/ }).click()
      await page.getByText(`50 of ${MANY} waiting for you`).waitFor()
      await expect.poll(() => current(page).innerText()).toContain(listed[49])
      await list(page).getByText(`1 to 50 of ${MANY}`).waitFor()

      if (FULL) await expectGoodAtEverySize(page)
      await expectGoodOnLaptop(page)
      await page.setViewportSize(NARROW)
      await list(page).waitFor({ state: 'detached' })
      await page.getByText(`50 of ${MANY} waiting for you`).waitFor()
    },
  )

  full.test(
    'a decision shows the next record with the focus on its title, which no key decides on',
    async () => {
      const page = await bureau.as(own.regional)
      await openAt(page, 1)
      const decided = codeIn(await current(page).innerText())
      const next = codeIn(await records(page).nth(2).innerText())
      const nextName = /Samahan \d+/.exec(await records(page).nth(2).innerText())?.[0] ?? ''
      const start = address(page)
      // an unsent comment stays with its record
      await page.getByRole('textbox', { name: /^Comment/ }).fill('Please sign the minutes.')
      await page.getByText('Draft saved').waitFor()
      await sql`delete from record_openings where record_id = (select record_id from site_profiles where code = ${next})`.execute(
        bureau.db,
      )
      await approve(page)
      await title(page, nextName).waitFor()
      await expectFocus(h1(page))
      await page.getByRole('status').getByText(`${decided} approved.`, { exact: true }).waitFor()
      expect(address(page).search).toBe(start.search)
      await expect.poll(() => current(page).innerText()).toContain(next)
      await expect.poll(() => list(page).getByText(decided, { exact: true }).count()).toBe(0)
      await expect.poll(() => page.getByRole('textbox', { name: /^Comment/ }).inputValue()).toBe('')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await title(page, nextName).waitFor()

      // [S-140] what the product shows is not opened by the person; choosing it in the list opens it
      const opened = () =>
        bureau.db
          .selectFrom('record_openings')
          .innerJoin('site_profiles', 'site_profiles.record_id', 'record_openings.record_id')
          .select('code')
          .execute()
      await page.waitForLoadState('networkidle')
      expect(await opened()).not.toContainEqual({ code: next })
      await current(page).click()
      await expect.poll(opened).toContainEqual({ code: next })

      // back is the decided record, as it is now
      await page.goBack()
      await waitForPath(page, start.pathname)
      await page.getByRole('list', { name: 'Review steps' }).getByText('With FMB').waitFor()
      await expect.poll(() => current(page).count()).toBe(0)
    },
  )

  test('a record that another person decides on is explained and leaves the list', async () => {
    const page = await bureau.as(own.regional)
    await openAt(page, 4)
    const here = address(page).pathname
    const code = codeIn(await current(page).innerText())
    const id = Number(here.split('/').at(-1))
    await button(page, 'Approve').waitFor()
    await postAs(bureau.product, COLLEAGUE, `/sites/approved/${id}`)
    await approve(page)
    await page.getByText(`${code} was approved at Region by`).waitFor()
    await page.getByText('Your decision was not recorded.', { exact: true }).waitFor()
    await expect.poll(() => list(page).getByText(code, { exact: true }).count()).toBe(0)
    expect(address(page).pathname).toBe(here)

    // the same for one that is opened from the list after the decision
    if (!FULL) return
    const other = records(page).nth(6)
    const otherCode = codeIn(await other.innerText())
    const otherId = Number((await other.getAttribute('href'))?.split('?')[0]?.split('/').at(-1))
    await postAs(bureau.product, COLLEAGUE, `/sites/approved/${otherId}`)
    await other.click()
    await page.getByRole('list', { name: 'Review steps' }).getByText('With FMB').waitFor()
    await expect.poll(() => list(page).getByText(otherCode, { exact: true }).count()).toBe(0)
  })

  full.test('the record is on the screen before the list is asked for', async () => {
    const page = await bureau.as(own.regional)
    await page.setViewportSize(WIDE)
    const { id } = await bureau.db
      .selectFrom('site_profiles')
      .select('id')
      .where('code', 'like', 'SITES-MANY-%')
      .where('region_status', '=', 'Submitted')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const asked: string[] = []
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/api\/sites\/(datatable\/|\d+$)/, async (route) => {
      const { pathname } = new URL(route.request().url())
      asked.push(pathname.includes('datatable') ? 'list' : 'record')
      if (asked.at(-1) === 'record') await held
      // the list never answers
      if (asked.at(-1) === 'record' || !pathname.includes('datatable')) await route.continue()
    })
    await page.goto(`/sites/approval/view/${id}`)
    await list(page).getByText('Loading…').waitFor()
    expect(asked).toEqual(['record'])
    answer()
    await button(page, 'Approve').waitFor()
    await expect.poll(() => asked).toEqual(['record', 'list'])
  })
})
