import { ROLE_KINDS, type RoleKind } from './default-roles.ts'
import type { PermissionKey } from './permissions.ts'

/**
 * hierarchy_role: 1 Super Administrator to 4 Encoder. A role the bureau made itself gets 2 when it holds a user or
 * role write key, 3 when it holds an approval or return key, else 4; never 1 (C-20).
 */
export function hierarchyOf(kind: RoleKind | null, permissions: readonly PermissionKey[]): number {
  if (kind) return ROLE_KINDS.indexOf(kind) + 1
  const writes = permissions.some((key) =>
    /^(user|role)_(create|edit|activate_deactivate|reset_password)$/.test(key),
  )
  if (writes) return 2
  return permissions.some((key) => /_(approval|return)$/.test(key)) ? 3 : 4
}
