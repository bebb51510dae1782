import { describe, expect, test } from 'vitest'
import { anActor } from '../../tests/support/records/actors.ts'
import type { Actor } from '../access/actor.ts'
import { LEVELS, type Level } from '../access/levels.ts'
import type { PermissionKey } from '../access/permissions.ts'
import { canIssueNow, canIssueResetCode, partToIssue, type ResetTarget } from './reset-codes.policy.ts'

const PLACES = {
  'own office': { region_id: 4, office_id: 7 },
  'other office': { region_id: 4, office_id: 8 },
  'other region': { region_id: 5, office_id: 9 },
}
type Place = keyof typeof PLACES

const placed = (level: Level, { region_id, office_id }: { region_id: number; office_id: number }) => ({
  access_level: level,
  region_id: level === 'FMB' ? null : region_id,
  office_id: level === 'PENRO' ? office_id : null,
})

const user = (level: Level, rank: number, more: Partial<ResetTarget> = {}): ResetTarget => ({
  id: 2,
  ...placed(level, PLACES['own office']),
  hierarchy_role: rank,
  status: 'Activated',
  has_factor: true,
  awaits_new_factor: false,
  ...more,
})

const KEYS: Record<number, PermissionKey[]> = {
  1: ['user_reset_password', 'site_maps_approval', 'site_activities_approval'],
  2: ['user_reset_password'],
  3: ['site_maps_approval', 'site_activities_approval'],
  4: ['site_map_create'],
}
const person = (level: Level, rank: number, more: Partial<Actor> = {}) =>
  anActor(level, rank, { permissions: KEYS[rank] ?? [], ...more })

/** What the rule says, in the words of the specification rather than those of the code. */
function expected(
  actor: { level: Level; rank: number },
  target: { level: Level; rank: number; place: Place },
) {
  const height = (level: Level) => ['PENRO', 'Region', 'FMB'].indexOf(level)
  const covers =
    actor.level === 'FMB' ||
    (actor.level === 'Region' && target.level !== 'FMB' && target.place !== 'other region') ||
    (actor.level === 'PENRO' && target.level === 'PENRO' && target.place === 'own office')
  if (!covers) return 'no'
  if (target.level === 'FMB' && target.rank <= 3)
    return actor.level === 'FMB' && actor.rank <= 2 ? 'half' : 'no'
  const decidesNothing = target.rank === 4
  const approves = actor.rank === 3 || actor.rank === 1
  if (approves && actor.level === target.level && decidesNothing) return 'whole'
  const isAbove = height(actor.level) > height(target.level) || actor.rank < target.rank
  // an account of a higher rank is nobody's below it, even at a lower level
  return actor.rank <= 2 && isAbove && actor.rank <= target.rank ? 'whole' : 'no'
}

