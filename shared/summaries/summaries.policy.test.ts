import { describe, expect, test } from 'vitest'
import { worded } from '../../tests/support/oracles/worded.ts'
import { anActor } from '../../tests/support/records/actors.ts'
import type { Actor } from '../access/actor.ts'
import { DEFAULT_ROLES } from '../access/default-roles.ts'
import type { Verdict } from '../lib/verdict.ts'
import {
  canAnswerComment,
  canAskAgain,
  canChooseMore,
  canDraftSummaries,
  canEditSummary,
  canFreezeSummary,
  canPublishSummary,
  canReadCrosswalk,
  canSaveCrosswalk,
  canSettleComment,
  canWithdrawSummary,
  isDifferentVersion,
  isReplaceableBy,
  isTextUnchanged,
  isUnchanged,
} from './summaries.policy.ts'
import { SUMMARY_STATUSES } from './summaries.schema.ts'

const people = DEFAULT_ROLES.map((role) => ({ ...role, role: role.name }) as unknown as Actor)
const whoMay = (may: (actor: Actor) => Verdict) =>
  people.filter((actor) => may(actor).ok).map(({ role }) => role)
const FMB = ['FMB Super Administrator', 'FMB Administrator', 'FMB Approver']
const SUPER = FMB.slice(0, 1)

describe('who', () => {
  test('all of FMB reads and drafts, its administrators save the crosswalk', () => {
    expect(whoMay(canDraftSummaries)).toEqual(FMB)
    expect(whoMay(canReadCrosswalk)).toEqual([...FMB, 'FMB Auditor'])
    expect(whoMay(canSaveCrosswalk)).toEqual(FMB.slice(0, 2))
    expect(whoMay((actor) => canEditSummary(actor, { status: 'Draft' }))).toEqual(FMB)
  })

  test('FMB Super Administrators freeze, publish and withdraw', () => {
    expect(whoMay((actor) => canFreezeSummary(actor, { status: 'Draft' }))).toEqual(SUPER)
    expect(whoMay((actor) => canPublishSummary(actor, { status: 'Frozen' }))).toEqual(SUPER)
    expect(whoMay((actor) => canWithdrawSummary(actor, { status: 'Published' }))).toEqual(SUPER)
  })

  test('the level counts as well as the hierarchy, and no key', () => {
    for (const level of ['Region', 'PENRO'] as const) {
      const actor = anActor(level, 1)
      for (const verdict of [
        canDraftSummaries(actor),
        canSaveCrosswalk(actor),
        canFreezeSummary(actor, { status: 'Draft' }),
      ])
        expect(verdict).toMatchObject({ ok: false, why: 'permission' })
    }
    expect(canFreezeSummary(anActor('FMB', 1, { permissions: [] }), { status: 'Draft' }).ok).toBe(true)
  })
})

describe('when', () => {
  const statesOf = (may: (actor: Actor, summary: { status: (typeof SUMMARY_STATUSES)[number] }) => Verdict) =>
    SUMMARY_STATUSES.filter((status) => may(anActor('FMB', 1), { status }).ok)

  test('each change has its one state, and a refusal says what to do', () => {
    expect(statesOf(canEditSummary)).toEqual(['Draft'])
    expect(statesOf(canFreezeSummary)).toEqual(['Draft'])
    expect(statesOf(canPublishSummary)).toEqual(['Frozen', 'Withdrawn'])
    expect(statesOf(canWithdrawSummary)).toEqual(['Published', 'Replaced'])
    expect(worded(canPublishSummary(anActor('FMB', 1), { status: 'Draft' }))).toMatchObject({
      why: 'state',
      message: 'Freeze this summary before it is published.',
    })
    expect(worded(canPublishSummary(anActor('FMB', 1), { status: 'Replaced' }))).toMatchObject({
      message: 'A newer summary of this year has replaced this one.',
    })
    expect(
      SUMMARY_STATUSES.filter((status) => isReplaceableBy({ year: 2031 }, { status, year: 2031 }).ok),
    ).toEqual(['Published'])
    expect(isReplaceableBy({ year: 2031 }, { status: 'Published', year: 2030 }).ok).toBe(false)
  })

  test('who lacks the right is told that, whatever the state', () => {
    expect(canPublishSummary(anActor('FMB', 2), { status: 'Draft' })).toMatchObject({ why: 'permission' })
  })
})

describe('since it was opened', () => {
  test('a save begins from the newest summary and text', () => {
    const updated_at = '2031-01-01T00:00:00.000Z'
    expect(isUnchanged(updated_at, { updated_at }).ok).toBe(true)
    expect(isUnchanged('2031-01-01T00:00:00.001Z', { updated_at })).toMatchObject({ why: 'state' })
    expect(isTextUnchanged(null, null).ok).toBe(true)
    expect(isTextUnchanged(updated_at, { written_at: updated_at }).ok).toBe(true)
    expect(isTextUnchanged(null, { written_at: updated_at }).ok).toBe(false)
    expect(isTextUnchanged(updated_at, null).ok).toBe(false)
  })

  test('a version differs from the one before it', () => {
    expect([isDifferentVersion([]).ok, isDifferentVersion([1]).ok]).toEqual([false, true])
  })
})

test('twenty statements are chosen for a safeguard at most', () => {
  expect([0, 19, 20, 21].map((chosen) => canChooseMore(chosen).ok)).toEqual([true, true, false, false])
  expect(worded(canChooseMore(20))).toMatchObject({
    message: 'A safeguard cites at most 20 statements. Remove another one first.',
  })
})

describe('comments', () => {
  const comment = { author_id: 7, state: 'answered' } as const
  const draft = { status: 'Draft' } as const
  const settlers = (author_id: number) =>
    people
      .map((actor, at) => ({ ...actor, id: at }))
      .filter((actor) => canSettleComment(actor, draft, { ...comment, author_id }).ok)
      .map(({ role }) => role)

  test('are settled and asked again by their author, or a Super Administrator', () => {
    expect(settlers(-1)).toEqual(SUPER)
    const approver = people.findIndex(({ role }) => role === 'FMB Approver')
    expect(settlers(approver)).toEqual(['FMB Super Administrator', 'FMB Approver'])
    // an author who has left FMB decides no longer
    expect(settlers(people.findIndex(({ role }) => role === 'Region Administrator'))).toEqual(SUPER)
  })

  test('change in a draft alone, from the states that lead on', () => {
    const author = { ...(people.find(({ role }) => role === 'FMB Approver') as Actor), id: 7 }
    const code = (verdict: Verdict) => (verdict.ok ? 'yes' : verdict.code)
    const steps = (state: 'open' | 'answered' | 'settled') => [
      code(canAnswerComment(author, draft, { state })),
      code(canSettleComment(author, draft, { ...comment, state })),
      code(canAskAgain(author, draft, { ...comment, state })),
    ]
    expect(steps('open')).toEqual(['yes', 'yes', 'comment_open'])
    expect(steps('answered')).toEqual(['comment_not_open', 'yes', 'yes'])
    expect(steps('settled')).toEqual(['comment_not_open', 'comment_settled', 'yes'])
    expect(code(canSettleComment(author, { status: 'Frozen' }, comment))).toBe('summary_frozen')
  })
})
