import { describe, expect, test } from 'vitest'
import { worded } from '../../tests/support/oracles/worded.ts'
import { type Actor } from '../access/actor.ts'
import { DEFAULT_ROLES, type DefaultRole } from '../access/default-roles.ts'
import { PERMISSION_KEYS, type PermissionKey } from '../access/permissions.ts'
import { isNational, STATUS_OF } from '../access/levels.ts'
import {
  currentLevel,
  LEGAL_STATES,
  NEW_REVIEW,
  REVIEW_CHAIN,
  type Review,
  returned,
  submitted,
} from '../review/review-chain.ts'
import type { Verdict } from '../lib/verdict.ts'
import type { Reviewed } from '../review/review.policy.ts'
import {
  canActivateSite,
  canApproveSite,
  canCreateSite,
  canDeactivateSite,
  canEditSite,
  canListSites,
  canRecallSite,
  canReturnSite,
  canReviewSites,
  canSeeSite,
  canSubmitSite,
  canWithdrawSite,
  NOT_RETURNED,
  siteVisibility,
} from './sites.policy.ts'

const HOME = { region_id: 6, office_id: 23 }

/** A person with a default role, in Laguna unless another place is given. */
function person(role: DefaultRole, place: { region_id: number; office_id: number } = HOME): Actor {
  return {
    id: 100,
    first_name: 'A',
    name: 'A B',
    email: 'a@bureau.example',
    access_level: role.access_level,
    role_id: 1,
    role: role.name,
    hierarchy_role: role.hierarchy_role,
    region_id: isNational(role.access_level) ? null : place.region_id,
    province_id: null,
    office_id: role.access_level === 'PENRO' ? place.office_id : null,
    penro: null,
    permissions: [...role.permissions],
  }
}

const roleOf = (name: string): DefaultRole => {
  const found = DEFAULT_ROLES.find((role) => role.name === name)
  if (!found) throw new Error(`There is no role ${name}.`)
  return found
}

const STATES = LEGAL_STATES.filter(({ site_status }) => site_status !== 'Save as Draft')

const siteIn = (review: Review): Reviewed => ({
  ...HOME,
  status: 'Activated',
  ...review,
  created_by_id: 1,
  submitted_by_id: 1,
  deactivated_by_id: null,
})

const ACTIONS: Record<string, (actor: Actor, site: Reviewed) => Verdict> = {
  approve: canApproveSite,
  return: canReturnSite,
  edit: canEditSite,
  submit: canSubmitSite,
  recall: canRecallSite,
  deactivate: canDeactivateSite,
  activate: canActivateSite,
}

/** Part 4.2, read from the table instead of the code: who may do what in which state. */
function allowedByTable(action: string, role: DefaultRole, site: Reviewed): boolean {
  const has = (key: DefaultRole['permissions'][number]) => role.permissions.includes(key)
  const isMyTurn =
    site.site_status === 'Submitted' &&
    site[STATUS_OF[role.access_level]] === 'Submitted' &&
    REVIEW_CHAIN.slice(0, REVIEW_CHAIN.indexOf(role.access_level)).every(
      (level) => site[STATUS_OF[level]] === 'Approved',
    )
  const live = site.status === 'Activated'
  switch (action) {
    case 'approve':
      return live && has('site_maps_approval') && isMyTurn
    case 'return':
      return live && has('site_maps_return') && isMyTurn
    case 'edit':
      return live && has('site_map_edit') && site.site_status === 'Returned'
    case 'submit':
      return live && (has('site_map_edit') || has('site_map_create')) && site.site_status === 'Returned'
    case 'recall':
      return (
        live &&
        role.access_level === 'PENRO' &&
        (has('site_map_edit') || has('site_map_create')) &&
        site.site_status === 'Submitted' &&
        site.penro_status === 'Submitted'
      )
    case 'deactivate':
      return (
        live &&
        has('site_map_deactivate') &&
        site.site_status !== 'Approved' &&
        site.penro_status !== 'Approved'
      )
    default:
      return !live && has('site_map_activate')
  }
}

describe('profiles, row by row of part 4.2', () => {
  for (const [action, policy] of Object.entries(ACTIONS)) {
    test(`${action}: every default role at every state, activated and deactivated`, () => {
      for (const role of DEFAULT_ROLES)
        for (const row of STATES)
          for (const status of ['Activated', 'Deactivated'] as const) {
            const site = { ...siteIn(row), status }
            const verdict = policy(person(role), site)
            const what = `${role.name} ${action} ${status} ${row.site_status} ${currentLevel(row) ?? row.returned_by}`
            expect(verdict.ok, what).toBe(allowedByTable(action, role, site))
          }
    })
  }

  test('another office is refused as unknown to PENRO, another region to Region, nothing to FMB', () => {
    for (const role of DEFAULT_ROLES) {
      const elsewhere = person(role, { region_id: 13, office_id: 70 })
      const neighbour = person(role, { region_id: 6, office_id: 24 })
      for (const row of STATES)
        for (const [action, policy] of Object.entries(ACTIONS)) {
          const site = {
            ...siteIn(row),
            status: action === 'activate' ? ('Deactivated' as const) : ('Activated' as const),
          }
          const there = policy(elsewhere, site)
          const next = policy(neighbour, site)
          if (isNational(role.access_level)) expect(there.ok).toBe(policy(person(role), site).ok)
          else expect(there).toMatchObject({ ok: false })
          if (!there.ok && policy(person(role), site).ok) expect(there.why).toBe('scope')
          if (role.access_level === 'PENRO') expect(next.ok).toBe(false)
          if (role.access_level === 'Region') expect(next.ok).toBe(policy(person(role), site).ok)
        }
    }
  })

  test('[PROFILES-39, PROFILES-41] editing anything but a returned profile is refused in the words of the specification', () => {
    const encoder = person(roleOf('PENRO Encoder'))
    expect(NOT_RETURNED).toBe('Site Status is not RETURNED')
    for (const row of STATES.filter(({ site_status }) => site_status !== 'Returned'))
      expect(worded(canEditSite(encoder, siteIn(row)))).toEqual({
        ok: false,
        why: 'state',
        message: 'Site is only available to edit once RETURNED.',
      })
  })
})

