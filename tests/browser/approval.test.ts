import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PermissionKey } from '../../shared/access/permissions.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { aPerson, aRole } from '../support/records/people.ts'
import {
  acknowledge,
  button,
  dialog,
  expectFocus,
  expectOpens,
  waitForPath,
} from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

const PROFILES = '/sites/approval'
const ACTIVITIES = '/sites/activity/approval'
const ALREADY = 'This record has already been acted on. Please refresh.'

type Level = 'PENRO' | 'Region' | 'FMB'
/** The status fields of a record that waits for each level. */
const WAITING = {
  PENRO: { penro_status: 'Submitted' },
  Region: { penro_status: 'Approved', region_status: 'Submitted' },
  FMB: { region_status: 'Approved', fmb_status: 'Submitted' },
} as const

const profilePage = (id: number) => `/sites/approval/view/${id}`
const activityPage = (id: number) => `/sites/activity/approval/view/${id}`

const PROFILE = {
  table: 'site_profiles',
  address: profilePage,
  returned: '**/api/sites/returned/*',
  box: /^Comment/,
  reason: 'returned_reason',
  other: 'profile.approver',
} as const
const ACTIVITY = {
  table: 'site_activities',
  address: activityPage,
  returned: '**/api/sites/activities/returned/*',
  box: /^Principle #5/,
  reason: 'returned_reason_5',
  other: 'activity.reviewer',
} as const
/** One page decides on both kinds; the short run tests it with one of them. */
const KINDS = FULL ? [PROFILE, ACTIVITY] : [PROFILE]

