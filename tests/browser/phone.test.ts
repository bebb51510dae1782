import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ScreenPath } from '../../shared/access/screens.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { withDemo } from '../support/browser/demo.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { acknowledge, button, dialog, expectFocus } from '../support/browser/screen.ts'
import { sessionOf } from '../support/product/session.ts'
import { activityIn, saveMeans, siteToStartAt } from '../support/records/encoder-actions.ts'
import { realFiles } from '../support/records/real-files.ts'
import { FULL, full } from '../support/full.ts'

const bureau = withDemo()

/** The activity and principle with the most files in a state, and the id of the principle. */
const longest = (site_status: 'Save as Draft' | 'Submitted', office = 'PENRO Laguna') =>
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

/** The fields with letters under 16 px, into which an iPhone would zoom. */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const fields =
      'input:not([type="checkbox"], [type="radio"], [type="hidden"]), select, textarea, [contenteditable="true"], .mantine-Input-input'
    return [...document.querySelectorAll(fields)]
      .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
      .map((one) => `${one.tagName} ${one.className} ${getComputedStyle(one).fontSize}`)
  })

describe('a principle on a phone', () => {
  const FILES = realFiles()

  const pages = async () => {
    const [draft, waiting] = await Promise.all([longest('Save as Draft'), longest('Submitted')])
    return [
      ['laguna.encoder', `/sites/activity/${draft.id}/principle/${draft.principle}`],
      ['laguna.encoder', `/sites/activity/${waiting.id}/principle/${waiting.principle}`],
      ['laguna.approver', `/sites/activity/approval/${waiting.id}/principle/${waiting.principle}`],
    ] as const
  }

  test('starts 16 px from the edge and is short, folded by criterion with its counts; paper shows all', async () => {
    for (const [who, address] of await pages()) {
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

  test('a wide screen shows every criterion open', async () => {
    const [first] = await pages()
    const page = await bureau.as(first[0])
    await page.goto(first[1])
    await heads(page).first().waitFor()
    const all = await heads(page).count()
    expect(all).toBeGreaterThan(1)
    await expect.poll(() => openOnes(page)).toBe(all)
  })

  test('folds open and close by keyboard, keep what is typed, and stay as they are after the first save', async () => {
    const site = await siteToStartAt(bureau)
    const page = await openOnPhone('laguna.encoder', `/sites/activity/principle/1?site_profile_id=${site.id}`)
    await heads(page).first().waitFor()
    expect(await isOpen(heads(page).first())).toBe(true)
    const second = heads(page).nth(1)
    await second.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => isOpen(second)).toBe(true)
    const words = page.getByLabel(/^What happened, 1\.2\./).first()
    await words.fill('The council met twice.')
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
  })

  test('pressing Save with an error in a folded criterion opens it and leads to the field', async () => {
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
      ...{ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true },
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

describe('every field on a phone has letters of at least 16 px', () => {
  const idIn = async (table: 'site_profiles' | 'site_activities', site_status: 'Returned' | 'Submitted') => {
    const { id } = await bureau.db
      .selectFrom(table)
      .innerJoin('offices', 'offices.id', `${table}.office_id`)
      .select(`${table}.id`)
      .where('offices.name', '=', 'PENRO Laguna')
      .where(`${table}.status`, '=', 'Activated')
      .where(`${table}.site_status`, '=', site_status)
      .$if(site_status === 'Submitted', (all) => all.where(`${table}.penro_status`, '=', 'Submitted'))
      .orderBy(`${table}.id`)
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }
  const returnedActivity = () => activityIn(bureau, 'Returned')
  const newest = async (table: 'summaries' | 'site_principles') => {
    const { id } = await bureau.db
      .selectFrom(table)
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return id
  }

  type Visit = [who: string | null, address: () => Promise<string>]
  const at = (who: string | null, address: string): Visit => [who, async () => address]
  const VISITS: Record<ScreenPath, Visit> = {
    '/site/approved': at(null, '/site/approved'),
    '/site/approved/$id': [null, async () => `/site/approved/${(await activityIn(bureau, 'Approved')).id}`],
    '/site/approved/$id/certificate': [
      null,
      async () => `/site/approved/${(await activityIn(bureau, 'Approved')).id}/certificate`,
    ],
    '/c': at(null, '/c'),
    '/c/$code': at(null, '/c/NONE'),
    '/summary/$year': at(null, '/summary/2029'),
    '/how-to-check': at(null, '/how-to-check'),
    '/how-to-check/formula': at(null, '/how-to-check/formula'),
    '/how-to-check/witness': at(null, '/how-to-check/witness'),
    '/log': at(null, '/log'),
    '/login': at(null, '/login'),
    '/forgot-password': at(null, '/forgot-password'),
    '/reset-password': at(null, '/reset-password?token=none'),
    '/change-password': at('fmb.admin', '/change-password'),
    '/dashboard': at('fmb.admin', '/dashboard?openProfile=true'),
    '/users': at('fmb.admin', '/users'),
    '/users/offices': at('fmb.admin', '/users/offices'),
    '/roles': at('fmb.admin', '/roles'),
    '/sitemap': at('laguna.encoder', '/sitemap'),
    '/sitemap/add': at('laguna.encoder', '/sitemap/add'),
    '/sitemap/view/$id': [
      'laguna.encoder',
      async () => `/sitemap/view/${await idIn('site_profiles', 'Returned')}`,
    ],
    '/sitemap/edit/$id': [
      'laguna.encoder',
      async () => `/sitemap/edit/${await idIn('site_profiles', 'Returned')}`,
    ],
    '/sitemap/imports': at('fmb.admin', '/sitemap/imports'),
    '/sitemap/imports/add': at('fmb.admin', '/sitemap/imports/add'),
    '/sitemap/imports/view/$id': at('fmb.admin', '/sitemap/imports/view/1'),
    '/sites/activity': at('laguna.encoder', '/sites/activity'),
    '/sites/activity/datatable': at('laguna.encoder', '/sites/activity/datatable'),
    '/sites/activity/add': at('laguna.encoder', '/sites/activity/add'),
    '/sites/activity/approval': at('laguna.approver', '/sites/activity/approval'),
    '/sites/activity/approval/bulk': at('laguna.approver', '/sites/activity/approval/bulk'),
    '/sites/activity/approval/view/$activityId': [
      'laguna.approver',
      async () => `/sites/activity/approval/view/${await idIn('site_activities', 'Submitted')}`,
    ],
    '/sites/activity/approval/$activityId/principle/$principleId': [
      'laguna.approver',
      async () => `/sites/activity/approval/${await idIn('site_activities', 'Submitted')}/principle/1`,
    ],
    '/sites/activity/principle/$principleId': [
      'laguna.encoder',
      async () => `/sites/activity/principle/1?site_profile_id=${(await siteToStartAt(bureau)).id}`,
    ],
    '/sites/activity/principle/edit/$principleId': [
      'laguna.encoder',
      async () => `/sites/activity/principle/edit/2?site_activity_id=${(await returnedActivity()).id}`,
    ],
    '/sites/activity/$activityId': [
      'laguna.encoder',
      async () => `/sites/activity/${(await returnedActivity()).id}`,
    ],
    '/sites/activity/$activityId/principle/$principleId': [
      'laguna.encoder',
      async () => `/sites/activity/${(await activityIn(bureau, 'Save as Draft')).id}/principle/1`,
    ],
    '/sites/activity/$activityId/principle/edit/$principleId': [
      'laguna.encoder',
      async () => `/sites/activity/${(await returnedActivity()).id}/principle/edit/2`,
    ],
    '/sites/principle/$principleId': [
      'fmb.admin',
      async () => `/sites/principle/${await newest('site_principles')}`,
    ],
    '/sites/principle/edit/$principleId': [
      'fmb.admin',
      async () => `/sites/principle/edit/${await newest('site_principles')}`,
    ],
    '/sites/approval': at('laguna.approver', '/sites/approval'),
    '/sites/approval/bulk': at('laguna.approver', '/sites/approval/bulk'),
    '/sites/approval/view/$id': [
      'laguna.approver',
      async () => `/sites/approval/view/${await idIn('site_profiles', 'Submitted')}`,
    ],
    '/audit-logs': at('fmb.admin', '/audit-logs'),
    '/audit-logs/integrity': at('fmb.admin', '/audit-logs/integrity'),
    '/report': at('fmb.admin', '/report'),
    '/summary': at('fmb.admin', '/summary'),
    '/summary/draft/$id': ['fmb.admin', async () => `/summary/draft/${await newest('summaries')}`],
    '/summary/crosswalk': at('fmb.admin', '/summary/crosswalk'),
  }
  /** windows with fields, by the button that opens them */
  const WINDOWS: Partial<Record<ScreenPath, string>> = { '/users': 'Add User', '/roles': 'Add Role' }

  const hasLargeFields = async (screen: ScreenPath) => {
    const [who, addressOf] = VISITS[screen]
    const page = who ? await bureau.as(who) : await bureau.stranger(PHONE)
    await page.setViewportSize(PHONE)
    await page.goto(await addressOf(), { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    expect(await smallFields(page)).toEqual([])
    const opener = WINDOWS[screen]
    if (opener === undefined) return
    await button(page, opener).click()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    expect(await smallFields(page)).toEqual([])
  }
  const FEW: ScreenPath[] = ['/site/approved', '/sitemap', '/sitemap/add', '/audit-logs']
  const MORE = (Object.keys(VISITS) as ScreenPath[]).filter((path) => !FEW.includes(path))
  test.each(FEW)('%s', hasLargeFields)
  full.test.each(MORE)('%s', hasLargeFields)
})
