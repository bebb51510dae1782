import { describe, expect, test } from 'vitest'
import { worded } from '../../tests/support/oracles/worded.ts'
import { anActor } from '../../tests/support/records/actors.ts'
import type { Actor } from '../access/actor.ts'
import { DEFAULT_ROLES, ROLE_KINDS } from '../access/default-roles.ts'
import { LEVELS, type Level } from '../access/levels.ts'
import { PERMISSION_KEYS, type PermissionKey } from '../access/permissions.ts'
import { levelsUnder } from '../access/levels-under.ts'
import {
  canActivateUser,
  canAssignRole,
  canCreateUserAt,
  canDeactivateUser,
  canEditUser,
  canListUsers,
  canLoadUser,
  canResetPassword,
  canSeeUser,
  isNotLastSuperAdministrator,
  type Target,
} from './users.policy.ts'

const user = (more: Partial<Target> = {}): Target => ({
  id: 2,
  access_level: 'PENRO',
  region_id: 4,
  office_id: 7,
  hierarchy_role: 4,
  status: 'Activated',
  ...more,
})

const PLACES = {
  FMB: { access_level: 'FMB', region_id: null, office_id: null },
  'own region': { access_level: 'Region', region_id: 4, office_id: null },
  'other region': { access_level: 'Region', region_id: 5, office_id: null },
  'own office': { access_level: 'PENRO', region_id: 4, office_id: 7 },
  'other office': { access_level: 'PENRO', region_id: 4, office_id: 8 },
  'office of another region': { access_level: 'PENRO', region_id: 5, office_id: 9 },
} as const satisfies Record<string, Partial<Target>>

const SCOPE: Record<Level, (keyof typeof PLACES)[]> = {
  FMB: Object.keys(PLACES) as (keyof typeof PLACES)[],
  Region: ['own region', 'own office', 'other office'],
  PENRO: ['own office'],
}

const why = (verdict: ReturnType<typeof canEditUser>) => (verdict.ok ? 'ok' : verdict.why)

describe('scope', () => {
  const ACTIONS = { canSeeUser, canEditUser, canDeactivateUser, canResetPassword }
  test.each(LEVELS)('%s reaches its own users and nobody else, in every action', (level) => {
    for (const [place, where] of Object.entries(PLACES)) {
      const expected = SCOPE[level].includes(place as keyof typeof PLACES) ? 'ok' : 'scope'
      for (const [name, can] of Object.entries(ACTIONS))
        expect([level, place, name, why(can(anActor(level), user(where)))]).toEqual([
          level,
          place,
          name,
          expected,
        ])
    }
  })
})

describe('hierarchy', () => {
  const ranks = [1, 2, 3, 4]

  test('[USERS-21] toggle and edit: a Super Administrator, or a lower number than the target', () => {
    for (const mine of ranks) {
      for (const theirs of ranks) {
        const expected = mine === 1 || mine < theirs ? 'ok' : 'permission'
        const me = anActor('FMB', mine)
        const target = user({ hierarchy_role: theirs })
        const answers = [
          canEditUser(me, target),
          canDeactivateUser(me, target),
          canActivateUser(me, { ...target, status: 'Deactivated' }),
        ]
        expect([mine, theirs, ...answers.map(why)]).toEqual([mine, theirs, expected, expected, expected])
      }
    }
  })

  test('a reset works among equals but not upwards', () => {
    for (const mine of ranks) {
      for (const theirs of ranks) {
        const verdict = canResetPassword(anActor('FMB', mine), user({ hierarchy_role: theirs }))
        expect([mine, theirs, why(verdict)]).toEqual([mine, theirs, mine <= theirs ? 'ok' : 'permission'])
      }
    }
  })

  test('[USERS-18] nobody acts on the own account, whatever the rank', () => {
    for (const mine of ranks) {
      const me = anActor('FMB', mine)
      const self = user({ ...PLACES.FMB, id: me.id, hierarchy_role: mine })
      expect(why(canEditUser(me, self))).toBe('permission')
      expect(why(canDeactivateUser(me, self))).toBe('permission')
      expect(why(canActivateUser(me, { ...self, status: 'Deactivated' }))).toBe('permission')
      expect(why(canResetPassword(me, self))).toBe('permission')
      expect(why(canSeeUser({ ...me, permissions: [] }, self))).toBe('ok')
    }
  })
})

test('[USERS-37, USERS-38, USERS-39, USERS-40, USERS-41] each action needs its own key, and no other', () => {
  const can = {
    user_access: (me: Actor) => canListUsers(me),
    user_show: (me: Actor) => canSeeUser(me, user()),
    user_create: (me: Actor) => canCreateUserAt(me, 'PENRO'),
    user_edit: (me: Actor) => canEditUser(me, user()),
    user_activate_deactivate: (me: Actor) => canDeactivateUser(me, user()),
    user_reset_password: (me: Actor) => canResetPassword(me, user()),
  }
  for (const [key, ask] of Object.entries(can)) {
    const without = PERMISSION_KEYS.filter((one) => one !== key)
    expect([key, why(ask(anActor('FMB', 1, { permissions: without })))]).toEqual([key, 'permission'])
    const only = PERMISSION_KEYS.filter((one) => one === key)
    expect([key, why(ask(anActor('FMB', 1, { permissions: only })))]).toEqual([key, 'ok'])
  }
})

