import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { manilaDay } from '../../shared/lib/manila-days.ts'
import { expectAccessible } from '../support/browser/browser.ts'
import { withDemo } from '../support/browser/demo.ts'
import { button } from '../support/browser/screen.ts'
import { ask } from '../support/product/session.ts'
import { full } from '../support/full.ts'

const NARROW = { width: 360, height: 740 }
const WIDE = { width: 1280, height: 900 }

/** the words with which a button or a link begins to change something */
const CHANGES =
  /^(Accept|Activate|Add|Answer|Approve|Cancel import|Choose|Comment|Deactivate|Discard|Edit|End session|Forget|Freeze|Import \d|Issue|Link an|Merge|New|Publish|Recall|Remove|Rename|Reset|Return|Save|Send|Submit|Tick|Upload|Verify now|Withdraw|Write)\b/

const waitingIn = (table: 'site_profiles' | 'site_activities') =>
  `select id from ${table} where site_status = 'Submitted' and region_status = 'Approved' and status = 'Activated'
   order by id limit 1`
const PRINCIPLE = 'select id from site_principles order by id desc limit 1'

/** Returns the changes that the page offers, and that can be pressed. */
const offeredOn = (page: Page): Promise<string[]> =>
  page.locator('#main').evaluate((main, source) => {
    const changes = new RegExp(source)
    const isOff = (element: Element) =>
      element.matches(':disabled, [aria-disabled=true], fieldset:disabled *') || !element.checkVisibility()
    const named = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    return [...main.querySelectorAll('button, a, [role=switch], input[type=checkbox], textarea')]
      .filter((element) => !isOff(element))
      .filter((element) => element.matches('[role=switch], textarea') || changes.test(named(element)))
      .map((element) => `${element.tagName} ${named(element)}`)
  }, CHANGES.source)

describe('an auditor sees everything and changes nothing', () => {
  const bureau = withDemo()

  const idOf = async (statement: string) => {
    const [row] = await ask<{ id: number }>(bureau.product, statement)
    if (!row) throw new Error(`The demo bureau has no ${statement}`)
    return row.id
  }
  /** Opens a page, and waits until it has loaded. */
  const open = async (page: Page, address: string) => {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  /** Notes every call that was refused, and every one that would change something. */
  const faultsOf = (page: Page): string[] => {
    const faults: string[] = []
    page.on('response', (reply) => {
      const { pathname } = new URL(reply.url())
      const method = reply.request().method()
      if (!pathname.startsWith('/api/')) return
      if (reply.status() === 403) faults.push(`403 ${method} ${pathname}`)
      if (method !== 'GET' && !pathname.endsWith('/audit-logs')) faults.push(`${method} ${pathname}`)
    })
    return faults
  }
  const goodAtBothWidths = async (page: Page) => {
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
      expect(await offeredOn(page), page.url()).toEqual([])
    }
  }

  full.test(
    'walks dashboard, list, record, approval page and audit log, is offered no change, and finds all of it in the log',
    async () => {
      const page = await bureau.as('fmb.auditor')
      const faults = faultsOf(page)
      const site = await idOf(waitingIn('site_profiles'))
      await open(page, '/dashboard')
      await page
        .getByText(
          'Auditors see everything and change nothing. What you open and export is in the audit log.',
        )
        .waitFor()
      await goodAtBothWidths(page)
      for (const address of ['/sitemap', `/sitemap/view/${site}`, '/sites/approval']) {
        await open(page, address)
        await goodAtBothWidths(page)
      }
      await page.getByText(/waits? for FMB\./).waitFor()
      await open(page, `/sites/approval/view/${site}`)
      expect(await page.locator('[data-decision-bar]').count()).toBe(0)
      await goodAtBothWidths(page)

      const [code] = await ask<{ code: string }>(
        bureau.product,
        `select code from site_profiles where id = ${site}`,
      )
      const today = manilaDay(new Date())
      await open(page, `/audit-logs?startDate=${today}&endDate=${today}&search=${code?.code}`)
      const mine = page.getByRole('row').filter({ hasText: 'FMB Auditor' }).filter({ hasText: 'Viewed' })
      await mine.filter({ hasText: 'seen: One profile' }).first().waitFor()
      await goodAtBothWidths(page)
      expect(faults).toEqual([])
    },
  )

  full.test('an administrator reads on account and role that an auditor’s views are logged', async () => {
    const page = await bureau.as('fmb.admin')
    const logged = page.getByText(
      'Auditors see everything and change nothing. What they open and export is in the audit log.',
    )
    await page.goto('/users?search=fmb.auditor')
    await page.getByText(demoEmail('fmb.auditor')).first().click()
    await logged.waitFor()
    await page.goto('/roles?search=Auditor')
    await page.getByText('FMB Auditor').first().click()
    await logged.waitFor()
    await expectAccessible(page)
  })

  full.test(
    'no other screen offers a change either, and none asks for what is refused',
    async () => {
      const page = await bureau.as('fmb.auditor')
      const faults = faultsOf(page)
      const [profile, activity, principle] = [
        await idOf(waitingIn('site_profiles')),
        await idOf(waitingIn('site_activities')),
        await idOf(PRINCIPLE),
      ]
      const draft = await idOf('select id from summaries where frozen_at is null limit 1')
      const frozen = await idOf('select id from summaries where frozen_at is not null limit 1')
      const user = demoEmail('laguna.encoder')
      for (const address of [
        '/dashboard/sites',
        '/dashboard/open',
        '/dashboard/approvals',
        '/users',
        '/users/offices',
        '/users/sign-in',
        '/roles',
        '/sitemap/imports',
        '/sites/activity',
        '/sites/activity/datatable',
        '/sites/activity/approval',
        `/sites/activity/approval/view/${activity}`,
        `/sites/activity/approval/${activity}/principle/${principle}`,
        `/sites/activity/${activity}`,
        `/sites/activity/${activity}/principle/${principle}`,
        `/sites/principle/${principle}`,
        '/audit-logs/integrity',
        '/report',
        '/summary',
        `/summary/draft/${draft}`,
        `/summary/draft/${frozen}`,
        '/summary/crosswalk',
        '/translations',
        `/sitemap/view/${profile}`,
      ]) {
        await open(page, address)
        expect([address, new URL(page.url()).pathname, await offeredOn(page)]).toEqual([address, address, []])
        await expectAccessible(page)
      }
      await page.goto(`/users?search=${user}`)
      await page.getByText(user).first().click()
      await page.getByRole('region', { name: 'Sign-in' }).getByText('Second Factor').waitFor()
      expect(await button(page, /^(Edit Profile|Reset password|End session)$/).count()).toBe(0)
      // a form is not opened
      await page.goto('/sitemap/add')
      await page.waitForURL('**/dashboard')
      expect(faults).toEqual([])
    },
    240_000,
  )
})
