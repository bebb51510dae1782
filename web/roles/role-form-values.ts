import { z } from 'zod/mini'
import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import type { PermissionKey } from '../../shared/access/permissions.ts'
import { all, type Verdict, yes } from '../../shared/lib/verdict.ts'
import { canGrant, staysAuditor, staysSuperAdministrator } from '../../shared/roles/roles.policy.ts'
import { type Role, RoleInput, type RolePatch, selectedKeys } from '../../shared/roles/roles.schema.ts'
import { levelsUnder } from '../../shared/access/levels-under.ts'
import { PERMISSION_WORDS } from './permission-words.ts'
import { withKeys } from './permission-choice.ts'
import type { Side } from '../drafts/SideBySide.tsx'

export type RoleFormValues = { name: string; access_level: Level | ''; permissions: PermissionKey[] }

/** The values of a new role; the level is preset if there is only one to choose. */
export function emptyRole(actor: Actor): RoleFormValues {
  const [only, ...others] = levelsUnder(actor)
  return {
    name: '',
    access_level: only !== undefined && others.length === 0 ? only : '',
    permissions: [],
  }
}

/** The values of a stored role. */
export const valuesOfRole = ({ name, access_level, permissions }: Role): RoleFormValues => ({
  name,
  access_level,
  permissions: [...permissions],
})

/** The first error of each field, by the server's own rules. */
export function roleComplaints(values: RoleFormValues): Record<string, string> {
  const complaints: Record<string, string> = {}
  for (const { path, message } of z.safeParse(RoleInput, values).error?.issues ?? [])
    complaints[String(path[0])] ??= message
  return complaints
}

/** The body of the call that adds a role. */
export const toRoleInput = (values: RoleFormValues): RoleInput => z.parse(RoleInput, values)

/** The body of the call that edits a role: the form, and `updated_at` as the person saw it. */
export const toRolePatch = (values: RoleFormValues, seen: Pick<Role, 'updated_at'>): RolePatch => ({
  ...toRoleInput(values),
  updated_at: seen.updated_at,
})

/** Whether a box of the grid may be ticked or cleared now (S-26, S-27); `role` is null for a new one. */
export function canChangeKey(
  actor: Actor,
  role: Role | null,
  values: RoleFormValues,
  key: PermissionKey,
): Verdict {
  const isOn = values.permissions.includes(key)
  const permissions = withKeys(values.permissions, [key], !isOn)
  const access_level = values.access_level || role?.access_level || actor.access_level
  const kind = role?.kind ?? null
  return all(
    isOn ? yes : canGrant(actor, { kind, access_level, permissions, ...(role ? { before: role } : {}) }),
    ...(role
      ? [
          staysSuperAdministrator(role, { access_level, permissions }),
          staysAuditor(role, { access_level, permissions }),
        ]
      : []),
  )
}

/** The fields in which the form differs from the role as it is saved now. */
export function roleSides(values: RoleFormValues, now: Role): Side[] {
  const wordsOf = (keys: readonly PermissionKey[]) =>
    selectedKeys(keys)
      .map((key) => PERMISSION_WORDS[key])
      .join(', ')
  return [
    { field: 'name', label: 'Role Name', theirs: now.name, mine: values.name },
    { field: 'access_level', label: 'Access Level', theirs: now.access_level, mine: values.access_level },
    {
      field: 'permissions',
      label: 'Permissions',
      theirs: wordsOf(now.permissions),
      mine: wordsOf(values.permissions),
    },
  ].filter(({ theirs, mine }) => theirs !== mine)
}
