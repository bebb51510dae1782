import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PHONE } from '../support/browser/browser-pool.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { smallFields } from '../support/browser/small-fields.ts'
import { acknowledge, button, dialog, expectFocus } from '../support/browser/screen.ts'
import { sessionOf } from '../support/product/session.ts'
import { saveMeans, siteToStartAt } from '../support/records/encoder-actions.ts'
import { realFiles } from '../support/records/real-files.ts'
import { FULL, full } from '../support/full.ts'

const bureau = withSharedDemo()

/** Activities and principles with their files in a state, those with the most first. */
const withFiles = (site_status: 'Save as Draft' | 'Submitted', office: string) =>
  bureau.db
    .selectFrom('site_activity_means as means')
    .innerJoin('site_activities as activity', 'activity.id', 'means.site_activity_id')
    .innerJoin('offices', 'offices.id', 'activity.office_id')
    .innerJoin('site_criteria_indicators as indicator', 'indicator.id', 'means.sites_criteria_indicator_id')
    .innerJoin('site_criteria as criteria', 'criteria.id', 'indicator.sites_criteria_id')
    .innerJoin('site_principles as principle', 'principle.id', 'criteria.sites_principle_id')
    .select(['activity.id', 'principle.id as principle', 'principle.principle_number'])
    .where('offices.name', '=', office)
    .where('activity.status', '=', 'Activated')
    .where('activity.site_status', '=', site_status)
    .groupBy(['activity.id', 'principle.id', 'principle.principle_number'])
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('activity.id')

const longest = (site_status: 'Save as Draft' | 'Submitted', office = 'PENRO Laguna') =>
  withFiles(site_status, office).limit(1).executeTakeFirstOrThrow()

/** One that waits for its reviewer and has a criterion without any file. */
const partlyFilled = () =>
  withFiles('Submitted', 'PENRO Laguna')
    .having(
      sql<boolean>`count(distinct criteria.id) < (select count(*) from site_criteria where sites_principle_id = principle.id)`,
    )
    .limit(1)
    .executeTakeFirstOrThrow()

/** The page of a principle on a phone, as this person. */
async function openOnPhone(who: string, address: string): Promise<Page> {
  const page = await bureau.as(who)
  await page.setViewportSize(PHONE)
  await page.goto(address)
  return page
}

const heads = (page: Page) => page.locator('#main details > summary').filter({ has: page.locator('h2') })
const isOpen = (head: Locator) => head.evaluate((one) => (one.parentElement as HTMLDetailsElement).open)
const openOnes = (page: Page) =>
  heads(page).evaluateAll((all) => all.filter((one) => (one.parentElement as HTMLDetailsElement).open).length)
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

