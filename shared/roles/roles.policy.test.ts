import { describe, expect, test } from 'vitest'
import { worded } from '../../tests/support/oracles/worded.ts'
import { anActor } from '../../tests/support/records/actors.ts'
import type { Actor } from '../access/actor.ts'
import { DEFAULT_ROLES } from '../access/default-roles.ts'
import { LEVELS, type Level } from '../access/levels.ts'
import { PERMISSION_KEYS, type PermissionKey } from '../access/permissions.ts'
import {
  canActivateRole,
  canCreateRoleAt,
  canDeactivateRole,
  canEditRole,
  canGrant,
  canListRoles,
  canLoadRole,
  canSearchRoles,
  canSeeRole,
  type RoleTarget,
  staysSuperAdministrator,
} from './roles.policy.ts'

const role = (more: Partial<RoleTarget> = {}): RoleTarget => ({
  id: 9,
  access_level: 'PENRO',
  kind: null,
  hierarchy_role: 4,
  status: 'Activated',
  ...more,
})

const why = (verdict: ReturnType<typeof canEditRole>) => (verdict.ok ? 'ok' : verdict.why)

test('roles above the own level are not told to exist; those below are open', () => {
  const seen = { FMB: ['PENRO', 'Region', 'FMB'], Region: ['PENRO', 'Region'], PENRO: ['PENRO'] }
  for (const mine of LEVELS)
    for (const access_level of LEVELS) {
      const expected = seen[mine].includes(access_level) ? 'ok' : 'scope'
      const target = role({ access_level })
      for (const can of [canSeeRole, canEditRole, canDeactivateRole])
        expect([mine, access_level, why(can(anActor(mine), target))]).toEqual([mine, access_level, expected])
      expect(why(canActivateRole(anActor(mine), { ...target, status: 'Deactivated' }))).toBe(expected)
    }
})

test('[ROLES-24] FMB creates at all levels, Region at Region and PENRO, PENRO at PENRO', () => {
  const allowed = { FMB: ['FMB', 'Region', 'PENRO'], Region: ['Region', 'PENRO'], PENRO: ['PENRO'] }
  for (const mine of LEVELS)
    for (const level of LEVELS)
      expect([mine, level, canCreateRoleAt(anActor(mine), level).ok]).toEqual([
        mine,
        level,
        allowed[mine].includes(level),
      ])
})

test('[ROLES-25, ROLES-26] each action needs its own key, and no other', () => {
  const can = {
    role_access: (me: Actor) => canListRoles(me),
    role_show: (me: Actor) => canSeeRole(me, role()),
    role_create: (me: Actor) => canCreateRoleAt(me, 'PENRO'),
    role_edit: (me: Actor) => canEditRole(me, role()),
    role_activate_deactivate: (me: Actor) => canDeactivateRole(me, role()),
  }
  for (const [key, ask] of Object.entries(can)) {
    const permissions = PERMISSION_KEYS.filter((one) => one !== key)
    expect([key, why(ask(anActor('FMB', 1, { permissions })))]).toEqual([key, 'permission'])
    const only = PERMISSION_KEYS.filter((one) => one === key)
    expect([key, why(ask(anActor('FMB', 1, { permissions: only })))]).toEqual([key, 'ok'])
  }
  for (const key of ['role_access', 'user_create', 'user_edit'] as const)
    expect(canSearchRoles(anActor('FMB', 4, { permissions: [key] })).ok).toBe(true)
  expect(why(canSearchRoles(anActor('FMB', 4, { permissions: ['role_show'] })))).toBe('permission')
})

test('[ROLES-28] a deactivated role is not edited', () => {
  expect(worded(canEditRole(anActor('FMB'), role({ status: 'Deactivated' })))).toEqual({
    ok: false,
    why: 'state',
    message: 'This role is currently inactive. Please activate the account to make changes.',
  })
  expect(why(canDeactivateRole(anActor('FMB'), role({ status: 'Deactivated' })))).toBe('state')
  expect(why(canActivateRole(anActor('FMB'), role()))).toBe('state')
})

describe('rank', () => {
  test('nobody changes a role above the own, and the own one only a Super Administrator', () => {
    for (const mine of [1, 2, 3, 4])
      for (const theirs of [1, 2, 3, 4]) {
        const verdict = canEditRole(anActor('FMB', mine), role({ hierarchy_role: theirs }))
        expect([mine, theirs, why(verdict)]).toEqual([mine, theirs, mine <= theirs ? 'ok' : 'permission'])
      }
    const own = role({ id: anActor('FMB').role_id, hierarchy_role: 2, access_level: 'FMB' })
    expect(why(canEditRole(anActor('FMB', 2), own))).toBe('permission')
    expect(why(canDeactivateRole(anActor('FMB', 2), own))).toBe('permission')
    expect(why(canEditRole(anActor('FMB', 1), { ...own, hierarchy_role: 1 }))).toBe('ok')
  })

  test('the Super Administrator role is never switched off, stripped or moved', () => {
    const top = role({ kind: 'Super Administrator', hierarchy_role: 1, access_level: 'FMB' })
    expect(why(canDeactivateRole(anActor('FMB', 1), top))).toBe('state')
    const all = { access_level: 'FMB', permissions: PERMISSION_KEYS } as const
    expect(why(staysSuperAdministrator(top, all))).toBe('ok')
    expect(why(staysSuperAdministrator(top, { ...all, access_level: 'Region' }))).toBe('state')
    expect(why(staysSuperAdministrator(top, { ...all, permissions: PERMISSION_KEYS.slice(1) }))).toBe('state')
    expect(why(staysSuperAdministrator(role(), { ...all, permissions: [] }))).toBe('ok')
  })
})

