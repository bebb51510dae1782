import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'
import { watch } from '../support/browser/on-screen.ts'
import { ownPlace, type Place } from '../support/browser/places.ts'
import { aPerson } from '../support/records/people.ts'
import { acknowledge, button, dialog, title, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { postAs } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'

const LIST = '/sites/approval'
const BULK = '/sites/approval/bulk'

/** An approver decides on many records at once; in large numbers in a full run. */
const WAITING = FULL ? 300 : 26
const CLEAN = FULL ? 120 : 20
const MARKED = FULL ? 7 : 3
const PAGE = FULL ? 20 : 10

describe('deciding on several', () => {
  const bureau = withSharedDemo()
  let own: Place
  let ids: number[]
  beforeAll(async () => {
    own = await ownPlace(bureau, 'bulk', ['approver'])
    await aPerson(bureau, 'bulk.colleague', {
      role: 'PENRO Approver',
      region: own.region,
      office: own.office,
      first_name: 'Corazon',
      last_name: 'Reyes',
    })
    ids = await manyWaiting(bureau, 'PENRO Laguna', { count: WAITING, marked: MARKED, at: own.office })
  })

  const codeOf = async (id: number) =>
    (
      await bureau.db
        .selectFrom('site_profiles')
        .select('code')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).code
  const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
  const approved = async () => {
    const rows = await bureau.db
      .selectFrom('site_profiles')
      .select('id')
      .where('penro_status', '=', 'Approved')
      .where('id', 'in', ids)
      .execute()
    return rows.length
  }

  test('[S-140] all that the filter finds is ticked by one press, and the bars stay in view, on a phone as well', async () => {
    const page = await bureau.as(own.approver)
    const inView = async (name: string, role: 'region' | 'group') => {
      const bar = page.getByRole(role, { name })
      for (const end of ['bottom', 'middle'] as const) {
        await page.evaluate(
          (to) => window.scrollTo(0, document.body.scrollHeight * (to === 'bottom' ? 1 : 0.5)),
          end,
        )
        await expect
          .poll(() =>
            bar.evaluate((element) => {
              const { top, bottom } = element.getBoundingClientRect()
              return top >= -1 && bottom <= window.innerHeight + 1
            }),
          )
          .toBe(true)
      }
    }
    await page.goto(`${LIST}?length=${PAGE}&search=SITES-MANY`)
    await page.getByRole('checkbox', { name: 'Tick all on this page' }).check()
    await page.getByText(`${PAGE} profiles ticked`).waitFor()
    const isMore = WAITING > 200
    await button(
      page,
      isMore ? `Tick the first 200 of ${WAITING} that the filter finds` : 'Tick all that the filter finds',
    ).click()
    await page
      .getByText(isMore ? `200 profiles ticked, the first 200 of ${WAITING}` : `${WAITING} profiles ticked`)
      .waitFor()
    await page.setViewportSize({ width: 360, height: 640 })
    await inView('Decide on several', 'region')
    await page.getByRole('link', { name: `Decide on ${Math.min(WAITING, 200)} profiles` }).click()
    await waitForPath(page, BULK)
    await page.getByRole('group', { name: 'Decide on all that is ready' }).waitFor()
    await inView('Decide on all that is ready', 'group')
    await bureau.leave(page)
  })

  full.test(
    `${CLEAN} of ${WAITING} are ticked over pages by keyboard, ${MARKED} set apart, one opened, the rest approved; one was returned meanwhile and says so`,
    async () => {
      const page = await bureau.as(own.approver)
      await page.goto(`${LIST}?length=${PAGE}&search=SITES-MANY`)
      const all = page.getByRole('checkbox', { name: 'Tick all on this page' })
      for (let at = 1; at <= CLEAN / PAGE; at += 1) {
        await all.focus()
        await page.keyboard.press('Space')
        await page.getByText(`${at * PAGE} profiles ticked`).waitFor()
        if (at === CLEAN / PAGE) break
        await button(page, 'Next page').click()
        await expect.poll(() => all.isChecked()).toBe(false)
      }
      // the records with a warning wait shortest, so they are last
      for (const id of ids.slice(-MARKED)) {
        await page.goto(`${LIST}?search=${await codeOf(id)}`)
        await page.getByRole('checkbox', { name: `Tick ${await codeOf(id)}`, exact: true }).check()
      }
      await page.getByText(`${CLEAN + MARKED} profiles ticked`).waitFor()

      await page.getByRole('link', { name: `Decide on ${CLEAN + MARKED} profiles` }).click()
      await waitForPath(page, BULK)
      const apart = region(page, `To open first: ${MARKED} profiles`)
      await apart.waitFor()
      await expect.poll(() => apart.getByText('Outside its region').count()).toBe(MARKED)
      await region(page, `Ready: ${CLEAN} profiles`).waitFor()
      if (FULL) await expectGoodAtEverySize(page)

      // one of them is opened, with a link back to this page
      const seen = await codeOf(ids.at(-1) ?? 0)
      const viewed = page.waitForResponse((reply) => reply.url().endsWith('/audit-logs'))
      await apart.getByRole('link', { name: seen }).click()
      await viewed
      await button(page, 'Approve').waitFor()
      await page.getByRole('link', { name: 'Decide on several' }).click()
      await region(page, `To open first: ${MARKED - 1} profiles`).waitFor()

      const stale = ids[3] ?? 0
      await postAs(bureau.product, 'bulk.colleague', `/sites/returned/${stale}`, {
        returned_reason: 'The agreement is not signed.',
      })
      const sent = watch(page, 'POST', /\/sites\/bulk$/)
      await button(page, `Approve ${CLEAN + 1} profiles`).click()
      const asked = dialog(page, `Approve ${CLEAN + 1} profiles?`)
      await asked.getByText(`Not decided on, and still ticked: ${MARKED - 1} profiles.`).waitFor()
      await button(page, `Approve ${CLEAN + 1}`).dblclick()
      await page.getByText(`${CLEAN} profiles approved, 1 not.`).waitFor({ timeout: 60_000 })
      expect(sent).toHaveLength(1)
      const outcome = region(page, /^Your last decision on several/)
      await outcome
        .getByText(`${await codeOf(stale)} was returned at PENRO by Corazon Reyes, PENRO Approver, on`)
        .waitFor()
      expect(await approved()).toBe(CLEAN)
      if (FULL) await expectGoodAtEverySize(page)

      // the page shows the same after leaving it, and the records to open first are still ticked
      await page.goto(LIST)
      await page.getByText(`${MARKED - 1} profiles ticked`).waitFor()
      await button(page, 'Untick all').click()
      await page.getByRole('link', { name: `Result of your decision on ${CLEAN + 1} profiles` }).click()
      await outcome.getByText('1 not').waitFor()
    },
  )

  full.test(
    'some are returned with one comment for all and one of its own, kept while a record is looked at',
    async () => {
      const page = await bureau.as(own.approver)
      const [first, second] = [ids[CLEAN] ?? 0, ids[CLEAN + 1] ?? 0]
      for (const id of [first, second]) {
        await page.goto(`${LIST}?search=${await codeOf(id)}`)
        await page.getByRole('checkbox', { name: `Tick ${await codeOf(id)}`, exact: true }).check()
      }
      await page.goto(BULK)
      await title(page, 'Decide on several').waitFor()
      await page.getByRole('button', { name: /^Return 2 profiles ?: A comment is needed/ }).waitFor()
      await page.getByLabel('Comment, for all').fill('Please sign the agreement.')
      await page.getByRole('button', { name: `Comment on ${await codeOf(second)}` }).click()
      await page.getByLabel(`Comment, for ${await codeOf(second)}`).fill('And the year.')
      await page.getByText('Draft saved').waitFor()
      await page.getByRole('link', { name: await codeOf(first) }).click()
      await button(page, 'Approve').waitFor()
      await page.getByRole('link', { name: 'Decide on several' }).click()
      await expect
        .poll(() => page.getByLabel('Comment, for all').inputValue())
        .toBe('Please sign the agreement.')
      await button(page, 'Return 2 profiles').click()
      await button(page, 'Return 2').click()
      await page.getByText('2 profiles returned.').waitFor()
      const rows = await bureau.db
        .selectFrom('site_profiles')
        .select('returned_reason')
        .where('id', 'in', [first, second])
        .orderBy('id')
        .execute()
      expect(rows.map(({ returned_reason }) => returned_reason)).toEqual([
        'Please sign the agreement.',
        'Please sign the agreement.\n\nAnd the year.',
      ])
    },
  )

  full.test(
    'a decision whose answer was lost is shown when the page opens again, none of its comments is offered, and its ticks go by one press',
    async () => {
      const page = await bureau.as(own.approver)
      const both = ids.slice(CLEAN + 2, CLEAN + 4)
      for (const id of both) {
        await page.goto(`${LIST}?search=${await codeOf(id)}`)
        await page.getByRole('checkbox', { name: `Tick ${await codeOf(id)}`, exact: true }).check()
      }
      await page.goto(BULK)
      await page.getByLabel('Comment, for all').fill('Please sign the agreement.')
      await page.getByText('Draft saved').waitFor()
      // the server has begun, and its answer never comes
      await page.route('**/api/sites/bulk', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        await route.abort()
      })
      await button(page, 'Return 2 profiles').click()
      await button(page, 'Return 2').click()
      await acknowledge(page, 'Something went wrong')
      await page.unrouteAll()
      await page.goto('about:blank')

      await page.goto(BULK)
      await page.getByText('2 profiles returned.').waitFor()
      await region(page, 'You cannot decide on these now: 2 profiles').waitFor()
      expect(await page.getByText(/^You have an unfinished form/).count()).toBe(0)
      expect(await page.getByLabel('Comment, for all').inputValue()).toBe('')
      await button(page, 'Untick all 2').click()
      await expect.poll(() => region(page, /^You cannot decide/).count()).toBe(0)
      await page.getByText('2 profiles returned.').waitFor()
      const steps = await bureau.db
        .selectFrom('review_steps')
        .innerJoin('site_profiles', 'site_profiles.record_id', 'review_steps.record_id')
        .select('review_steps.action')
        .where('site_profiles.id', 'in', both)
        .where('review_steps.action', '=', 'Returned')
        .execute()
      expect(steps).toHaveLength(2)
    },
  )

  full.test('a comment for those that are left stays where others are approved before them', async () => {
    const page = await bureau.as(own.approver)
    for (const id of [...ids.slice(CLEAN + 4, CLEAN + 6), ids.at(-2) ?? 0]) {
      await page.goto(`${LIST}?search=${await codeOf(id)}`)
      await page.getByRole('checkbox', { name: `Tick ${await codeOf(id)}`, exact: true }).check()
    }
    await page.goto(BULK)
    await region(page, 'To open first: 1 profile').waitFor()
    await page.getByLabel('Comment, for all').fill('The map is of another place.')
    await page.getByText('Draft saved').waitFor()
    await button(page, 'Approve 2 profiles').click()
    await dialog(page, 'Approve 2 profiles?')
      .getByText('Your comments will not be sent. Return the records to send them.')
      .waitFor()
    await button(page, 'Approve 2').click()
    await page.getByText('2 profiles approved.').waitFor()
    await region(page, 'To open first: 1 profile').waitFor()
    expect(await page.getByLabel('Comment, for all').inputValue()).toBe('The map is of another place.')
    // and it is sent at the first press, although it was written in the form that approved the others
    const viewed = page.waitForResponse((reply) => reply.url().endsWith('/audit-logs'))
    await region(page, 'To open first: 1 profile').getByRole('link').click()
    await viewed
    await page.getByRole('link', { name: 'Decide on several' }).click()
    await button(page, 'Return 1 profile').click()
    await button(page, 'Return 1').click()
    await page.getByText('1 profile returned.').waitFor()
  })
})
