import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { isNational, LEVELS, type Level, STATUS_FIELDS, STATUS_OF } from '../access/levels.ts'
import { PERMISSION_KEYS, type PermissionKey } from '../access/permissions.ts'
import type { Verdict } from '../lib/verdict.ts'
import {
  canActivateSite,
  canApproveSite,
  canDeactivateSite,
  canEditSite,
  canRecallSite,
  canReturnSite,
  canSubmitSite,
} from '../sites/sites.policy.ts'
import type { Reviewed } from './review.policy.ts'
import {
  approved,
  currentLevel,
  LEGAL_STATES,
  NEW_REVIEW,
  recalled,
  type Review,
  returned,
  submitted,
  RECALLED_PROFILE,
} from './review-chain.ts'
import { FULL } from '../../tests/support/full.ts'

const SEED = Number(process.env.SEED ?? 20_310_704)
const RUNS = FULL ? 12_500 : 5_000

const statusesOf = (record: Review) =>
  [record.site_status, ...STATUS_FIELDS.map((field) => record[field])].join('/')
const LEGAL = new Set(LEGAL_STATES.map(statusesOf))
const isLegal = (record: Review) => LEGAL.has(statusesOf(record))

/** The three sentences of 001 §4 as written, independent of the code under test. */
function mayApproveAsWritten(record: Review, level: Level): boolean {
  const emptyOrSubmitted = (status: Review['fmb_status']) => status === null || status === 'Submitted'
  const available = {
    PENRO: record.penro_status === 'Submitted',
    Region: record.penro_status === 'Approved' && emptyOrSubmitted(record.region_status),
    FMB: record.region_status === 'Approved' && emptyOrSubmitted(record.fmb_status),
  }
  const itself = record[STATUS_OF[level]]
  return available[level] && itself !== 'Approved' && record.site_status !== 'Returned'
}

const OFFICES = [
  { office_id: 1, region_id: 1 },
  { office_id: 2, region_id: 1 },
  { office_id: 3, region_id: 2 },
] as const

const SITE_KEYS = PERMISSION_KEYS.filter((key) => key.startsWith('site_map'))

/** A person of any level and office with any set of keys; often with all of them, so that runs get far. */
const person: fc.Arbitrary<Actor> = fc
  .record({
    id: fc.integer({ min: 1, max: 9 }),
    access_level: fc.constantFrom(...LEVELS),
    office: fc.oneof({ weight: 4, arbitrary: fc.constant(OFFICES[0]) }, fc.constantFrom(...OFFICES)),
    permissions: fc.oneof(
      { weight: 4, arbitrary: fc.constant<PermissionKey[]>([...SITE_KEYS]) },
      { weight: 1, arbitrary: fc.subarray<PermissionKey>([...SITE_KEYS]) },
    ),
  })
  .map(
    ({ id, access_level, office, permissions }): Actor => ({
      id,
      first_name: 'A',
      name: 'A B',
      email: `p${id}@bureau.example`,
      access_level,
      role_id: 1,
      role: 'Role',
      hierarchy_role: 3,
      region_id: isNational(access_level) ? null : office.region_id,
      province_id: null,
      office_id: access_level === 'PENRO' ? office.office_id : null,
      penro: null,
      permissions,
    }),
  )

const ACTIONS = ['approve', 'return', 'submit', 'recall', 'edit', 'deactivate', 'activate'] as const
type Action = (typeof ACTIONS)[number]

const verdictOf: Record<Action, (actor: Actor, site: Reviewed) => Verdict> = {
  approve: canApproveSite,
  return: canReturnSite,
  submit: canSubmitSite,
  recall: canRecallSite,
  edit: canEditSite,
  deactivate: canDeactivateSite,
  activate: canActivateSite,
}

function moved(action: Action, actor: Actor, site: Reviewed): Reviewed {
  switch (action) {
    case 'approve':
      return { ...site, ...approved(site, actor.access_level) }
    case 'return':
      return { ...site, ...returned(site, actor.access_level) }
    case 'submit':
      return { ...site, ...submitted(site), submitted_by_id: actor.id }
    case 'recall':
      return { ...site, ...recalled(site, RECALLED_PROFILE) }
    case 'deactivate':
      return { ...site, status: 'Deactivated', deactivated_by_id: actor.id }
    case 'activate':
      return { ...site, status: 'Activated', deactivated_by_id: null }
    case 'edit':
      return site
  }
}

