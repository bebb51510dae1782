import { DEFAULT_ROLES, ROLE_KINDS, type RoleKind } from './default-roles.ts'
import type { Level } from './levels.ts'
import type { PermissionKey } from './permissions.ts'

/** What the rank of a role depends on; `kind` is null for a role that the bureau created. */
export type RankedBy = {
  kind: RoleKind | null
  access_level: Level
  permissions: readonly PermissionKey[]
}

const changesUsersOrRoles = (key: PermissionKey): boolean =>
  /^(user|role)_(create|edit|activate_deactivate|reset_password)$/.test(key)
const isDecisionKey = (key: PermissionKey): boolean => /_(approval|return)$/.test(key)

/** Those keys of a level's default Administrator that change users or roles. */
const administrationKeys = (level: Level): readonly PermissionKey[] =>
  DEFAULT_ROLES.filter((role) => role.kind === 'Administrator' && role.access_level === level)
    .flatMap((role) => role.permissions)
    .filter(changesUsersOrRoles)

/**
 * hierarchy_role, from 1 Super Administrator to 4 Encoder, and 5 Auditor. A role that the bureau created gets 2 if it has all the keys
 * of its level's default Administrator that change users and roles, 3 if it has any of these or an approval or return
 * key, otherwise 4; never 1 (C-20, S-131).
 */
export function hierarchyOf({ kind, access_level, permissions }: RankedBy): number {
  if (kind) return ROLE_KINDS.indexOf(kind) + 1
  if (administrationKeys(access_level).every((key) => permissions.includes(key))) return 2
  return permissions.some((key) => changesUsersOrRoles(key) || isDecisionKey(key)) ? 3 : 4
}
