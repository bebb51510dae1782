import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { FIXED_PERMISSIONS, PERMISSION_GROUPS, PERMISSION_KEYS } from '../access/permissions.ts'
import { ROLE, selectedKeys } from './roles.fields.ts'
import { RoleSearch } from './roles.schema.ts'
import { PERMISSION_GRID } from '../../tests/support/oracles/permission-grid.ts'

const errorsOf = (more: object) =>
  Object.fromEntries(
    z
      .safeParse(ROLE.input, { name: 'Field Checker', access_level: 'PENRO', ...more })
      .error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [],
  )

test('[ROLES-17, ROLES-18, ROLES-19, CONSTANTS-04] the name has 2 to 100 characters', () => {
  for (const name of ['', undefined, null, '   '])
    expect(errorsOf({ name })).toEqual({ name: 'Role name is required.' })
  expect(errorsOf({ name: 'x' })).toEqual({ name: 'Role name must be at least 2 characters.' })
  expect(errorsOf({ name: 'xx' })).toEqual({})
  expect(errorsOf({ name: 'x'.repeat(100) })).toEqual({})
  expect(errorsOf({ name: 'x'.repeat(101) })).toEqual({ name: 'Role name cannot exceed 100 characters.' })
  expect(errorsOf({ name: '🌳'.repeat(100) })).toEqual({})
})

test('[ROLES-20, ROLES-21] the access level is one of three', () => {
  for (const access_level of ['', undefined, null])
    expect(errorsOf({ access_level })).toEqual({ access_level: 'Access level is required.' })
  for (const access_level of ['X', 'fmb', 7])
    expect(errorsOf({ access_level })).toEqual({ access_level: 'Invalid access level selected' })
})

test('permissions are known keys; the five fixed ones may be named and are not kept', () => {
  expect(errorsOf({ permissions: [...PERMISSION_KEYS, ...FIXED_PERMISSIONS] })).toEqual({})
  expect(errorsOf({ permissions: ['user_delete'] })).toEqual({
    'permissions.0': 'Invalid permission selected',
  })
  expect(errorsOf({ permissions: 'all' })).toEqual({ permissions: 'Permissions must be a list.' })
  expect(errorsOf({ permissions: Array.from({ length: 201 }, () => 'login') })).toEqual({
    permissions: 'Too many permissions in one request.',
  })
  expect(selectedKeys(['dashboard_access', 'login', 'user_create', 'user_create'])).toEqual([
    'user_create',
    'dashboard_access',
  ])
})

test('[ROLES-08, ROLES-09, ROLES-10, ROLES-11, ROLES-12, ROLES-13, ROLES-14, ROLES-15] the keys by group', () => {
  expect(Object.fromEntries(PERMISSION_GROUPS.map((group) => [group.name, group.keys]))).toEqual(
    PERMISSION_GRID,
  )
  expect(
    z.parse(ROLE.input, { name: 'All', access_level: 'FMB', permissions: PERMISSION_KEYS }),
  ).toMatchObject({
    permissions: PERMISSION_KEYS,
  })
})

test('[ROLES-29] a search without a status asks for the activated roles', () => {
  expect(z.parse(RoleSearch, {})).toMatchObject({ status: 'Activated' })
  expect(z.parse(RoleSearch, { status: 'Deactivated' })).toMatchObject({ status: 'Deactivated' })
})