const fresh = (office: (typeof OFFICES)[number], created_by_id: number): Reviewed => ({
  ...office,
  status: 'Activated',
  ...submitted(NEW_REVIEW),
  created_by_id,
  submitted_by_id: created_by_id,
  deactivated_by_id: null,
})

const isNobodys = (site: Reviewed) => site.site_status === 'Returned' && site.returned_by === null

const inScope = (actor: Actor, site: Reviewed) =>
  isNational(actor.access_level) ||
  (actor.access_level === 'Region' ? actor.region_id === site.region_id : actor.office_id === site.office_id)

/** What must be true of every allowed step, in the words of part 4. */
function checkStep(action: Action, actor: Actor, before: Reviewed, after: Reviewed) {
  expect(inScope(actor, before)).toBe(true)
  expect(before.status).toBe(action === 'activate' ? 'Deactivated' : 'Activated')
  if (action === 'approve' || action === 'return') expect(currentLevel(before)).toBe(actor.access_level)
  if (action === 'approve') expect([before.created_by_id, before.submitted_by_id]).not.toContain(actor.id)
  if (action === 'recall') {
    expect(actor.access_level).toBe('PENRO')
    expect([before.site_status, before.penro_status]).toEqual(['Submitted', 'Submitted'])
    expect(after.site_status).toBe('Returned')
    expect(after.returned_by).toBe(before.returned_by)
    // submitting it again gives the state before the recall
    expect({ ...after, ...submitted(after) }).toEqual(before)
  }
  if (action === 'edit' || action === 'submit') expect(before.site_status).toBe('Returned')
  if (action === 'deactivate') expect([before.site_status, before.penro_status]).not.toContain('Approved')
  if (action === 'activate' || action === 'deactivate' || action === 'edit')
    expect({ ...after, status: '', deactivated_by_id: 0 }).toEqual({
      ...before,
      status: '',
      deactivated_by_id: 0,
    })
}

test(`[APPROVAL-17] random people doing random things never reach an illegal state (${RUNS} runs, seed ${SEED})`, () => {
  const counts: Record<string, number> = {}
  // approvals are more frequent, or few records would ever be finished
  const action = fc.oneof(
    { weight: 2, arbitrary: fc.constant<Action>('approve') },
    fc.constantFrom(...ACTIONS),
  )
  const scenario = fc.array(fc.tuple(action, person), { minLength: 1, maxLength: 40, size: 'max' })
  fc.assert(
    fc.property(fc.constantFrom(...OFFICES), scenario, (office, moves) => {
      let site = fresh(office, 1)
      for (const [action, actor] of moves) {
        for (const level of LEVELS)
          expect(currentLevel(site) === level).toBe(mayApproveAsWritten(site, level))
        if (!verdictOf[action](actor, site).ok) continue
        const after = moved(action, actor, site)
        checkStep(action, actor, site, after)
        expect(isLegal(after)).toBe(true)
        expect(site.site_status === 'Approved' && after.site_status !== 'Approved').toBe(false)
        // a return without a returner comes from a recall, and remains until the next submission
        if (isNobodys(after)) expect(action === 'recall' || isNobodys(site)).toBe(true)
        counts[action] = (counts[action] ?? 0) + 1
        site = after
      }
      const end = site.status === 'Activated' ? site.site_status : site.status
      counts[end] = (counts[end] ?? 0) + 1
    }),
    { seed: SEED, numRuns: RUNS },
  )
  // the runs only prove something if every action succeeded and every end was reached
  for (const what of [...ACTIONS, 'Submitted', 'Returned', 'Approved', 'Deactivated'])
    expect(counts[what], what).toBeGreaterThan(20)
})

test('[APPROVAL-14, APPROVAL-15, APPROVAL-16] the first level that has not approved is who the written sentences name', () => {
  for (const row of LEGAL_STATES)
    for (const level of LEVELS)
      expect(currentLevel(row) === level, `${level} on ${statusesOf(row)}`).toBe(
        mayApproveAsWritten(row, level),
      )
})
