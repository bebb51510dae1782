import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { PHONE, type Size } from '../support/browser/browser-pool.ts'
import { withDemo } from '../support/browser/demo.ts'
import { picture } from '../support/browser/pictures.ts'
import { ask, openAs } from '../support/product/session.ts'
import { full } from '../support/full.ts'

/*
 * The tour of the README: eight pictures of the demo bureau, taken again by `npm run tour`. Each is taken when its screen
 * shows what the README says of it.
 */

/** A picture: where, who, what must be in sight, and the statement that finds the record in the address. */
type Stop = {
  name: string
  who: string | null
  path: string
  record?: string
  shows: string
  /** the heading at the top of the picture, where it is not the page's own */
  from?: string
  size?: Size
}

const APPROVED = `select site_activity_id as id from approved_sites where site_activity_id is not null order by 1 limit 1`
const FOUND = `select site_profile_id as id from land_findings order by site_profile_id limit 1`
const WAITING = `select id from site_activities where site_status = 'Submitted' and region_status = 'Approved'
  and status = 'Activated' order by id limit 1`
const RETURNED = `select id from site_profiles where site_status = 'Returned' and status = 'Activated' order by id limit 1`

const STOPS: readonly Stop[] = [
  { name: 'public-list', who: null, path: '/site/approved', shows: 'Approved SITES by region' },
  {
    name: 'public-site',
    who: null,
    path: '/site/approved/$id',
    record: APPROVED,
    shows: 'About this site',
    size: PHONE,
  },
  {
    name: 'certificate',
    who: null,
    path: '/site/approved/$id/certificate',
    record: APPROVED,
    shows: 'Certificate',
  },
  {
    name: 'land',
    who: 'fmb.super',
    path: '/sitemap/view/$id',
    record: FOUND,
    shows: 'according to',
    from: 'Land',
  },
  { name: 'returned', who: 'fmb.super', path: '/sitemap/view/$id', record: RETURNED, shows: 'Returned' },
  {
    name: 'approval',
    who: 'fmb.approver',
    path: '/sites/activity/approval/view/$id',
    record: WAITING,
    shows: 'Approve',
  },
  { name: 'dashboard', who: 'fmb.super', path: '/dashboard', shows: 'Dashboard' },
  { name: 'log', who: 'fmb.super', path: '/audit-logs/integrity', shows: 'Integrity of the log' },
]

describe('the tour', () => {
  const bureau = withDemo()

  const open = async ({ who, path, record, size }: Stop): Promise<Page> => {
    const [row] = record ? await ask<{ id: number }>(bureau.product, record) : []
    const address = path.replace('$id', String(row?.id))
    if (who) return openAs(bureau.browser, bureau.product, who, address, size)
    const page = await bureau.stranger(size)
    await page.goto(address)
    return page
  }

  // each screen has tests of its own: here the pictures count
  const pictured = process.env.PICTURES ? test : full.test
  pictured.each(STOPS)('shows $name', async (at) => {
    const page = await open(at)
    await page.getByText(at.shows).first().waitFor()
    await page.waitForLoadState('networkidle')
    if (at.from !== undefined)
      await page
        .getByRole('heading', { name: at.from, exact: true })
        .evaluate((heading) => scrollTo(0, heading.getBoundingClientRect().top + scrollY - 24))
    await picture(page, at.name)
  })
})

test('the tour is in the README, picture by picture', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const { name } of STOPS) {
    expect(readme).toContain(`docs/pictures/tour/${name}.png`)
    expect(existsSync(`docs/pictures/tour/${name}.png`), name).toBe(true)
  }
})
