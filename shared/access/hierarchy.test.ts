import { expect, test } from 'vitest'
import { ROLE_KINDS } from './default-roles.ts'
import { hierarchyOf } from './hierarchy.ts'
import { PERMISSION_KEYS, type PermissionKey } from './permissions.ts'

test('a default role has the rank of its kind, whatever it holds', () => {
  expect(ROLE_KINDS.map((kind) => hierarchyOf(kind, PERMISSION_KEYS))).toEqual([1, 2, 3, 4])
  expect(ROLE_KINDS.map((kind) => hierarchyOf(kind, []))).toEqual([1, 2, 3, 4])
})

/** the rank that a single key gives; those that are not here give the lowest (C-20) */
const RANKS: Partial<Record<PermissionKey, number>> = {
  user_create: 2,
  user_edit: 2,
  user_activate_deactivate: 2,
  user_reset_password: 2,
  role_create: 2,
  role_edit: 2,
  role_activate_deactivate: 2,
  site_maps_approval: 3,
  site_maps_return: 3,
  site_activities_approval: 3,
  site_activities_return: 3,
}

test.each(PERMISSION_KEYS)('a role the bureau made with %s alone has the rank of that key', (key) => {
  expect(hierarchyOf(null, [key])).toBe(RANKS[key] ?? 4)
})

test('the highest of its keys decides, and none makes a Super Administrator', () => {
  expect(hierarchyOf(null, ['site_maps_return', 'user_edit', 'dashboard_access'])).toBe(2)
  expect(hierarchyOf(null, ['dashboard_access', 'site_maps_return'])).toBe(3)
  expect(hierarchyOf(null, PERMISSION_KEYS)).toBe(2)
  expect(hierarchyOf(null, [])).toBe(4)
})
