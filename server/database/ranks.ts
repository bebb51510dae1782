import type { RoleKind } from '../../shared/access/default-roles.ts'
import { hierarchyOf } from '../../shared/access/hierarchy.ts'
import type { Level } from '../../shared/access/levels.ts'
import type { PermissionKey } from '../../shared/access/permissions.ts'

/** The columns of a role that its rank follows from. */
export type Ranked = { kind: string | null; access_level: string; permissions: string[] }

/** The rank of a role, even of a deactivated one, so that no other user outranks its users meanwhile (C-20, S-131). */
export const rankOf = ({ kind, access_level, permissions }: Ranked): number =>
  hierarchyOf({
    kind: kind as RoleKind | null,
    access_level: access_level as Level,
    permissions: permissions as PermissionKey[],
  })
