import { describe, expect, test } from 'vitest'
import { ROLE_KINDS, type RoleKind } from './default-roles.ts'
import { hierarchyOf } from './hierarchy.ts'
import { LEVELS, type Level } from './levels.ts'
import { PERMISSION_KEYS, type PermissionKey } from './permissions.ts'

const rankOf = (kind: RoleKind | null, access_level: Level, permissions: readonly PermissionKey[]) =>
  hierarchyOf({ kind, access_level, permissions })

test('a default role has the rank of its kind, whatever it holds', () => {
  for (const level of LEVELS) {
    expect(ROLE_KINDS.map((kind) => rankOf(kind, level, PERMISSION_KEYS))).toEqual([1, 2, 3, 4, 5])
    expect(ROLE_KINDS.map((kind) => rankOf(kind, level, []))).toEqual([1, 2, 3, 4, 5])
  }
})

const OF_USERS: PermissionKey[] = [
  'user_create',
  'user_edit',
  'user_activate_deactivate',
  'user_reset_password',
]
const OF_ROLES: PermissionKey[] = ['role_create', 'role_edit', 'role_activate_deactivate']
const REVIEW: PermissionKey[] = [
  'site_maps_approval',
  'site_maps_return',
  'site_activities_approval',
  'site_activities_return',
]

/** Part 5: the keys of each level's default Administrator that change users and roles. */
const ADMINISTERS: Record<Level, PermissionKey[]> = {
  FMB: [...OF_USERS, ...OF_ROLES],
  Region: OF_USERS,
  PENRO: OF_USERS,
}

describe('[S-131] a role the bureau made itself', () => {
  test.each(PERMISSION_KEYS)('with %s alone is never an administrator', (key) => {
    const expected = [...OF_USERS, ...OF_ROLES, ...REVIEW].includes(key) ? 3 : 4
    for (const level of LEVELS) expect([level, rankOf(null, level, [key])]).toEqual([level, expected])
  })

  test.each(LEVELS)(
    'of %s has rank 2 with every key of its Administrator, and 3 without any one',
    (level) => {
      const all = ADMINISTERS[level]
      expect(rankOf(null, level, all)).toBe(2)
      expect(rankOf(null, level, PERMISSION_KEYS)).toBe(2)
      for (const left of all) {
        expect([
          left,
          rankOf(
            null,
            level,
            all.filter((key) => key !== left),
          ),
        ]).toEqual([left, 3])
        const others = PERMISSION_KEYS.filter((key) => key !== left)
        expect([left, rankOf(null, level, others)]).toEqual([left, 3])
      }
    },
  )

  test('without any of them and without approvals has the lowest', () => {
    const rest = PERMISSION_KEYS.filter((key) => ![...OF_USERS, ...OF_ROLES, ...REVIEW].includes(key))
    for (const level of LEVELS) {
      expect(rankOf(null, level, rest)).toBe(4)
      expect(rankOf(null, level, [])).toBe(4)
    }
  })
})
