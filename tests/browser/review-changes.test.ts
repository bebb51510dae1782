import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { button, expectFocus, expectOpens, title, waitForPath } from '../support/browser/screen.ts'
import { allowMotion } from '../support/browser/browser-pool.ts'
import { expectGoodAtEverySize, expectGoodPart } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'
import { recordIds } from '../support/records/record-ids.ts'

const CHANGES = 'What changed since the last return'

const bureau = withSharedDemo()

describe('what an approver compares', () => {
  type Wanted = { changed: boolean; level: 'penro' | 'region' | 'fmb' }
  /** A profile in its second round that waits for a level, corrected since its return or not. */
  const secondRound = async ({ changed, level }: Wanted) => {
    const { rows } = await sql<{ id: number; code: string; office: string }>`
      select site_profiles.id, site_profiles.code, offices.name as office
      from site_profiles
      join offices on offices.id = site_profiles.office_id
      join review_snapshots first on first.record_id = site_profiles.record_id and first.round = 1
      join review_snapshots second on second.record_id = site_profiles.record_id and second.round = 2
      where site_profiles.site_status = 'Submitted'
        and ${sql.ref(`site_profiles.${level}_status`)} = 'Submitted'
        and (first.content = second.content) <> ${changed}
        and (not ${changed} or exists (
          select from replaced_boundaries where replaced_boundaries.site_profile_id = site_profiles.id
        ))
      order by site_profiles.id`.execute(bureau.db)
    const found = rows[0]
    if (!found) throw new Error(`No ${changed ? 'corrected' : 'unchanged'} profile waits for ${level}.`)
    return found
  }
  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  test('fields, documents and both boundaries of a profile come before the decision, whose bar stays in view', async () => {
    const { id, code } = await secondRound({ changed: true, level: 'penro' })
    // as an operator's command does
    await sql`
      with noted as (
        insert into audit_erasures (audit_log_id, erased_at, reason)
        values (999999, now(), 'Asked for by the person') returning audit_log_id
      )
      update review_steps set comment = null, erased_row = audit_log_id from noted
      where record_id = ${recordIds('site_profiles', id)} and action = 'Returned'`.execute(bureau.db)
    const page = await expectOpens(bureau, 'laguna.approver', `/sites/approval/view/${id}`, await nameOf(id))
    const changes = panel(page, CHANGES)
    await changes
      .getByText(/^Returned by .*, PENRO, on .* \(round 1\); compared with its submission in round 2\.$/)
      .waitFor()
    await expect
      .poll(() => changes.getByRole('columnheader').allInnerTexts())
      .toEqual(['Field', 'When returned', 'After'])
    await panel(page, 'Review history')
      .getByText(/^The comment of this step was erased on \w{3} \d\d, .+\. Reason: Asked for by the person$/)
      .waitFor()
    const end = changes
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Project Year End' }) })
    const years = (await end.getByRole('cell').allInnerTexts()).map(Number)
    expect((years[1] ?? 0) - (years[0] ?? 0)).toBe(2)
    const agreement = changes.getByRole('list', { name: 'Agreement' }).getByRole('listitem')
    await expect
      .poll(() => agreement.innerText())
      .toMatch(/Replaced[\s\S]*agreement-unsigned\.pdf[\s\S]*agreement\.pdf/)

    const map = changes.getByRole('region', {
      name: `Map of the boundary of ${code} when returned and after`,
    })
    await map.scrollIntoViewIfNeeded()
    await map.getByRole('img', { name: /^Boundary before, [\d.,]+ ha$/ }).waitFor()
    await map.getByRole('img', { name: /^Site boundary, [\d.,]+ ha$/ }).waitFor()
    const legend = changes.getByRole('list', { name: 'Boundaries on the map' })
    await expect
      .poll(() => legend.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^When returned, dashed: [\d.,]+ ha$/),
        expect.stringMatching(/^After, solid: [\d.,]+ ha$/),
      ])
    await changes.getByText(/^[\d.,]+ ha are new, [\d.,]+ ha are no longer inside\.$/).waitFor()
    // the record's own map shows its surroundings
    await panel(page, 'Boundary').scrollIntoViewIfNeeded()
    await panel(page, 'Boundary')
      .getByRole('img', { name: /^Neighbouring site SITES-/ })
      .first()
      .waitFor()

    // the facts come first, and the bar of the decision is in view beside each of them
    const [facts, decision] = [
      await panel(page, 'Boundary').boundingBox(),
      await panel(page, 'Decision').boundingBox(),
    ]
    expect((facts?.y ?? 0) + (facts?.height ?? 0)).toBeLessThanOrEqual(decision?.y ?? 0)
    const bar = page.getByRole('group', { name: /^Decision on SITES-/ })
    const view = page.viewportSize()
    for (const seen of [changes, panel(page, 'Boundary'), panel(page, 'Decision')]) {
      await seen.scrollIntoViewIfNeeded()
      const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
      expect(y + height).toBeLessThanOrEqual((view?.height ?? 0) + 1)
      expect(y).toBeGreaterThan(0)
    }
    // the bar does not cover the focus
    await button(page, 'Comment to return').click()
    const box = panel(page, 'Decision').getByRole('textbox')
    await expectFocus(box)
    const [field, top] = [await box.boundingBox(), await bar.boundingBox()]
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
    if (FULL) await expectGoodAtEverySize(page)

    const preview = changes.getByRole('button', { name: /^Preview .*agreement\.pdf$/ })
    await preview.click()
    await changes.getByRole('region', { name: /^Preview of / }).waitFor()
  })

  const nameOf = async (id: number) => {
    const row = bureau.db.selectFrom('site_profiles').select('name_of_partner').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).name_of_partner
  }

  full.test('a record that came back as it was says so, one that was never returned says that', async () => {
    const { id, office } = await secondRound({ changed: false, level: 'region' })
    const region = office === 'PENRO Laguna' || office === 'PENRO Quezon' ? 'r4a.approver' : 'fmb.super'
    const page = await expectOpens(bureau, region, `/sites/approval/view/${id}`, await nameOf(id))
    await panel(page, CHANGES).getByText('Nothing changed since the return.', { exact: true }).waitFor()
    if (FULL) await expectGoodPart(panel(page, CHANGES))

    const first = await bureau.db
      .selectFrom('site_profiles')
      .select('id')
      .where('penro_status', '=', 'Submitted')
      .where('review_round', '=', 1)
      .where('office_id', 'in', (eb) =>
        eb.selectFrom('offices').select('id').where('name', '=', 'PENRO Laguna'),
      )
      .executeTakeFirstOrThrow()
    const fresh = await expectOpens(
      bureau,
      'laguna.approver',
      `/sites/approval/view/${first.id}`,
      await nameOf(first.id),
    )
    await fresh.getByText('First submission', { exact: true }).waitFor()
    await expect.poll(() => panel(fresh, CHANGES).count()).toBe(0)
    if (FULL) await expectGoodAtEverySize(fresh)
  })

  full.test('whoever reads the record compares every earlier round as well', async () => {
    const { id } = await bureau.db
      .selectFrom('site_profiles')
      .select('id')
      .where('site_status', '=', 'Returned')
      .where('review_round', '=', 2)
      .where('office_id', 'in', (eb) =>
        eb.selectFrom('offices').select('id').where('name', '=', 'PENRO Laguna'),
      )
      // not one that another test returned
      .orderBy('returned_at')
      .executeTakeFirstOrThrow()
    const page = await expectOpens(bureau, 'laguna.encoder', `/sitemap/view/${id}`, await nameOf(id))
    const changes = panel(page, CHANGES)
    await changes.getByText(/compared with the record as it is now, not submitted again yet/).waitFor()
    await changes.getByText('Nothing has been changed yet.', { exact: true }).waitFor()
    const choice = page.getByRole('navigation', { name: 'Which return to compare with' })
    await expect
      .poll(() => choice.getByRole('button').allTextContents())
      .toEqual([
        expect.stringMatching(/^Round 2, returned by FMB, /),
        expect.stringMatching(/^Round 1, returned by Region, /),
      ])
    await choice.getByRole('button', { name: /^Round 1, / }).click()
    await page.getByText(/ \(round 1\); compared with its submission in round 2\.$/).waitFor()
    await title(page, await nameOf(id)).waitFor()
    await page.getByRole('heading', { name: 'What changed after the return in round 1' }).waitFor()
    if (FULL) await expectGoodPart(panel(page, 'What changed after the return in round 1'))
  })

  full.test(
    'the evidence of an activity is compared by principle and indicator; its cards and its pages are marked (S-58)',
    async () => {
      const { id } = await bureau.db
        .selectFrom('site_activities')
        .select('id')
        .where('penro_status', '=', 'Submitted')
        .where('review_round', '=', 2)
        .where('office_id', 'in', (eb) =>
          eb.selectFrom('offices').select('id').where('name', '=', 'PENRO Laguna'),
        )
        .executeTakeFirstOrThrow()
      const page = await allowMotion(await bureau.as('laguna.approver'))
      await page.goto(`/sites/activity/approval/view/${id}`)
      const changes = panel(page, CHANGES)
      const first = changes.getByRole('region', { name: 'Changes of Principle #1' })
      await first.getByText(/^Evidence: 1 added, /).waitFor()
      const rows = first
        .getByRole('list', { name: /^Evidence that changed for 1\.\d\.\d$/ })
        .getByRole('listitem')
      await rows.filter({ hasText: 'Added' }).first().waitFor()
      const cards = page.getByRole('list', { name: 'Principles' }).getByRole('listitem')
      await cards.filter({ hasText: 'Changed since the return' }).first().waitFor()
      await expect.poll(() => cards.filter({ hasText: 'Comment from PENRO' }).count()).toBe(2)
      const [facts, decision] = [await changes.boundingBox(), await panel(page, 'Decision').boundingBox()]
      expect((facts?.y ?? 0) + (facts?.height ?? 0)).toBeLessThanOrEqual(decision?.y ?? 0)
      // the site is linked: map, areas, agreement
      await page.getByRole('link', { name: /\(map, areas and agreement\)$/ }).waitFor()
      if (FULL) await expectGoodAtEverySize(page)

      const look = first.getByRole('button', { name: /^Preview / }).first()
      await look.click()
      await first.getByRole('region', { name: /^Preview of / }).waitFor()
      await first.getByRole('link', { name: 'Principle #1' }).click()
      await waitForPath(page, `/sites/activity/approval/${id}/principle/1`)
      const here = panel(page, 'Changed since the last return')
      await here
        .getByRole('list', { name: /^Evidence that changed for 1\./ })
        .first()
        .waitFor()
      if (FULL) await expectGoodPart(here)

      await bureau.handTo(page, 'laguna.encoder')
      await page.goto(`/sites/activity/${id}?from=view`)
      await panel(page, CHANGES).getByRole('region', { name: 'Changes of Principle #1' }).waitFor()
    },
  )
})