describe('who issues a reset code', () => {
  test('every level and rank for every level, rank and place', () => {
    for (const level of LEVELS)
      for (const rank of [1, 2, 3, 4])
        for (const theirs of LEVELS)
          for (const their of [1, 2, 3, 4])
            for (const place of Object.keys(PLACES) as Place[]) {
              const actor = person(level, rank)
              const target = user(theirs, their, placed(theirs, PLACES[place]))
              const part = partToIssue(actor, target, null) === 'whole' ? 'whole' : 'half'
              const found = canIssueResetCode(actor, target).ok ? part : 'no'
              const who = `${level} ${rank} for ${theirs} ${their}, ${place}`
              expect([who, found]).toEqual([
                who,
                expected({ level, rank }, { level: theirs, rank: their, place }),
              ])
            }
  })

  test('the approver of the office holds an approval key of either kind, and no other key helps', () => {
    const encoder = user('PENRO', 4)
    for (const key of ['site_maps_approval', 'site_activities_approval'] as const)
      expect(canIssueResetCode(person('PENRO', 3, { permissions: [key] }), encoder).ok).toBe(true)
    for (const key of ['site_maps_return', 'user_reset_password', 'user_edit'] as const)
      expect(canIssueResetCode(person('PENRO', 3, { permissions: [key] }), encoder)).toMatchObject({
        ok: false,
        why: 'permission',
      })
  })

  test('an administrator needs the key to reset passwords', () => {
    for (const target of [user('PENRO', 4), user('FMB', 3)])
      expect(canIssueResetCode(person('FMB', 2, { permissions: [] }), target)).toMatchObject({
        why: 'permission',
      })
  })

  test('another office is not disclosed, a peer is a superior, and nobody issues for oneself', () => {
    const admin = person('PENRO', 2)
    expect(canIssueResetCode(admin, user('PENRO', 4, { office_id: 8 }))).toMatchObject({ why: 'scope' })
    expect(canIssueResetCode(admin, user('PENRO', 2))).toMatchObject({ code: 'superior_account' })
    for (const level of LEVELS)
      for (const rank of [1, 2, 3, 4])
        for (const more of [{}, { is_break_glass: true as const }])
          expect(canIssueResetCode(person(level, rank, more), user(level, rank, { id: 1 }))).toMatchObject({
            code: 'own_account',
          })
  })

  test('a role that is switched off issues nothing', () => {
    const role_off = { at: '2026-01-01T00:00:00Z', reason: 'Not used.' }
    for (const [level, rank] of [
      ['PENRO', 3],
      ['FMB', 1],
      ['FMB', 2],
    ] as const)
      for (const more of [{}, { is_break_glass: true as const }])
        expect(canIssueResetCode(person(level, rank, { role_off, ...more }), user('PENRO', 4)).ok).toBe(false)
  })

  test('only for activated people with a factor, or still without a new one after a code', () => {
    const approver = person('PENRO', 3)
    expect(canIssueResetCode(approver, user('PENRO', 4, { has_factor: false }))).toMatchObject({
      code: 'no_factor',
    })
    const waiting = user('PENRO', 4, { has_factor: false, awaits_new_factor: true })
    expect(canIssueResetCode(approver, waiting).ok).toBe(true)
    expect(canIssueResetCode(approver, user('PENRO', 4, { status: 'Deactivated' }))).toMatchObject({
      code: 'inactive',
    })
  })

  test('the break-glass account alone issues a whole code for anyone, a Super Administrator included', () => {
    const sealed = person('FMB', 2, { is_break_glass: true })
    for (const level of LEVELS)
      for (const rank of [1, 2, 3, 4]) {
        const target = user(level, rank)
        expect([level, rank, canIssueResetCode(sealed, target).ok]).toEqual([level, rank, true])
        expect(partToIssue(sealed, target, null)).toBe('whole')
      }
  })
})

describe('the two halves', () => {
  const half = {
    needs_two: true,
    issued_by: 1,
    issued_by_name: 'Ana Cruz',
    issued_at: '2026-01-01T00:00:00Z',
    second_issued_by_name: null,
    second_issued_at: null,
    expires_at: '2026-01-02T00:00:00Z',
  }
  const whole = { ...half, second_issued_by_name: 'Ben Reyes', second_issued_at: '2026-01-01T01:00:00Z' }
  const target = user('FMB', 3)

  test('the second half is for another administrator; a complete code is replaced by a new first half', () => {
    const first = person('FMB', 2)
    const other = person('FMB', 1, { id: 3 })
    expect(partToIssue(first, target, half)).toBe('second')
    expect(canIssueNow(first, target, half)).toMatchObject({ code: 'first_half_yours' })
    expect(canIssueNow(other, target, half).ok).toBe(true)
    expect(partToIssue(other, target, whole)).toBe('first')
    expect(canIssueNow(first, target, whole).ok).toBe(true)
  })

  test('the break-glass account replaces a first half, even its own of before', () => {
    const sealed = person('FMB', 2, { is_break_glass: true })
    expect(partToIssue(sealed, target, half)).toBe('whole')
    expect(canIssueNow(sealed, target, half).ok).toBe(true)
  })
})
