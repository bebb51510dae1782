import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEVELS, type Level } from '../access/levels.ts'
import {
  approved,
  currentLevel,
  isRecallable,
  NEW_REVIEW,
  recalled,
  returned,
  type Review,
  submitted,
} from './review-chain.ts'
import { type Author, chainFault, type StepRow, summaryFault } from './chain-faults.ts'

const AT = '2026-04-01T01:00:00.000001Z'
const before = (minutes: number) => new Date(Date.parse(AT) - minutes * 60_000).toISOString()

const AUTHOR: Author = {
  user_id: 4,
  access_level: 'PENRO',
  request_id: 'a request',
  is_erased: false,
  session: { event: 'Login', at: before(30) },
  switched: null,
  role: null,
  right: null,
}
const step = (event: string, more: Partial<Author> = {}): StepRow => ({
  id: 0,
  event,
  created_at: AT,
  by: { ...AUTHOR, access_level: /\((.+)\)/.exec(event)?.[1] ?? 'PENRO', ...more },
})
const numbered = (rows: readonly StepRow[]) => rows.map((row, at) => ({ ...row, id: at + 1 }))
const WHOLE = ['Created', 'Submitted', 'Approved (PENRO)', 'Approved (Region)', 'Approved (FMB)']
const faultIn = (events: readonly string[]) =>
  chainFault('site', numbered(events.map((event) => step(event))), 'SITES-1')

test('a whole chain has no fault, also after a return and a recall', () => {
  expect(faultIn(WHOLE)).toBeNull()
  const again = ['Submitted', 'Recalled', 'Submitted', 'Approved (PENRO)', 'Returned (Region)']
  expect(faultIn(['Created', ...again, 'Deactivated', 'Activated', ...WHOLE.slice(1)])).toBeNull()
})

const PROPOSED = step('Withdrawal Proposed', { access_level: 'FMB' })
const CANCELLED = step('Withdrawal Cancelled', { access_level: 'FMB' })
const WITHDRAWN = step('Withdrawn (FMB)', { user_id: 5 })
const whole = WHOLE.map((event) => step(event))
const faultOf = (rows: readonly StepRow[]) => chainFault('site', numbered(rows), 'SITES-1')

test('[S-170] a withdrawal by two people of FMB is a step, and the record is approved again behind it', () => {
  expect(faultOf([...whole, PROPOSED, CANCELLED, PROPOSED, WITHDRAWN])).toBeNull()
  const again = WHOLE.slice(1).map((event) => step(event))
  expect(faultOf([...whole, PROPOSED, WITHDRAWN, ...again, PROPOSED, WITHDRAWN])).toBeNull()
})
test.each<[string, StepRow[], RegExp]>([
  ['without a proposal', [...whole, WITHDRAWN], /no earlier row proposes a withdrawal\.$/],
  ['of a proposal taken back', [...whole, PROPOSED, CANCELLED, WITHDRAWN], /no earlier row proposes/],
  ['by the same person', [...whole, PROPOSED, step('Withdrawn (FMB)')], /the same person had proposed it\.$/],
  ['of what is not approved', [...whole.slice(0, 4), PROPOSED], /FMB had not approved the record\.$/],
  ['twice', [...whole, PROPOSED, WITHDRAWN, WITHDRAWN], /FMB had not approved the record\.$/],
  ['by another level', [...whole, step('Withdrawal Proposed')], /names a person of PENRO\.$/],
  [
    'by a role without the right',
    [...whole, PROPOSED, { ...WITHDRAWN, by: { ...WITHDRAWN.by, right: { gives: false, at: before(60) } } }],
    /did not have the right to approve then\.$/,
  ],
])('[S-170] a withdrawal %s is found', (_what, rows, why) => {
  expect(faultOf(rows)).toMatch(why)
})

const NO_STEP = /^Row \d+ of the log, ".+" of SITES-1, is no step of a review: /
test.each<[string, string[], RegExp]>([
  ['only the end', ['Approved (FMB)'], /no earlier row says that the record was created\.$/],
  ['what was only submitted', ['Created', 'Submitted', 'Approved (FMB)'], /was waiting for PENRO\.$/],
  ['no submission', ['Created', 'Approved (PENRO)'], /the record was not submitted\.$/],
  ['a level left out', [...WHOLE.slice(0, 3), 'Approved (FMB)'], /was waiting for Region\.$/],
  [
    'a level of another round',
    ['Created', 'Submitted', 'Approved (PENRO)', 'Returned (Region)', 'Submitted', 'Approved (Region)'],
    /was waiting for PENRO\.$/,
  ],
  ['two approvals', [...WHOLE, 'Approved (FMB)'], /FMB had approved the record before\.$/],
  ['two creations', ['Created', ...WHOLE], /the record was created before\.$/],
])('%s is found', (_what, events, why) => {
  expect(faultIn(events)).toMatch(NO_STEP)
  expect(faultIn(events)).toMatch(why)
})