describe('a principle on a phone', () => {
  const FILES = realFiles()

  const pages = async () => {
    const [draft, waiting] = await Promise.all([longest('Save as Draft'), partlyFilled()])
    return [
      ['laguna.encoder', `/sites/activity/${draft.id}/principle/${draft.principle}`],
      ['laguna.encoder', `/sites/activity/${waiting.id}/principle/${waiting.principle}`],
      ['laguna.approver', `/sites/activity/approval/${waiting.id}/principle/${waiting.principle}`],
    ] as const
  }

  test('starts 16 px from the edge and is short, folded by criterion with its counts; paper shows all', async () => {
    const [form, sent, review] = await pages()
    for (const [who, address] of FULL ? [form, sent, review] : [form]) {
      const page = await openOnPhone(who, address)
      await heads(page).first().waitFor()
      const open = await openOnes(page)
      expect(open, address).toBeGreaterThan(0)
      expect(open, address).toBeLessThan(await heads(page).count())
      const card = page.locator('#main details[open] li').filter({ has: page.locator('h3') })
      const edge = await card.first().evaluate((one) => one.getBoundingClientRect().left)
      expect(edge, address).toBeLessThanOrEqual(16)
      const height = await heightOf(page)
      console.info(`${address} as ${who}: ${height} px`)
      expect(height, address).toBeLessThanOrEqual(9000)
      for (const text of await heads(page).allTextContents())
        expect(text).toMatch(/(\d+ of \d+ indicators? with evidence · \d+ files?|Add MOV is off)$/)

      const hidden = page.locator('#main details:not([open]) h3')
      const folded = await hidden.count()
      expect(folded).toBeGreaterThan(0)
      const visible = () => hidden.and(page.locator(':visible')).count()
      await expect.poll(visible).toBe(0)
      await page.emulateMedia({ media: 'print' })
      await expect.poll(visible).toBe(folded)
      await page.emulateMedia({ media: null })
      if (FULL) await expectGoodAtEverySize(page)
      await bureau.leave(page)
    }
  })

  test('for its reviewer what has evidence or changed is open, what is empty is closed', async () => {
    const { id, principle } = await partlyFilled()
    const address = `/sites/activity/approval/${id}/principle/${principle}`
    const page = await openOnPhone('laguna.approver', address)
    await heads(page).first().waitFor()
    const folds = await heads(page).evaluateAll((all) =>
      all.map((one) => ({
        isOpen: (one.parentElement as HTMLDetailsElement).open,
        files: one.parentElement?.querySelectorAll('[aria-label="Evidence"] > li').length ?? 0,
        texts: (one.parentElement?.innerText.match(/What happened/g) ?? []).length,
      })),
    )
    expect(folds.some(({ files }) => files > 0)).toBe(true)
    expect(folds.map(({ isOpen }) => isOpen)).toEqual(folds.map(({ files, texts }) => files + texts > 0))
    expect(folds.some(({ isOpen }) => !isOpen)).toBe(true)
  })

  full.test('a decision has its buttons in a low bar, and two texts are one under the other', async () => {
    const { id } = await bureau.db
      .selectFrom('site_activities')
      .innerJoin('offices', 'offices.id', 'site_activities.office_id')
      .select('site_activities.id')
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_activities.status', '=', 'Activated')
      .where('penro_status', '=', 'Submitted')
      .where('returned_at', 'is not', null)
      .orderBy('site_activities.id')
      .executeTakeFirstOrThrow()
    const page = await openOnPhone('laguna.approver', `/sites/activity/approval/view/${id}`)
    const bar = page.locator('[data-decision-bar]')
    const comment = button(page, 'Comment to return')
    await comment.waitFor()
    const height = async () => (await bar.boundingBox())?.height ?? Number.NaN
    expect(await height()).toBeLessThanOrEqual(110)
    await comment.click()
    await page.keyboard.type('Please look at the dates.')
    await button(page, 'Return').waitFor()
    expect(await height()).toBeLessThanOrEqual(110)

    const changed = page.getByRole('listitem').filter({ hasText: 'When returned' }).last()
    const [old, now] = [changed.getByText('When returned').first(), changed.getByText('After').first()]
    const left = async (one: Locator) => (await one.boundingBox())?.x
    const text = changed.getByText(/fingerprint/).first()
    expect(await left(text.locator('..'))).toBe(await left(old))
    expect(await left(now)).toBe(await left(old))
  })

  full.test('a wide screen shows every criterion open', async () => {
    const [first] = await pages()
    const page = await bureau.as(first[0])
    await page.goto(first[1])
    await heads(page).first().waitFor()
    const all = await heads(page).count()
    expect(all).toBeGreaterThan(1)
    await expect.poll(() => openOnes(page)).toBe(all)
  })

  full.test(
    'folds open and close by keyboard, keep what is typed, and stay as they are after the first save',
    async () => {
      const site = await siteToStartAt(bureau)
      const page = await openOnPhone(
        'laguna.encoder',
        `/sites/activity/principle/1?site_profile_id=${site.id}`,
      )
      await heads(page).first().waitFor()
      expect(await isOpen(heads(page).first())).toBe(true)
      const second = heads(page).nth(1)
      await second.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => isOpen(second)).toBe(true)
      const words = page.getByLabel(/^What happened, 1\.2\./).first()
      await words.fill('The council met twice.')
      // the bar leaves room for what is typed
      const foot = saveMeans(page).locator('xpath=ancestor::*[p][1]')
      await foot.getByText(/not saved yet/).waitFor()
      expect((await foot.boundingBox())?.height).toBeLessThanOrEqual(110)
      await second.focus()
      await page.keyboard.press('Space')
      await expect.poll(() => isOpen(second)).toBe(false)
      await expect.poll(() => words.isVisible()).toBe(false)
      await expect.poll(() => words.inputValue()).toBe('The council met twice.')

      await page
        .getByLabel(/^Files for 1\.1\./)
        .first()
        .setInputFiles(FILES.pdf)
      await button(page, 'Remove minutes.pdf').waitFor()
      await expect.poll(() => heads(page).first().textContent()).toMatch(/1 of \d+ indicators? .* 1 file$/)
      await saveMeans(page).click()
      await acknowledge(page, 'Save Means of Verification Successful')
      await page.waitForURL(/\/sites\/activity\/\d+\/principle\/\d+/)
      await heads(page).first().waitFor()
      await expect.poll(() => isOpen(second)).toBe(false)
      await expect.poll(() => isOpen(heads(page).first())).toBe(true)
      await expect.poll(() => words.inputValue()).toBe('The council met twice.')
      await page.reload()
      await heads(page).first().waitFor()
      await expect.poll(() => words.inputValue()).toBe('The council met twice.')
    },
  )

  full.test('pressing Save with an error in a folded criterion opens it and leads to the field', async () => {
    const { id, principle, principle_number } = await longest('Save as Draft')
    const page = await openOnPhone('laguna.encoder', `/sites/activity/${id}/principle/${principle}`)
    await heads(page).first().waitFor()
    const last = heads(page).last()
    if (!(await isOpen(last))) await last.click()
    const { length } = await heads(page).all()
    const words = page.getByLabel(new RegExp(`^What happened, ${principle_number}\\.${length}\\.`)).last()
    await words.fill('x'.repeat(2001))
    await last.click()
    await expect.poll(() => isOpen(last)).toBe(false)
    await last.getByText(new RegExp(`^Needs attention: ${principle_number}\\.${length}\\.`)).waitFor()
    await saveMeans(page).press('Enter')
    await expect.poll(() => isOpen(last)).toBe(true)
    await expectFocus(words)
    await last.getByText('Needs attention').waitFor({ state: 'hidden' })
    // unsaved work is what the page opens with
    await page.getByText(/^Draft saved/).waitFor()
    page.on('dialog', (one) => void one.accept())
    await page.reload()
    await expect.poll(() => words.isVisible()).toBe(true)
    await button(page, 'Discard changes').click()
    await dialog(page, 'Discard the changes?').getByRole('button', { name: 'Discard' }).click()
  })

  test('a link to the fields of an indicator opens its criterion', async () => {
    const { id, principle } = await longest('Save as Draft')
    const indicator = await bureau.db
      .selectFrom('site_criteria_indicators')
      .innerJoin('site_criteria', 'site_criteria.id', 'site_criteria_indicators.sites_criteria_id')
      .select('site_criteria_indicators.id')
      .where('site_criteria.sites_principle_id', '=', principle)
      .orderBy('site_criteria.order', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const address = `/sites/activity/${id}/principle/${principle}#facts-${indicator.id}`
    const page = await openOnPhone('laguna.encoder', address)
    await expectFocus(page.locator(`#facts-${indicator.id} textarea`))
    await expect.poll(() => isOpen(heads(page).last())).toBe(true)
  })

  test('a finger chooses files and is not asked to drop them; fields on a tablet have large letters', async () => {
    const { id, principle } = await longest('Save as Draft', 'PENRO Quezon')
    const context = await bureau.browser.newContext({
      viewport: { width: 1180, height: 820 },
      hasTouch: true,
      isMobile: true,
      baseURL: bureau.product.url,
      storageState: {
        cookies: [],
        origins: [
          {
            origin: bureau.product.url,
            localStorage: [{ name: 'token', value: await sessionOf(bureau.product, 'quezon.encoder') }],
          },
        ],
      },
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`/sites/activity/${id}/principle/${principle}`)
    await button(page, /^Choose files for/)
      .first()
      .waitFor()
    await expect.poll(() => page.getByText('drop files').and(page.locator(':visible')).count()).toBe(0)
    expect(await smallFields(page)).toEqual([])
  })
})

const IN_A_WINDOW = 'fields of a window on a phone have letters of at least 16 px: %s'
const hasLargeLetters = async (address: string, opener: string) => {
  const page = await openOnPhone('fmb.admin', address)
  await button(page, opener).click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  expect(await smallFields(page)).toEqual([])
}
test.each([['/users', 'Add User']])(IN_A_WINDOW, hasLargeLetters)
full.test.each([['/roles', 'Add Role']])(IN_A_WINDOW, hasLargeLetters)
