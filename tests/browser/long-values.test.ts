import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { DESK, PHONE } from '../support/browser/browser-pool.ts'
import { ownPlace } from '../support/browser/places.ts'
import { FULL, full } from '../support/full.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'
import { restated } from '../support/records/restated-approvals.ts'

/** 200 letters without a space, the maximum of a partner and of a file name. */
const PARTNER = 'SamahanngMgaMangangalagangKagubatan'.repeat(6).slice(0, 200)
const FILE = 'kasulatanngpagkakasunduan'.repeat(8).slice(0, 196)
const WORD = 'napakahabangkomentongwalangpatlang'.repeat(10).slice(0, 300)
/** in the middle a desk of 1280 pixels at 200 % zoom */
const SIZES = [DESK, { width: 640, height: 450 }, PHONE]

describe('the longest names, without a space', () => {
  const bureau = withSharedDemo()
  let ids: Record<'waiting' | 'returned' | 'approved' | 'draft' | 'inReview' | 'published', number>
  beforeAll(async () => {
    const { db } = bureau
    if (!FULL) {
      const { office } = await ownPlace(bureau, 'long-values', ['encoder', 'approver'])
      const own = await manyWaiting(bureau, 'PENRO Laguna', { count: 3, at: office })
      await db.updateTable('site_profiles').set({ name_of_partner: PARTNER }).where('id', 'in', own).execute()
      return
    }
    await restated(db, (held) =>
      held.updateTable('site_profiles').set({ name_of_partner: PARTNER }).execute(),
    )
    await db.updateTable('site_activities').set({ site_profile_name: PARTNER }).execute()
    for (const kind of ['pdf', 'kml', 'csv'])
      await db
        .updateTable('files')
        .set({ name: `${FILE}.${kind}` })
        .where('kind', '=', kind)
        .execute()
    await db.updateTable('review_steps').set({ comment: WORD }).where('comment', 'is not', null).execute()
    await db
      .updateTable('site_profiles')
      .set({ returned_reason: WORD })
      .where('returned_reason', 'is not', null)
      .execute()
    const first = async (
      table: 'site_profiles' | 'site_activities',
      state: Record<string, string>,
    ): Promise<number> => {
      let query = db
        .selectFrom(table)
        .innerJoin('offices', 'offices.id', `${table}.office_id`)
        .select([`${table}.id`])
        .where('offices.name', '=', 'PENRO Laguna')
        .where(`${table}.status`, '=', 'Activated')
      for (const [column, value] of Object.entries(state))
        query = query.where(`${table}.${column as 'site_status'}`, '=', value)
      return (await query.orderBy(`${table}.id`).executeTakeFirstOrThrow()).id as number
    }
    ids = {
      waiting: await first('site_profiles', { penro_status: 'Submitted' }),
      returned: await first('site_profiles', { site_status: 'Returned' }),
      approved: await first('site_profiles', { site_status: 'Approved' }),
      draft: await first('site_activities', { site_status: 'Save as Draft' }),
      inReview: await first('site_activities', { penro_status: 'Submitted' }),
      published: await first('site_activities', { site_status: 'Approved' }),
    }
  })

  /** Finds what is wider than the page, scrolls sideways, or is cut without a title. */
  const faultsOf = (page: Page) =>
    page.evaluate(() => {
      const faults =
        document.documentElement.scrollWidth > window.innerWidth ? ['the page scrolls sideways'] : []
      for (const one of document.querySelectorAll<HTMLElement>('main *')) {
        const { overflowX, position } = getComputedStyle(one)
        const isWider = one.scrollWidth > one.clientWidth + 1
        if (overflowX === 'auto' && isWider) faults.push(`scrolls sideways: ${one.className}`)
        const isCut = overflowX === 'hidden' && isWider && one.clientWidth > 40
        const isMap = one.closest('.leaflet-container') !== null
        if (isCut && !isMap && position !== 'absolute' && one.textContent?.trim() && !one.title)
          faults.push(`cut: ${one.className} ${one.textContent.slice(0, 40)}`)
      }
      return faults
    })

  type Screen = [screen: string, name: string, address: () => string, shown: string]
  const encoder = FULL ? 'laguna.encoder' : 'long-values.encoder'
  const KINDS: Screen[] = [['the list of profiles', encoder, () => '/sitemap', 'table']]
  const OTHERS: Screen[] = [
    ['a public site', 'laguna.encoder', () => `/site/approved/${ids.published}`, `h1:has-text("${PARTNER}")`],
    ['the dashboard with its table', 'fmb.approver', () => '/dashboard', 'table'],
    ['a profile', 'laguna.encoder', () => `/sitemap/view/${ids.waiting}`, 'h1'],
    ['the form of a returned profile', 'laguna.encoder', () => `/sitemap/edit/${ids.returned}`, 'form'],
    ['the list of activities', 'laguna.encoder', () => '/sites/activity/datatable', 'table'],
    [
      'the start of an activity',
      'laguna.encoder',
      () => `/sites/activity/add?site_profile_id=${ids.approved}`,
      'h1',
    ],
    ['an activity', 'laguna.encoder', () => `/sites/activity/${ids.draft}`, 'h1'],
    ['the evidence of a principle', 'laguna.encoder', () => `/sites/activity/${ids.draft}/principle/1`, 'h1'],
    ['the queue of profiles', 'laguna.approver', () => '/sites/approval', 'table'],
    ['the approval of a profile', 'laguna.approver', () => `/sites/approval/view/${ids.waiting}`, 'h1'],
    ['the queue of activities', 'laguna.approver', () => '/sites/activity/approval', 'table'],
    [
      'the approval of an activity',
      'laguna.approver',
      () => `/sites/activity/approval/view/${ids.inReview}`,
      'h1',
    ],
    [
      'the evidence under review',
      'laguna.approver',
      () => `/sites/activity/approval/${ids.inReview}/principle/1`,
      'h1',
    ],
    ['the public list', 'laguna.approver', () => '/site/approved', 'table'],
  ]
  const isWhole = async (_screen: string, name: string, address: () => string, shown: string) => {
    const page = await bureau.as(name)
    await page.goto(address())
    await page.locator('main').locator(shown).first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expect.poll(() => faultsOf(page), { message: `${address()} at ${size.width} px` }).toEqual([])
    }
  }
  test.each(KINDS)('%s is whole at every size', isWhole)
  full.test.each(OTHERS)('%s is whole at every size', isWhole)

  full.test(
    'a name with markup in it is read on the map as it was typed, and leads nowhere; the browser itself refuses markup from a string',
    async () => {
      const NAME = '<meta http-equiv="refresh" content="0;url=/login"><img src="x" onerror="location=1"> & Co'
      await restated(bureau.db, (db) =>
        db.updateTable('site_profiles').set({ name_of_partner: NAME }).execute(),
      )
      const page = await bureau.as('laguna.approver')
      const reply = await page.goto(`/sites/approval/view/${ids.waiting}`)
      await page.getByRole('region', { name: /^Map of the boundary/ }).scrollIntoViewIfNeeded()
      const neighbour = page.getByRole('img', { name: /^Neighbouring site SITES-/ }).first()
      const tooltip = page.locator('.leaflet-tooltip', { hasText: '& Co' })
      // the map is drawn again while its parts arrive, and a pointer moves on
      const pointedAt = async () => {
        await neighbour.dispatchEvent('mouseover')
        return (await tooltip.allInnerTexts()).join()
      }
      await expect.poll(pointedAt).toMatch(/^SITES-[\w-]+, /)
      expect(await tooltip.innerText()).toContain(NAME)
      await expect.poll(() => tooltip.locator('meta, img').count()).toBe(0)

      expect(reply?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
      const tried = await page.evaluate(() => {
        const place = document.createElement('p')
        try {
          place.innerHTML = '<img src="x">'
        } catch (error) {
          return (error as Error).message
        }
        return place.innerHTML
      })
      expect(tried).toBe('A string with markup is not shown.')
    },
  )
})