describe('approval', () => {
  const bureau = withSharedDemo()

  // the full run's tests decide as people with some of the keys
  beforeAll(async () => {
    if (!FULL) return
    const keys: [string, PermissionKey[]][] = [
      ['profile.approver', ['site_maps_approval']],
      ['activity.reviewer', ['site_activities_approval', 'site_activities_return']],
    ]
    for (const [name, permissions] of keys) {
      const all: PermissionKey[] = ['dashboard_access', ...permissions]
      const role = await aRole(bureau, { name: `Role of ${name}`, access_level: 'PENRO', permissions: all })
      await aPerson(bureau, name, { role, region: 'R04A', office: 'PENRO Laguna' })
    }
  })
  // removes unfinished forms; not after the tests, because a failed test takes its pictures there
  beforeEach(() => bureau.startAfresh())

  /** The records of Laguna and Quezon that wait for a level, the oldest first. */
  const waiting = async (table: 'site_profiles' | 'site_activities', level: Level) => {
    const rows = await bureau.db
      .selectFrom(table)
      .innerJoin('offices', 'offices.id', `${table}.office_id`)
      .select([`${table}.id`, 'offices.name as office'])
      .where((row) => row.and(WAITING[level]))
      .where(`${table}.status`, '=', 'Activated')
      .where('offices.name', 'in', ['PENRO Laguna', 'PENRO Quezon'])
      .orderBy(`${table}.id`)
      .execute()
    return rows.map(({ id, office }) => ({ id, office }))
  }
  const lagunas = async (table: 'site_profiles' | 'site_activities', level: Level = 'PENRO') => {
    const found = (await waiting(table, level)).find(({ office }) => office === 'PENRO Laguna')
    if (!found) throw new Error(`Nothing in ${table} waits for ${level} in Laguna.`)
    return found.id
  }

  const headers = (page: Page) => page.getByRole('columnheader').allInnerTexts()
  const buttons = async (page: Page) => {
    await page.getByRole('list', { name: 'Review steps' }).waitFor()
    // the decision opens once its unfinished comments have been loaded
    await expect.poll(() => page.getByLabel('Loading', { exact: true }).count()).toBe(0)
    return [await button(page, 'Approve').count(), await button(page, 'Return').count()]
  }

  const tabs = (page: Page) => page.getByRole('navigation', { name: 'Approval lists' }).getByRole('link')
  /** Waits for exactly these tabs, each with its count. */
  const expectTabs = (page: Page, name: string, lists: string[]) =>
    expect
      .poll(() => tabs(page).allInnerTexts(), { message: name })
      .toEqual(lists.map((list) => expect.stringMatching(new RegExp(`^${list} [\\d,]+ waiting$`))))
  /** Opens the first record of this list by keyboard and returns which decisions are offered. */
  const openFirst = async (page: Page, list: typeof PROFILES | typeof ACTIVITIES) => {
    const name = list === PROFILES ? 'Profiling of SITES Approval' : 'SITES Activities Approval'
    const rows = page.getByRole('table', { name, exact: true }).getByRole('row')
    await rows
      .filter({ hasText: /(PENRO|Region|FMB) - / })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => /^\d+$/.test(url.pathname.replace(`${list}/view/`, '')))
    return buttons(page)
  }

  test('profiles and activities to review have their columns [APPROVAL-02] [APPROVAL-03] [APPROVAL-06] [S-120]', async () => {
    const page = await expectOpens(bureau, 'laguna.approver', PROFILES, 'SITES Approval')
    const first = page.getByRole('row').filter({ hasText: 'PENRO - Laguna' }).first()
    await first.waitFor()
    const columns = [
      'Tick',
      'SITES Code',
      'Region',
      'Name of Implementer',
      'Submitting Office',
      'Date Submitted',
      'Record Status',
    ]
    await expect.poll(() => headers(page)).toEqual([...columns, 'Actions'])
    await expectTabs(page, 'laguna.approver', ['Profiling of SITES', 'SITES Activities'])
    if (FULL) await expectGoodAtEverySize(page)

    await tabs(page).last().click()
    await waitForPath(page, ACTIVITIES)
    await first.waitFor()
    await expect.poll(() => headers(page)).toEqual(columns)
    if (FULL) await expectGoodAtEverySize(page)

    // each list needs its own keys, and so does each decision, as tests/api says of every call
    if (!FULL) return
    for (const [name, list, tab, found] of [
      ['profile.approver', PROFILES, 'Profiling of SITES', [1, 0]],
      ['activity.reviewer', ACTIVITIES, 'SITES Activities', [1, 1]],
    ] as const) {
      await bureau.handTo(page, name)
      await page.goto(list)
      await expectTabs(page, name, [tab])
      expect(await openFirst(page, list), name).toEqual(found)
    }
  })

  full.test(
    'the stepper is green for submitted and approved, red for returned, each with its picture, beside the switch until PENRO approves [APPROVAL-13] [PROFILES-44]',
    async () => {
      const GREEN = 'rgb(27, 94, 32)'
      const RED = 'rgb(176, 37, 37)'
      const states = await bureau.db
        .selectFrom('site_profiles')
        .distinctOn(['site_status', 'penro_status', 'region_status', 'fmb_status'])
        .select(['id', 'site_status', 'penro_status', 'region_status', 'fmb_status', 'returned_by'])
        .where('status', '=', 'Activated')
        .execute()
      expect(states).toHaveLength(7)
      const page = await bureau.as('fmb.super')
      const pictures = new Map<string, Set<string>>()
      for (const { id, ...record } of states) {
        await page.goto(`/sitemap/view/${id}`)
        const steps = page.getByRole('list', { name: 'Review steps' }).getByRole('listitem')
        await steps.nth(3).waitFor()
        const isApproved = record.site_status === 'Approved' || record.penro_status === 'Approved'
        await expect
          .poll(() => page.getByRole('switch').count(), { message: Object.values(record).join('/') })
          .toBe(isApproved ? 0 : 1)
        const drawn = await steps.evaluateAll((items) =>
          items.map((item) => {
            const mark = item.querySelector('span')
            const colour = mark ? getComputedStyle(mark).backgroundColor : ''
            return { colour, picture: mark?.querySelector('svg')?.innerHTML ?? '', words: item.textContent }
          }),
        )
        const expected = [
          { step: 'SITES', status: record.site_status, by: record.returned_by },
          { step: 'PENRO', status: record.penro_status, by: 'PENRO' },
          { step: 'Region', status: record.region_status, by: 'Region' },
          { step: 'FMB', status: record.fmb_status, by: 'FMB' },
        ]
        for (const [place, { step, status, by }] of expected.entries()) {
          const { colour = '', picture = '', words = '' } = drawn[place] ?? {}
          const what = `${Object.values(record).join('/')}: ${step}`
          const isNamed = status !== null && (step !== 'SITES' || status === 'Returned')
          expect(words, what).toContain(`${step}${status ?? 'Not yet'}${isNamed ? ` by ${by}` : ''}`)
          if (status === 'Returned') expect(colour, what).toBe(RED)
          else if (status === null) expect([GREEN, RED], what).not.toContain(colour)
          else expect(colour, what).toBe(GREEN)
          pictures.set(status ?? 'Not yet', (pictures.get(status ?? 'Not yet') ?? new Set()).add(picture))
        }
      }
      // a clock, a check and an arrow back, the same at every step; a future step has its number
      const each = ['Submitted', 'Approved', 'Returned', 'Not yet'].map((status) => [
        ...(pictures.get(status) ?? []),
      ])
      expect(each.map((one) => one.length)).toEqual([1, 1, 1, 1])
      expect(new Set(each.flat()).size).toBe(4)
      expect(each[3]).toEqual([''])
    },
  )

  test('[S-141] a comment typed before Approve is named in the question, Enter decides nothing, and the return shows it again', async () => {
    const page = await bureau.as('laguna.approver')
    for (const { table, address, returned: call, box } of KINDS) {
      const calls = [call, call.replace('returned', 'approved')]
      await page.goto(address(await lagunas(table)))
      const comment = page.getByRole('textbox', { name: box })
      await comment.fill('Please attach the signed copy.')
      const sent: string[] = []
      for (const path of calls)
        await page.route(path, (route) => {
          sent.push(route.request().url())
          return route.abort()
        })
      for (const [name, question] of [
        ['Approve', /^Approve this/],
        ['Return', /^Return this/],
      ] as const) {
        await button(page, name).click()
        const asked = page.getByRole('dialog', { name: question })
        await asked.getByText('Please attach the signed copy.').waitFor()
        const fate = asked.getByText('Your comment will not be sent. Return the record to send it.')
        await expect.poll(() => fate.count()).toBe(name === 'Approve' ? 1 : 0)
        await expect.poll(() => asked.evaluate((one) => one.contains(document.activeElement))).toBe(true)
        await page.keyboard.press('Enter')
        await page.keyboard.press('Space')
        await asked.getByText('Please attach the signed copy.').waitFor()
        await page.keyboard.press('Escape')
        await asked.waitFor({ state: 'hidden' })
      }
      expect(sent).toEqual([])
      await comment.fill('')
      await button(page, 'Approve').click()
      const asked = page.getByRole('dialog', { name: /^Approve this/ })
      await asked.getByText(/cannot be undone/).waitFor()
      expect(await asked.getByText(/will not be sent/).count()).toBe(0)
      await page.keyboard.press('Escape')
      for (const path of calls) await page.unroute(path)
    }
  })

  full.test(
    'a return needs a comment, and one that fails is told and keeps it [APPROVAL-20] [APPROVAL-21] [APPROVAL-29]',
    async () => {
      const page = await bureau.as('laguna.approver')
      for (const { table, address, returned: call, box, reason } of KINDS) {
        await page.goto(address(await lagunas(table)))
        const comment = page.getByRole('textbox', { name: box })
        await comment.waitFor()
        await expect.poll(() => button(page, 'Return').isDisabled()).toBe(true)
        await comment.fill('Please attach the signed copy.')
        const json = { message: 'The record is being archived.', errors: {} }
        await page.route(call, (route) => route.fulfill({ status: 422, json }))
        const back = button(page, 'Return')
        await back.focus()
        await page.keyboard.press('Enter')
        const question = page.getByRole('dialog', { name: /^Return this/ })
        await question.getByText(/^[A-Z].+ submitted it\.$/).waitFor()
        await question.getByText(/cannot be undone/).waitFor()
        if (FULL && table === 'site_profiles') await expectGoodAtEverySize(page)
        await page.keyboard.press('Escape')
        await question.waitFor({ state: 'hidden' })
        await expectFocus(back)
        await page.keyboard.press('Enter')
        const sent = page.waitForRequest(call)
        await question.getByRole('button', { name: 'Return', exact: true }).click()
        expect((await sent).postDataJSON()).toEqual({
          revision: expect.any(Number),
          [reason]: 'Please attach the signed copy.',
        })
        const failed = dialog(page, 'Something went wrong')
        await failed.getByText('The record is being archived.', { exact: true }).waitFor()
        await acknowledge(page, 'Something went wrong')
        await expect.poll(() => comment.inputValue()).toBe('Please attach the signed copy.')
      }
    },
  )

  full.test(
    'an approval says that it is for good, and of two who decide at once one is told in one sentence [APPROVAL-19]',
    async () => {
      const mine = await bureau.as('laguna.approver')
      const theirs = await bureau.as('profile.approver')
      const pages = [mine, theirs]
      for (const { table, address, other } of KINDS) {
        const id = await lagunas(table)
        if (other !== 'profile.approver') await bureau.handTo(theirs, other)
        for (const page of pages) {
          await page.goto(address(id))
          await button(page, 'Approve').click()
          await page
            .getByRole('dialog', { name: /^Approve this/ })
            .getByText('The approval is recorded under your name and cannot be undone.', { exact: true })
            .waitFor()
          await page
            .getByRole('dialog', { name: /^Approve this/ })
            .getByText(/^SITES-\S+, ./)
            .waitFor()
        }
        const decided = pages.map((page) =>
          page
            .waitForResponse((reply) => /\/approved\/\d+$/.test(reply.url()))
            .then((reply) => reply.status()),
        )
        await Promise.all(
          pages.map((page) =>
            page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click(),
          ),
        )
        const answers = await Promise.all(decided)
        expect([...answers].sort()).toEqual([200, 409])
        const late = pages[answers.indexOf(409)] as Page
        const early = pages[answers.indexOf(200)] as Page
        // who decided first and when, and that nothing was recorded, instead of "Please refresh"
        await late
          .getByText(/^SITES-\S+ was approved at PENRO by .+, .+, on \w{3} \d\d, \d{4} \d\d:\d\d [AP]M\.$/)
          .waitFor()
        await late.getByText('Your decision was not recorded.', { exact: true }).waitFor()
        await late.getByRole('region', { name: 'Decision', exact: true }).getByRole('link').first().waitFor()
        await expect.poll(() => late.getByText(ALREADY).count()).toBe(0)
        await early.getByText(/ approved\.$/).waitFor()
        // the next record is shown to the first of them, if there is one; the decided one is a step back
        await early.goto(address(id))
        // both pages now show the record at Region, and neither offers a decision
        for (const page of pages) {
          const steps = page.getByRole('list', { name: 'Review steps' }).getByRole('listitem')
          await steps.filter({ hasText: 'Waiting for Region' }).waitFor()
          await expect.poll(() => buttons(page)).toEqual([0, 0])
        }
      }
    },
  )
})