test('[USERS-19, USERS-20] a deactivated user is neither edited nor sent a password', () => {
  const off = user({ status: 'Deactivated' })
  for (const verdict of [canEditUser(anActor('FMB'), off), canResetPassword(anActor('FMB'), off)])
    expect(worded(verdict)).toEqual({
      ok: false,
      why: 'state',
      message: 'This user is currently inactive. Please activate the account to make changes.',
    })
  expect(why(canDeactivateUser(anActor('FMB'), off))).toBe('state')
  expect(why(canActivateUser(anActor('FMB'), off))).toBe('ok')
  expect(why(canActivateUser(anActor('FMB'), user()))).toBe('state')
})

test('[USERS-33] FMB creates at all levels, Region at Region and PENRO, PENRO at PENRO', () => {
  const allowed = { FMB: ['FMB', 'Region', 'PENRO'], Region: ['Region', 'PENRO'], PENRO: ['PENRO'] }
  for (const mine of LEVELS) {
    expect([...levelsUnder(anActor(mine))]).toEqual(allowed[mine])
    for (const level of LEVELS)
      expect([mine, level, canCreateUserAt(anActor(mine), level).ok]).toEqual([
        mine,
        level,
        allowed[mine].includes(level),
      ])
  }
})

describe('roles one may give', () => {
  const given = (me: Actor) =>
    DEFAULT_ROLES.filter((role) => canAssignRole(me, role).ok).map((role) => role.name)

  test('[USERS-35] the Super Administrator role comes from a Super Administrator only', () => {
    expect(given(anActor('FMB', 1))).toEqual(DEFAULT_ROLES.map((role) => role.name))
    expect(given(anActor('FMB', 2))).toEqual(
      DEFAULT_ROLES.map((role) => role.name).filter((name) => name !== 'FMB Super Administrator'),
    )
  })

  test('[USERS-36] Region staff gives no Region Approver role, by kind and level, not by name', () => {
    expect(given(anActor('Region', 2))).toEqual([
      'Region Administrator',
      'PENRO Administrator',
      'PENRO Approver',
      'PENRO Encoder',
    ])
    const named = { access_level: 'Region', kind: null, hierarchy_role: 4, permissions: [] } as const
    expect(canAssignRole(anActor('Region', 2), named).ok).toBe(true)
  })

  test('no level and no rank above the own', () => {
    expect(given(anActor('PENRO', 2))).toEqual(['PENRO Administrator', 'PENRO Approver', 'PENRO Encoder'])
    expect(given(anActor('PENRO', 3))).toEqual(['PENRO Approver', 'PENRO Encoder'])
    expect(given(anActor('PENRO', 4))).toEqual(['PENRO Encoder'])
    for (const [index, kind] of ROLE_KINDS.entries()) {
      const role = { access_level: 'PENRO', kind, hierarchy_role: index + 1, permissions: [] } as const
      for (const rank of [2, 3, 4])
        expect([kind, rank, canAssignRole(anActor('FMB', rank), role).ok]).toEqual([
          kind,
          rank,
          // auditors are appointed by administrators
          kind === 'Auditor' ? rank <= 2 : rank <= index + 1,
        ])
    }
  })
})

test('[S-131] who is no administrator gives roles below the own rank, and equal ones whose keys they hold', () => {
  const clerk = (...permissions: PermissionKey[]) => anActor('FMB', 3, { permissions })
  const given = (me: Actor) =>
    DEFAULT_ROLES.filter((role) => canAssignRole(me, role).ok).map((role) => role.name)
  expect(given(clerk('user_create'))).toEqual(['PENRO Encoder'])
  const approvals = DEFAULT_ROLES.find(({ name }) => name === 'PENRO Approver')?.permissions ?? []
  expect(given(clerk('user_create', ...approvals))).toEqual([
    'Region Approver',
    'PENRO Approver',
    'PENRO Encoder',
  ])
  const equal = { access_level: 'FMB', kind: null, hierarchy_role: 3, permissions: ['user_create'] } as const
  expect(canAssignRole(clerk('user_create'), equal).ok).toBe(true)
  expect(canAssignRole(clerk('user_create'), { ...equal, permissions: ['user_edit'] }).ok).toBe(false)
  // administrators give the roles of their level, as specified
  expect(canAssignRole(anActor('FMB', 2, { permissions: ['user_create'] }), equal).ok).toBe(true)
})

test('the last activated Super Administrator stays', () => {
  const last = { hierarchy_role: 1, status: 'Activated' } as const
  expect(why(isNotLastSuperAdministrator(last, 0))).toBe('state')
  expect(why(isNotLastSuperAdministrator(last, 1))).toBe('ok')
  expect(why(isNotLastSuperAdministrator({ ...last, status: 'Deactivated' }, 0))).toBe('ok')
  expect(why(isNotLastSuperAdministrator({ ...last, hierarchy_role: 2 }, 0))).toBe('ok')
})

test('a form starts from what one may see or edit, the own record included (S-33)', () => {
  const editor = anActor('PENRO', 2, { permissions: ['user_edit'] })
  expect(why(canLoadUser(editor, user()))).toBe('ok')
  expect(why(canLoadUser(editor, user({ id: editor.id })))).toBe('ok')
  expect(why(canLoadUser(editor, user({ hierarchy_role: 2 })))).toBe('permission')
  expect(why(canLoadUser(editor, user({ office_id: 8 })))).toBe('scope')
  expect(why(canLoadUser(editor, user({ status: 'Deactivated' })))).toBe('state')
  const viewer = anActor('PENRO', 4, { permissions: ['user_show'] })
  expect(why(canLoadUser(viewer, user({ hierarchy_role: 1, status: 'Deactivated' })))).toBe('ok')
  expect(why(canLoadUser(anActor('PENRO', 2, { permissions: ['user_access'] }), user()))).toBe('permission')
})