describe('an approver with many records', () => {
  const LIST = '/sites/approval'
  const DECISION = /^\/sites\/approval\/view\/\d+$/
  const records = (page: Page) => page.getByRole('navigation', { name: 'Records waiting for you' })
  const arrived = async (page: Page) => {
    await page.waitForURL((url) => DECISION.test(url.pathname))
    await page.getByRole('list', { name: 'Review steps' }).waitFor()
    await button(page, 'Approve').waitFor()
    return new URL(page.url()).pathname
  }

  full.test('goes from one profile to the next, before and after deciding; the list is kept', async () => {
    const page = await expectOpens(bureau, 'fmb.approver', `${LIST}?length=25`, 'SITES Approval')
    // without the queue beside the record
    const narrow = { width: 1200, height: 900 }
    await page.setViewportSize(narrow)
    const waiting = page.getByRole('row').filter({ hasText: /Waiting\s(less|\d)/ })
    await waiting.first().waitFor()
    await expect.poll(() => waiting.count()).toBeGreaterThanOrEqual(3)
    await waiting.first().getByRole('cell').nth(1).click()
    const first = await arrived(page)
    await records(page)
      .getByRole('link', { name: /^Next waiting \(SITES-/ })
      .waitFor()
    await expect
      .poll(() => records(page).getByRole('link').count(), { message: 'nothing waits longer' })
      .toBe(1)
    await records(page)
      .getByRole('link', { name: /^Next waiting/ })
      .click()
    await page.waitForURL((url) => url.pathname !== first)
    const second = await arrived(page)
    if (FULL) await expectGoodPart(records(page))
    await page.setViewportSize(narrow)
    await records(page)
      .getByRole('link', { name: /^Previous waiting/ })
      .waitFor()

    // an unfinished comment does not appear on the next record
    await page.getByRole('textbox', { name: /^Comment/ }).fill('Please sign the minutes.')
    await button(page, 'Approve').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText(/^SITES-\S+ approved\.$/).waitFor()
    const told = page.getByRole('region', { name: 'Decision' })
    await told
      .getByText(
        /^Next: SITES-\S+, .*, waiting for you .*\. (\d+ are waiting for you|It is the only one waiting)\.$/,
      )
      .waitFor()
    await expectFocus(told)
    if (FULL) await expectGoodAtEverySize(page)
    await page.setViewportSize(narrow)
    const onward = told.getByRole('link', { name: 'Open the next record' })
    // axe ignores text in the same colour as its background
    const [ink, ground] = await onward.evaluate((link) => {
      const { color, backgroundColor } = getComputedStyle(link)
      return [color, backgroundColor]
    })
    expect(ink).not.toBe(ground)
    await onward.click()
    await page.waitForURL((url) => DECISION.test(url.pathname) && url.pathname !== second)
    const third = await arrived(page)
    expect([first, second]).not.toContain(third)
    await expect.poll(() => new URL(page.url()).search).toBe('?length=25')
    await expect.poll(() => page.getByRole('textbox', { name: /^Comment/ }).inputValue()).toBe('')

    await page.getByRole('link', { name: 'SITES Approval', exact: true }).click()
    await waitForPath(page, LIST)
    await expect.poll(() => new URL(page.url()).search).toBe('?length=25')
  })
})
