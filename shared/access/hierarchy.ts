import { DEFAULT_ROLES, ROLE_KINDS, type RoleKind } from './default-roles.ts'
import type { Level } from './levels.ts'
import type { PermissionKey } from './permissions.ts'

/** What the rank of a role follows from; `kind` is null for one the bureau made itself. */
export type RankedBy = {
  kind: RoleKind | null
  access_level: Level
  permissions: readonly PermissionKey[]
}

/** Keys that change users or roles. */
const changesUsersOrRoles = (key: PermissionKey): boolean =>
  /^(user|role)_(create|edit|activate_deactivate|reset_password)$/.test(key)
const isDecisionKey = (key: PermissionKey): boolean => /_(approval|return)$/.test(key)

/** The keys that change users or roles which the default Administrator of a level holds. */
const administrationKeys = (level: Level): readonly PermissionKey[] =>
  DEFAULT_ROLES.filter((role) => role.kind === 'Administrator' && role.access_level === level)
    .flatMap((role) => role.permissions)
    .filter(changesUsersOrRoles)

/**
 * hierarchy_role: 1 Super Administrator to 4 Encoder. A role the bureau made itself gets 2 only when it holds every key
 * that changes users and roles of its level's default Administrator, 3 when it holds one of these or an approval or
 * return key, else 4; never 1 (C-20, S-131).
 */
export function hierarchyOf({ kind, access_level, permissions }: RankedBy): number {
  if (kind) return ROLE_KINDS.indexOf(kind) + 1
  if (administrationKeys(access_level).every((key) => permissions.includes(key))) return 2
  return permissions.some((key) => changesUsersOrRoles(key) || isDecisionKey(key)) ? 3 : 4
}
