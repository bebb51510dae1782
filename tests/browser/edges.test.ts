import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { ownPlace } from '../support/browser/places.ts'
import { title } from '../support/browser/screen.ts'
import { full } from '../support/full.ts'

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
  const bureau = withSharedDemo()

  beforeAll(async () => {
    // an office without an approver: a notice on the dashboard, on profiles, activities and users
    await ownPlace(bureau, 'edges', ['encoder'])
  })

  type Seen = [screen: string, address: string, heading: RegExp, hasNotice: boolean, hasList?: boolean]
  const KINDS: Seen[] = [
    ['the dashboard', '/dashboard', /^Good day/, true],
    ['the queue', '/sites/approval', /^SITES Approval$/, false],
  ]
  const OTHERS: Seen[] = [
    ['profiles', '/sitemap', /^Profiling of SITES$/, true],
    ['activities', '/sites/activity/datatable', /^SITES Activities$/, true],
    ['users', '/users', /^User Management$/, true],
    ['roles', '/roles', /./, false],
    ['the audit log', '/audit-logs', /^Audit Logs$/, false, false],
    ['reports', '/report', /^Reports$/, false, false],
  ]

  const TITLE = 'on %s at 1366 px all begins at one left edge, and a notice keeps 16 px to the next block'
  const isInLine = async (...[, address, heading, hasNotice, hasList = true]: Seen) => {
    const page = await bureau.as('fmb.super')
    await page.setViewportSize(LAPTOP)
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    // what begins at the edge comes in parts
    await expect.poll(async () => (await leftEdges(page)).outer.filters).not.toBeNull()
    if (hasList)
      await page
        .locator('p.quiet')
        .filter({ hasText: /^Showing: / })
        .waitFor()
    if (hasNotice) {
      await page.getByText('An office has no active approver').waitFor()
      expect(await gapBelowNotice(page)).toBeCloseTo(NOTICE_GAP, 0)
    }
    const { outer, inner } = await leftEdges(page)
    expect(outer.title).not.toBeNull()
    expect(spread(outer), JSON.stringify(outer)).toBeLessThanOrEqual(1)
    expect(spread(inner), JSON.stringify(inner)).toBeLessThanOrEqual(1)

    // the notice of a lost connection is above every screen
    await page.context().setOffline(true)
    await page.getByRole('status').locator('[class*="_notice_"]').first().waitFor()
    expect(await gapBelowNotice(page)).toBeCloseTo(NOTICE_GAP, 0)
    await page.context().setOffline(false)
  }
  test.each(KINDS)(TITLE, isInLine)
  full.test.each(OTHERS)(TITLE, isInLine)

  full.test('a notice in a form and in a column keeps the same gap', async () => {
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
    await page.getByText('Comments', { exact: true }).waitFor()
    expect(await gapBelowNotice(page)).toBeCloseTo(NOTICE_GAP, 0)
    await page.goto(`/sitemap/edit/${id}`)
    await page.getByText('Comments', { exact: true }).waitFor()
    expect(await gapBelowNotice(page)).toBeCloseTo(NOTICE_GAP, 0)
  })
})
