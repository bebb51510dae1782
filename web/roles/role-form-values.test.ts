import { expect, test } from 'vitest'
import type { Actor } from '../../shared/access/actor.ts'
import { DEFAULT_ROLES } from '../../shared/access/default-roles.ts'
import { PERMISSION_KEYS, type PermissionKey } from '../../shared/access/permissions.ts'
import type { Role } from '../../shared/roles/roles.schema.ts'
import { ROLE } from '../../shared/roles/roles.fields.ts'
import { sidesOf } from '../drafts/sides.ts'
import { canChangeKey, emptyRole } from './role-form-values.ts'

function withRole(name: string): Actor {
  const role = DEFAULT_ROLES.find((one) => one.name === name)
  if (!role) throw new Error(`There is no role ${name}.`)
  return {
    access_level: role.access_level,
    hierarchy_role: role.hierarchy_role,
    permissions: [...role.permissions],
  } as Actor
}

const stored = (name: string): Role =>
  ({ ...DEFAULT_ROLES.find((one) => one.name === name), id: 1, status: 'Activated' }) as unknown as Role

const open = (actor: Actor, role: Role | null, chosen: readonly PermissionKey[]) => {
  const values = { name: 'X', access_level: 'FMB', permissions: [...chosen] } as const
  return PERMISSION_KEYS.filter(
    (key) => canChangeKey(actor, role, { ...values, permissions: [...chosen] }, key).ok,
  )
}

test('a new role can be given what its creator holds, everything by a Super Administrator', () => {
  const admin = withRole('FMB Administrator')
  expect(open(admin, null, [])).toEqual(PERMISSION_KEYS.filter((key) => admin.permissions.includes(key)))
  expect(open(withRole('FMB Super Administrator'), null, [])).toEqual(PERMISSION_KEYS)
})

test('what a role holds already can be taken and given back', () => {
  const approver = stored('PENRO Approver')
  const mine = open(withRole('FMB Administrator'), approver, approver.permissions)
  expect(mine).toContain('site_maps_approval')
  expect(mine).not.toContain('site_map_create')
})

test('nothing of the Super Administrator role can be cleared', () => {
  const role = stored('FMB Super Administrator')
  expect(open(withRole('FMB Super Administrator'), role, role.permissions)).toEqual([])
})

test('[ROLES-17, ROLES-20] an empty form names what is missing', () => {
  expect(ROLE.complaints(emptyRole(withRole('FMB Administrator')))).toEqual({
    name: 'Role name is required.',
    access_level: 'Access level is required.',
  })
  expect(emptyRole(withRole('PENRO Administrator')).access_level).toBe('PENRO')
  expect(ROLE.complaints({ ...ROLE.start(stored('PENRO Encoder')), name: 'x'.repeat(101) })).toEqual({
    name: 'Role name cannot exceed 100 characters.',
  })
})

test('[S-144] a second saver sees in which fields the saved role and the form differ, permissions in words', () => {
  const now = stored('PENRO Approver')
  expect(sidesOf(ROLE, ROLE.start(now), now)).toEqual([])
  const values = { ...ROLE.start(now), name: 'Checker', permissions: ['dashboard_access' as const] }
  const [name, permissions, ...more] = sidesOf(ROLE, values, now)
  expect(name).toEqual({ field: 'name', label: 'Role Name', theirs: 'PENRO Approver', mine: 'Checker' })
  expect(permissions?.label).toBe('Permissions')
  expect(permissions?.theirs).not.toBe(permissions?.mine)
  expect(permissions?.mine).not.toContain('_')
  expect(more).toEqual([])
})
