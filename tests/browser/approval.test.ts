import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PermissionKey } from '../../shared/access/permissions.ts'
import { type Bureau, openBureau } from '../support/bureau.ts'
import { aPerson, aRole } from '../support/people.ts'
import {
  acknowledge,
  button,
  dialog,
  expectFocus,
  opens,
  reached,
  title,
  turnedAway,
} from '../support/screen.ts'
import { expectGoodAtEverySize } from '../support/screen-sizes.ts'

const PROFILES = '/sites/approval'
const ACTIVITIES = '/sites/activity/approval'
const ALREADY = 'This record has already been acted on. Please refresh.'

type Level = 'PENRO' | 'Region' | 'FMB'
/** What the level that a record waits for finds in its five fields. */
const WAITING = {
  PENRO: { penro_status: 'Submitted' },
  Region: { penro_status: 'Approved', region_status: 'Submitted' },
  FMB: { region_status: 'Approved', fmb_status: 'Submitted' },
} as const

describe('approval', () => {
  let bureau: Bureau

  beforeAll(async () => {
    bureau = await openBureau()
    const keys: [string, PermissionKey[]][] = [
      ['nothing', []],
      ['profile.approver', ['site_maps_approval']],
      ['profile.returner', ['site_maps_return']],
      ['activity.approver', ['site_activities_approval']],
      ['activity.returner', ['site_activities_return']],
    ]
    for (const [name, permissions] of keys) {
      const all: PermissionKey[] = ['dashboard_access', ...permissions]
      const role = await aRole(bureau, { name: `Role of ${name}`, access_level: 'PENRO', permissions: all })
      await aPerson(bureau, name, { role, region: 'R04A', office: 'PENRO Laguna' })
    }
  })
  afterAll(() => bureau?.close())
  // what one test leaves half typed is not offered to the next
  // not after a test: one that failed is pictured first
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
  const profilePage = (id: number) => `/sites/approval/view/${id}`
  const activityPage = (id: number) => `/sites/activity/approval/view/${id}`
  const headers = (page: Page) => page.getByRole('columnheader').allInnerTexts()
  const buttons = async (page: Page) => {
    await page.getByRole('list', { name: 'Review steps' }).waitFor()
    // the decision opens once its kept comments were looked for
    await page.getByLabel('Loading', { exact: true }).waitFor({ state: 'detached' })
    return [await button(page, 'Approve').count(), await button(page, 'Return').count()]
  }

  test('the profiles to review have their keys and columns [APPROVAL-01] [APPROVAL-02]', async () => {
    await turnedAway(bureau, 'nothing', [PROFILES])
    await turnedAway(bureau, 'activity.approver', [PROFILES])
    for (const name of ['profile.approver', 'profile.returner'])
      await (await opens(bureau, name, PROFILES, 'SITES Approval')).close()

    const page = await opens(bureau, 'laguna.approver', PROFILES, 'SITES Approval')
    const row = page.getByRole('row').filter({ hasText: 'PENRO - Laguna' }).first()
    await row.waitFor()
    expect(await headers(page)).toEqual([
      'SITES Code',
      'Region',
      'Name of Implementer',
      'Submitting Office',
      'Date Submitted',
      'Record Status',
      'Actions',
    ])
    await expectGoodAtEverySize(page)
    await row.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sites\/approval\/view\/\d+$/)
  })

  test('the activities to review have their keys and columns [APPROVAL-05] [APPROVAL-06]', async () => {
    await turnedAway(bureau, 'nothing', [ACTIVITIES])
    await turnedAway(bureau, 'profile.approver', [ACTIVITIES])
    for (const name of ['activity.approver', 'activity.returner'])
      await (await opens(bureau, name, ACTIVITIES, 'SITES Approval')).close()

    const page = await opens(bureau, 'laguna.approver', ACTIVITIES, 'SITES Approval')
    const row = page.getByRole('row').filter({ hasText: 'PENRO - Laguna' }).first()
    await row.waitFor()
    expect(await headers(page)).toEqual([
      'SITES Code',
      'Region',
      'Name of Implementer',
      'Submitting Office',
      'Date Submitted',
      'Record Status',
    ])
    await expectGoodAtEverySize(page)
    await row.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sites\/activity\/approval\/view\/\d+$/)
  })

  test('each level asks for its own list [APPROVAL-24] [APPROVAL-25] [APPROVAL-26]', async () => {
    for (const [name, queue] of [
      ['laguna.approver', 'site/Submitted'],
      ['r4a.approver', 'penro/Approved'],
      ['fmb.approver', 'region/Approved'],
    ] as const)
      for (const [address, call] of [
        [PROFILES, '/api/sites/datatable/'],
        [ACTIVITIES, '/api/sites/activities/datatable/'],
      ] as const) {
        const page = await bureau.as(name)
        const asked = page.waitForRequest((request) => new URL(request.url()).pathname.startsWith(call))
        await page.goto(address)
        expect(new URL((await asked).url()).pathname, name).toBe(`${call}${queue}`)
        await page.close()
      }
  })

  test('the stepper is green for submitted and approved, red for returned, each with its picture [APPROVAL-13]', async () => {
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
    // a clock, a check and an arrow back, the same one at every step; what is to come has its number
    const each = ['Submitted', 'Approved', 'Returned', 'Not yet'].map((status) => [
      ...(pictures.get(status) ?? []),
    ])
    expect(each.map((one) => one.length)).toEqual([1, 1, 1, 1])
    expect(new Set(each.flat()).size).toBe(4)
    expect(each[3]).toEqual([''])
  })

  test('each list has its tab for the holders of its keys, with what waits in it [APPROVAL-03] [S-120]', async () => {
    for (const [name, address, ...tabs] of [
      ['laguna.approver', PROFILES, 'Profiling of SITES', 'SITES Activities'],
      ['profile.approver', PROFILES, 'Profiling of SITES'],
      ['profile.returner', PROFILES, 'Profiling of SITES'],
      ['activity.approver', ACTIVITIES, 'SITES Activities'],
      ['activity.returner', ACTIVITIES, 'SITES Activities'],
    ] as const) {
      const page = await opens(bureau, name, address, 'SITES Approval')
      const links = page.getByRole('navigation', { name: 'Approval lists' }).getByRole('link')
      await expect
        .poll(() => links.allInnerTexts(), { message: name })
        .toEqual(tabs.map((tab) => expect.stringMatching(new RegExp(`^${tab} [\\d,]+ waiting$`))))
      await links.last().click()
      await reached(page, tabs.at(-1) === 'SITES Activities' ? ACTIVITIES : PROFILES)
      await page.close()
    }
  })

  test('one record before its reviewer has the buttons of the keys [APPROVAL-04] [APPROVAL-07]', async () => {
    const profile = profilePage(await lagunas('site_profiles'))
    const id = await lagunas('site_activities')
    const activity = activityPage(id)
    const principle = `/sites/activity/approval/${id}/principle/1`
    await turnedAway(bureau, 'nothing', [profile, activity, principle])
    await turnedAway(bureau, 'activity.approver', [profile])
    await turnedAway(bureau, 'profile.approver', [activity, principle])
    for (const [name, address, found] of [
      ['laguna.approver', profile, [1, 1]],
      ['profile.approver', profile, [1, 0]],
      ['profile.returner', profile, [0, 1]],
      ['laguna.approver', activity, [1, 1]],
      ['activity.approver', activity, [1, 0]],
      ['activity.returner', activity, [0, 1]],
    ] as const) {
      const page = await bureau.as(name)
      await page.goto(address)
      expect(await buttons(page), `${name} at ${address}`).toEqual(found)
      await page.close()
    }
    for (const name of ['activity.approver', 'activity.returner'])
      await (await opens(bureau, name, principle, 'Principle #1')).close()
  })

  test('a comment written beside the evidence waits at the decision', async () => {
    const id = await lagunas('site_activities')
    const page = await opens(
      bureau,
      'laguna.approver',
      `/sites/activity/approval/${id}/principle/2`,
      'Principle #2',
    )
    await page.getByLabel('Comment on Principle #2').fill('The plan has no signature.')
    await expectGoodAtEverySize(page)
    await page.getByRole('link', { name: 'Back to the decision' }).click()
    await reached(page, activityPage(id))
    const box = page.getByRole('textbox', { name: /^Principle #2/ })
    expect(await box.inputValue()).toBe('The plan has no signature.')
    const needed = 'Comment on at least one principle to return. Up to 1,000 characters each.'
    expect(await page.getByText(needed, { exact: true }).count()).toBe(1)
    expect(await button(page, 'Return').isEnabled()).toBe(true)
    await box.fill('  ')
    expect(await button(page, 'Return').isDisabled()).toBe(true)
    await expectGoodAtEverySize(page)
  })

  test('a return needs a comment, and one that fails is told and keeps it [APPROVAL-20] [APPROVAL-21] [APPROVAL-29]', async () => {
    for (const [address, call, box, reason] of [
      [profilePage(await lagunas('site_profiles')), '**/api/sites/returned/*', /^Comment/, 'returned_reason'],
      [
        activityPage(await lagunas('site_activities')),
        '**/api/sites/activities/returned/*',
        /^Principle #5/,
        'returned_reason_5',
      ],
    ] as const) {
      const page = await bureau.as('laguna.approver')
      await page.goto(address)
      const comment = page.getByRole('textbox', { name: box })
      await comment.waitFor()
      expect(await button(page, 'Return').isDisabled()).toBe(true)
      await comment.fill('Please attach the signed copy.')
      const json = { message: 'The record is being archived.', errors: {} }
      await page.route(call, (route) => route.fulfill({ status: 422, json }))
      const back = button(page, 'Return')
      await back.focus()
      await page.keyboard.press('Enter')
      const question = page.getByRole('dialog', { name: /^Return this/ })
      await question.getByText(/cannot be undone/).waitFor()
      if (address.startsWith(PROFILES)) await expectGoodAtEverySize(page)
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
      if (address.startsWith(PROFILES)) await expectGoodAtEverySize(page)
      await acknowledge(page, 'Something went wrong')
      expect(await comment.inputValue()).toBe('Please attach the signed copy.')
      await page.close()
    }
  })

  test('an approval says that it is for good, and of two who decide at once one is told in one sentence [APPROVAL-19]', async () => {
    for (const [table, address, name, other] of [
      ['site_profiles', profilePage, 'laguna.approver', 'profile.approver'],
      ['site_activities', activityPage, 'laguna.approver', 'activity.approver'],
    ] as const) {
      const id = await lagunas(table)
      const pages = await Promise.all([name, other].map((one) => bureau.as(one)))
      for (const page of pages) {
        await page.goto(address(id))
        await button(page, 'Approve').click()
        await page
          .getByRole('dialog', { name: /^Approve this/ })
          .getByText('The approval is recorded under your name and cannot be undone.', { exact: true })
          .waitFor()
        // which record it is
        await page
          .getByRole('dialog', { name: /^Approve this/ })
          .getByText(/^SITES-\S+, ./)
          .waitFor()
      }
      const decided = pages.map((page) =>
        page.waitForResponse((reply) => /\/approved\/\d+$/.test(reply.url())).then((reply) => reply.status()),
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
      // who was quicker and when, and that nothing was recorded, instead of "Please refresh"
      await late
        .getByText(/^SITES-\S+ was approved at PENRO by .+, .+, on \w{3} \d\d, \d{4} \d\d:\d\d [AP]M\.$/)
        .waitFor()
      await late.getByText('Your decision was not recorded.', { exact: true }).waitFor()
      await late.getByRole('region', { name: 'Decision', exact: true }).getByRole('link').first().waitFor()
      expect(await late.getByText(ALREADY).count()).toBe(0)
      await early.getByText(/ approved\.$/).waitFor()
      // both now see where it stands, and neither can decide again
      for (const page of pages) {
        const steps = page.getByRole('list', { name: 'Review steps' }).getByRole('listitem')
        await steps.filter({ hasText: 'Waiting for Region' }).waitFor()
        expect(await buttons(page)).toEqual([0, 0])
        await page.close()
      }
    }
  })

  test('each level decides on what waits for it and on nothing else', async () => {
    for (const [level, name] of [
      ['Region', 'r4a.approver'],
      ['FMB', 'fmb.approver'],
    ] as const) {
      const ids = { site_profiles: profilePage, site_activities: activityPage }
      for (const table of ['site_profiles', 'site_activities'] as const) {
        const mine = (await waiting(table, level))[0]?.id ?? 0
        const below = level === 'FMB' ? (await waiting(table, 'Region'))[0]?.id : undefined
        const page = await bureau.as(name)
        await page.goto(ids[table](mine))
        expect(await buttons(page), `${table} ${mine}`).toEqual([1, 1])
        if (below !== undefined) {
          await page.goto(ids[table](below))
          await page.getByText('This record is not waiting for FMB.').waitFor()
          expect(await buttons(page)).toEqual([0, 0])
        }
        await page.close()
      }
    }
  })

  test('reviewers read the principles, nobody edits the criteria there', async () => {
    const id = (await waiting('site_activities', 'FMB'))[0]?.id ?? 0
    const page = await bureau.as('fmb.super')
    for (const address of [activityPage(id), `/sites/activity/approval/${id}/principle/1`]) {
      await page.goto(address)
      await title(page, 'Principle #1')
        .or(page.getByRole('list', { name: 'Principles' }))
        .waitFor()
      const edit = /edit criterias/i
      expect(await page.getByRole('button', { name: edit }).count()).toBe(0)
      expect(await page.getByRole('link', { name: edit }).count()).toBe(0)
    }
  })
})