describe('each action has its own key (001 §6)', () => {
  const holding = (key: PermissionKey): Actor => ({
    ...person(roleOf('PENRO Encoder')),
    permissions: [key],
  })
  const atPenro = siteIn(submitted(NEW_REVIEW))
  const back = siteIn(returned(NEW_REVIEW, 'Region'))

  test.each<[string, (actor: Actor) => Verdict, ...PermissionKey[]]>([
    ['[PROFILES-03] add', canCreateSite, 'site_map_create'],
    ['[PROFILES-03] [PROFILES-11] edit', (actor) => canEditSite(actor, back), 'site_map_edit'],
    ['[PROFILES-51] submit', (actor) => canSubmitSite(actor, back), 'site_map_create', 'site_map_edit'],
    ['recall', (actor) => canRecallSite(actor, atPenro), 'site_map_create', 'site_map_edit'],
    [
      '[S-146] withdraw',
      (actor) => canWithdrawSite(actor, siteIn(returned(NEW_REVIEW, 'PENRO')), []),
      'site_map_create',
      'site_map_edit',
    ],
    ['[PROFILES-45] deactivate', (actor) => canDeactivateSite(actor, atPenro), 'site_map_deactivate'],
    [
      '[PROFILES-45] activate',
      (actor) => canActivateSite(actor, { ...atPenro, status: 'Deactivated' }),
      'site_map_activate',
    ],
    ['[APPROVAL-28] approve', (actor) => canApproveSite(actor, atPenro), 'site_maps_approval'],
    ['[APPROVAL-28] return', (actor) => canReturnSite(actor, atPenro), 'site_maps_return'],
    ['[APPROVAL-01] review', canReviewSites, 'site_maps_approval', 'site_maps_return'],
    ['[PROFILES-01] list', canListSites, 'site_map_access', 'site_maps_approval', 'site_maps_return'],
  ])('%s: it alone is enough, and every other is not', (_what, may, ...keys) => {
    expect(PERMISSION_KEYS.filter((key) => may(holding(key)).ok).sort()).toEqual(keys.sort())
  })
})

describe('one person with all keys (S-70)', () => {
  const both = { ...person(roleOf('PENRO Approver')), id: 1 }
  const atPenro = siteIn(submitted(NEW_REVIEW))

  test('does not approve what they encoded or submitted, unless nobody else can', () => {
    expect(canApproveSite(both, atPenro)).toMatchObject({ ok: false, why: 'duties' })
    expect(canApproveSite(both, { ...atPenro, created_by_id: 5 })).toMatchObject({ why: 'duties' })
    expect(canApproveSite(both, { ...atPenro, created_by_id: 5, submitted_by_id: 5 }).ok).toBe(true)
    expect(canApproveSite(both, atPenro, true).ok).toBe(true)
  })

  test('may return it', () => {
    expect(canReturnSite(both, atPenro).ok).toBe(true)
  })
})

describe('deactivated profiles (S-36)', () => {
  const site: Reviewed = {
    ...siteIn(submitted(NEW_REVIEW)),
    status: 'Deactivated',
    deactivated_by_id: 2,
  }
  const approver = person(roleOf('PENRO Approver'))
  const administrator = person(roleOf('PENRO Administrator'))

  test('[PROFILES-43] are seen by their creator, who deactivated them, and holders of the activate key in scope', () => {
    expect(canSeeSite(approver, site)).toMatchObject({ ok: false, why: 'scope' })
    expect(canSeeSite({ ...approver, id: 1 }, site).ok).toBe(true)
    expect(canSeeSite({ ...approver, id: 2 }, site).ok).toBe(true)
    expect(canSeeSite(administrator, site).ok).toBe(true)
    expect(canSeeSite({ ...administrator, office_id: 24 }, site)).toMatchObject({ why: 'scope' })
  })
})

test('[S-114] a record met is open in scope, named elsewhere once it is approved, else unnamed', () => {
  const seen = (level: Actor['access_level']) => {
    const role = DEFAULT_ROLES.find((one) => one.access_level === level) as DefaultRole
    const sight = (region_id: number, office_id: number, site_status: Reviewed['site_status']) =>
      siteVisibility(person(role), { region_id, office_id, site_status })
    return [
      sight(6, 23, 'Returned'),
      sight(6, 24, 'Submitted'),
      sight(6, 24, 'Approved'),
      sight(7, 30, 'Returned'),
      sight(7, 30, 'Approved'),
    ]
  }
  expect(seen('PENRO')).toEqual(['open', 'unnamed', 'named', 'unnamed', 'named'])
  expect(seen('Region')).toEqual(['open', 'open', 'open', 'unnamed', 'named'])
  expect(seen('FMB')).toEqual(['open', 'open', 'open', 'open', 'open'])
})