/** Draws a review that goes on until FMB has approved: each number chooses among the steps that are possible. */
function walk(choices: readonly number[]): string[] {
  const events = ['Created']
  let review: Review = NEW_REVIEW
  const go = (event: string, next: Review) => {
    events.push(event)
    review = next
  }
  for (const choice of [...choices, 0, 0, 0, 0]) {
    const level: Level | null = currentLevel(review)
    if (review.site_status === 'Approved') break
    if (level === null) go('Submitted', submitted(review))
    else if (choice === 1) go(`Returned (${level})`, returned(review, level))
    else if (choice === 2 && isRecallable(review).ok) go('Recalled', recalled(review, NEW_REVIEW))
    else go(`Approved (${level})`, approved(review, level))
  }
  return events
}

test('property: what the chain allows has no fault, and without any one of its rows it has', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 3 }), { maxLength: 30, size: 'max' }), fc.nat(), (choices, which) => {
      const events = walk(choices)
      expect(events.at(-1)).toBe('Approved (FMB)')
      expect(faultIn(events)).toBeNull()
      // the last row is the approval that is asked about
      expect(faultIn(events.toSpliced(which % (events.length - 1), 1))).not.toBeNull()
    }),
    { numRuns: 500 },
  )
})

describe('each step', () => {
  test.each<[string, Partial<Author>, string]>([
    ['nobody', { user_id: null }, 'names no person.'],
    ['no request', { request_id: null }, 'has no request number.'],
    ['nobody logged in', { session: null }, 'names a person who was not logged in then.'],
    [
      'a login of the day before',
      { session: { event: 'Login', at: before(13 * 60) } },
      'names a person who was not logged in then.',
    ],
    [
      'a login after it',
      { session: { event: 'Login', at: before(-10) } },
      'names a person who was not logged in then.',
    ],
    [
      'a logout',
      { session: { event: 'Logout', at: before(10) } },
      'names a person who was not logged in then.',
    ],
    [
      'an account that was off',
      { switched: { event: 'Deactivated', at: before(10) } },
      'names a person whose account was deactivated then.',
    ],
  ])('has a person in a session: %s', (_what, more, fault) => {
    for (const event of WHOLE) {
      const rows = WHOLE.map((one) => step(one, one === event ? more : {}))
      expect(chainFault('activity', numbered(rows), 'SITES-1')).toBe(
        `Row ${WHOLE.indexOf(event) + 1} of the log, "${event}" of SITES-1, ${fault}`,
      )
      // an erased row no longer says who it was
      const erased = rows.map((row) => ({ ...row, by: { ...row.by, is_erased: true } }))
      expect(chainFault('activity', numbered(erased), 'SITES-1')).toBeNull()
    }
  })

  test.each<[string, Partial<Author>, string]>([
    ['another level', { access_level: 'Region admin' }, 'names a person of Region admin.'],
    [
      'a role without the right',
      { right: { gives: false, at: before(10) } },
      'names a person whose role did not have the right to approve then.',
    ],
    [
      'a role that was off',
      { role: { event: 'Deactivated', at: before(10) } },
      'names a person whose role did not have the right to approve then.',
    ],
  ])('of an approval is by its level with its right: %s', (_what, more, fault) => {
    for (const level of LEVELS) {
      const rows = WHOLE.map((one) => step(one, one === `Approved (${level})` ? more : {}))
      expect(chainFault('site', numbered(rows), 'SITES-1')).toMatch(new RegExp(`\\(${level}\\).* ${fault}$`))
    }
  })

  test('may end a few minutes after its session, account or right, and an import after its person has left', () => {
    const since = before(4)
    const fine: Partial<Author>[] = [
      { session: { event: 'Logout', at: since } },
      { switched: { event: 'Deactivated', at: since } },
      { right: { gives: false, at: since } },
      { right: { gives: true, at: before(4000) } },
      { role: { event: 'Activated', at: before(10) } },
      { session: { event: 'Import Started', at: before(4000) } },
    ]
    for (const more of fine)
      expect(chainFault('site', numbered(WHOLE.map((event) => step(event, more))), 'SITES-1')).toBeNull()
  })
})

test('a summary is created, frozen and published by FMB', () => {
  const faultOf = (events: readonly string[], more: Partial<Author> = {}) =>
    summaryFault(
      numbered(events.map((event) => step(event, { access_level: 'FMB', ...more }))),
      'the summary',
    )
  const all = ['Created', 'Frozen', 'Published', 'Replaced', 'Withdrawn']
  expect(faultOf(all)).toBeNull()
  expect(faultOf(['Frozen'])).toBe(
    'Row 1 of the log, "Frozen" of the summary, is no step of a summary: no earlier row is "Created".',
  )
  expect(faultOf(['Created', 'Published'])).toMatch(/no earlier row is "Frozen"\.$/)
  expect(faultOf(['Created', 'Frozen', 'Withdrawn'])).toMatch(/no earlier row is "Published"\.$/)
  expect(faultOf(all, { user_id: null })).toMatch(/names no person\.$/)
  expect(faultOf(all, { access_level: 'PENRO' })).toMatch(/names a person of PENRO\.$/)
})