describe('granting', () => {
  const held: PermissionKey[] = ['role_create', 'role_edit', 'user_edit', 'dashboard_access']
  const me = anActor('FMB', 2, { permissions: held })
  const own = { kind: null, access_level: 'FMB' } as const

  test('only what one holds is added; what is there already may stay or go', () => {
    expect(why(canGrant(me, { ...own, permissions: held }))).toBe('ok')
    expect(why(canGrant(me, { ...own, permissions: [...held, 'audit_access'] }))).toBe('permission')
    const before = { access_level: 'FMB', permissions: ['audit_access', 'site_map_create'] } as const
    expect(why(canGrant(me, { ...own, permissions: [...before.permissions, 'user_edit'], before }))).toBe(
      'ok',
    )
    expect(why(canGrant(me, { ...own, permissions: [], before }))).toBe('ok')
    expect(
      why(canGrant(anActor('FMB', 1, { permissions: held }), { ...own, permissions: PERMISSION_KEYS })),
    ).toBe('ok')
  })

  test('[S-131] a role that is raised to a higher level takes along only keys that its editor holds', () => {
    const approvals = { access_level: 'PENRO', permissions: ['site_maps_approval'] } as const
    const raised = (access_level: Level) =>
      canGrant(me, { ...own, ...approvals, access_level, before: approvals })
    expect(LEVELS.map((level) => why(raised(level)))).toEqual(['ok', 'permission', 'permission'])
    const known = { access_level: 'PENRO', permissions: ['dashboard_access'] } as const
    expect(why(canGrant(me, { ...own, ...known, access_level: 'FMB', before: known }))).toBe('ok')
    // a role moved to a lower level has a smaller scope, as long as its rank there is not above the actor's
    const wide = { access_level: 'FMB', permissions: ['site_maps_approval'] } as const
    expect(why(canGrant(me, { ...own, ...wide, access_level: 'PENRO', before: wide }))).toBe('ok')
  })

  test('[S-131] no role rises above the own rank, neither by keys nor by its level', () => {
    const users: PermissionKey[] = [
      ...(['user_create', 'user_edit', 'user_activate_deactivate', 'user_reset_password'] as const),
    ]
    const approver = anActor('FMB', 3)
    const region = { kind: null, access_level: 'Region' } as const
    expect(why(canGrant(approver, { ...region, permissions: users }))).toBe('permission')
    expect(why(canGrant(approver, { ...region, permissions: users.slice(1) }))).toBe('ok')
    expect(why(canGrant(approver, { ...own, permissions: users }))).toBe('ok')
    const before = { access_level: 'FMB', permissions: users } as const
    expect(why(canGrant(approver, { ...region, permissions: users, before }))).toBe('permission')
    expect(why(canGrant(approver, { ...own, kind: 'Encoder', permissions: users }))).toBe('ok')
    expect(why(canGrant(anActor('FMB', 4), { ...own, permissions: ['site_maps_return'] }))).toBe('permission')
  })

  test('every default role can be made again by a Super Administrator', () => {
    for (const { permissions, access_level } of DEFAULT_ROLES)
      expect(canGrant(anActor('FMB', 1), { kind: null, access_level, permissions }).ok).toBe(true)
  })
})

test('a form starts from what one may see or edit (S-33)', () => {
  const editor = anActor('Region', 2, { permissions: ['role_edit'] })
  expect(why(canLoadRole(editor, role()))).toBe('ok')
  expect(why(canLoadRole(editor, role({ hierarchy_role: 1 })))).toBe('permission')
  expect(why(canLoadRole(editor, role({ access_level: 'FMB' })))).toBe('scope')
  expect(why(canLoadRole(editor, role({ status: 'Deactivated' })))).toBe('state')
  const viewer = anActor('Region', 4, { permissions: ['role_show'] })
  expect(why(canLoadRole(viewer, role({ hierarchy_role: 1, status: 'Deactivated' })))).toBe('ok')
  expect(why(canLoadRole(anActor('Region', 2, { permissions: ['role_access'] }), role()))).toBe('permission')
})
