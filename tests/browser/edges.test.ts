import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { title } from '../support/browser/screen.ts'

const LAPTOP = { width: 1366, height: 768 }
const NOTICE_GAP = 16

/**
 * What begins at the page's left edge, by its border box: the title, a notice, the first filter (its field, or the
 * frame around all filters), the first button below the head that is in no cell, the frame of the table, and the words
 * under it. Within the table, the words of its head and of its first column: their text, since a cell has padding.
 */
const leftEdges = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main) throw new Error('The page has no main part.')
    const isShown = (one: Element) => one.checkVisibility() && one.getBoundingClientRect().width > 1
    const left = (one: Element | undefined | null) => one?.getBoundingClientRect().left ?? null
    const all = (selector: string) => [...main.querySelectorAll(selector)].filter(isShown)
    const textLeft = (one: Element | undefined) => {
      if (!one) return null
      const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      const lefts: number[] = []
      while (words.nextNode()) {
        range.selectNodeContents(words.currentNode)
        for (const rect of range.getClientRects()) if (rect.width > 1) lefts.push(rect.left)
      }
      return lefts.length === 0 ? null : Math.min(...lefts)
    }
    const [table] = all('table[role="table"]')
    // the words "Tick" of a column of boxes are for screen readers, so the box itself is measured
    const cell = (selector: string) => {
      const found = [...(table?.querySelectorAll(selector) ?? [])][0]
      const box = found?.querySelector('input')
      return box ? left(box) : textLeft(found)
    }
    const filter = all('form, [class*="filters"]').find(
      (one) => getComputedStyle(one).borderLeftWidth !== '0px',
    )
    const panel = all('form[aria-label="Report filters"]')[0]?.closest('section')
    const field = table?.closest('section')?.querySelector('label')
    const outer = {
      title: left(all('h1')[0]),
      notice: left(all('[class*="_notice_"]')[0]),
      filters: left(panel ?? filter ?? field),
      table: left(table?.parentElement),
      words: left(all('p.quiet').find((one) => one.textContent?.startsWith('Showing: '))),
    }
    return { outer, inner: { head: cell('th'), first: cell('tbody tr:has(td + td) td') } }
  })

/** The pixels between the lower edge of the first notice and the next box below it. */
const gapBelowNotice = (page: Page) =>
  page.evaluate(() => {
    const notice = [...document.querySelectorAll('main [class*="_notice_"]')].find((one) =>
      one.checkVisibility(),
    )
    if (!notice) throw new Error('There is no notice.')
    const { bottom } = notice.getBoundingClientRect()
    const tops = [...document.querySelectorAll('main *')]
      .filter((one) => one.checkVisibility() && !one.contains(notice) && !notice.contains(one))
      .map((one) => one.getBoundingClientRect())
      .filter(({ top, height }) => height > 0 && top >= bottom - 1)
      .map(({ top }) => top)
    return Math.min(...tops) - bottom
  })

const spread = (edges: Record<string, number | null>): number => {
  const known = Object.values(edges).filter((edge) => edge !== null)
  return known.length === 0 ? 0 : Math.max(...known) - Math.min(...known)
}

describe('one edge and one gap', () => {
  const bureau = withDemo()

  beforeAll(async () => {
    // an office without an approver: a notice on the dashboard, on profiles, activities and users
    await bureau.db
      .updateTable('users')
      .set({ status: 'Deactivated' })
      .where('email', 'like', 'quezon.approver@%')
      .execute()
  })

  const SCREENS: [screen: string, address: string, heading: RegExp, hasNotice: boolean][] = [
    ['the dashboard', '/dashboard', /^Good day/, true],
    ['profiles', '/sitemap', /^Profiling of SITES$/, true],
    ['the queue', '/sites/approval', /^SITES Approval$/, false],
    ['activities', '/sites/activity/datatable', /^SITES Activities$/, true],
    ['users', '/users', /^User Management$/, true],
    ['roles', '/roles', /./, false],
    ['the audit log', '/audit-logs', /^Audit Logs$/, false],
    ['reports', '/report', /^Reports$/, false],
  ]

  test.each(SCREENS)(
    'on %s at 1366 px all begins at one left edge, and a notice keeps 16 px to the next block',
    async (_screen, address, heading, hasNotice) => {
      const page = await bureau.as('fmb.super')
      await page.setViewportSize(LAPTOP)
      await page.goto(address)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.waitForLoadState('networkidle')
      if (hasNotice) {
        await page.getByText('An office has no active approver').waitFor()
        expect(await gapBelowNotice(page)).toBeCloseTo(NOTICE_GAP, 0)
      }
      const { outer, inner } = await leftEdges(page)
      expect(outer.title).not.toBeNull()
      expect(outer.filters).not.toBeNull()
      expect(spread(outer), JSON.stringify(outer)).toBeLessThanOrEqual(1)
      expect(spread(inner), JSON.stringify(inner)).toBeLessThanOrEqual(1)

      // the notice of a lost connection is above every screen
      await page.context().setOffline(true)
      await page.getByRole('status').locator('[class*="_notice_"]').first().waitFor()
      expect(await gapBelowNotice(page)).toBeCloseTo(NOTICE_GAP, 0)
      await page.context().setOffline(false)
    },
  )

  test('a notice in a form and in a column keeps the same gap', async () => {
    const { id, name_of_partner } = await bureau.db
      .selectFrom('site_profiles')
      .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
      .select(['site_profiles.id', 'name_of_partner'])
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_status', '=', 'Returned')
      .where('returned_reason', 'is not', null)
      .orderBy('site_profiles.id')
      .executeTakeFirstOrThrow()
    const page = await bureau.as('laguna.encoder')
    await page.setViewportSize(LAPTOP)
    await page.goto(`/sitemap/view/${id}`)
    await title(page, name_of_partner).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await gapBelowNotice(page)).toBeCloseTo(NOTICE_GAP, 0)
    await page.goto(`/sitemap/edit/${id}`)
    await page.getByText('Comments', { exact: true }).waitFor()
    expect(await gapBelowNotice(page)).toBeCloseTo(NOTICE_GAP, 0)
  })
})
