import { type Actor, holds, holdsAny } from '../access/actor.ts'
import { hierarchyOf, type RankedBy } from '../access/hierarchy.ts'
import { LEVELS, type Level } from '../access/levels.ts'
import { PERMISSION_KEYS, type PermissionKey } from '../access/permissions.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { isLevelUnder, levelsUnder } from '../access/levels-under.ts'
import type { RoleRow } from './roles.schema.ts'

export type RoleTarget = Pick<RoleRow, 'id' | 'access_level' | 'kind' | 'hierarchy_role' | 'status'>

export const canListRoles = (actor: Actor): Verdict => holds(actor, 'role_access')

/** Users who add or edit users need the choices of the form. */
export const canSearchRoles = (actor: Actor): Verdict =>
  holdsAny(actor, 'role_access', 'user_create', 'user_edit')

/** The actor's level and below; roles above it are not disclosed (S-24). */
const coversRole = (actor: Actor, role: Pick<RoleTarget, 'access_level'>): Verdict =>
  levelsUnder(actor).includes(role.access_level) ? yes : no('scope')

export const canSeeRole = (actor: Actor, role: Pick<RoleTarget, 'access_level'>): Verdict =>
  all(holds(actor, 'role_show'), coversRole(actor, role))

export const canCreateRole = (actor: Actor): Verdict => holds(actor, 'role_create')

/** 000 §6: FMB at all levels, Region at Region and PENRO, PENRO at PENRO. */
export const canCreateRoleAt = (actor: Actor, level: Level): Verdict =>
  all(canCreateRole(actor), isLevelUnder(actor, level))

/** No role above the actor's rank; their own role only for a Super Administrator (S-26). */
function isNotAboveRank(actor: Actor, role: RoleTarget): Verdict {
  if (role.hierarchy_role < actor.hierarchy_role) return no('superior_role')
  const own = role.id === actor.role_id && actor.hierarchy_role !== 1
  return own ? no('own_role') : yes
}

export const canEditRole = (actor: Actor, role: RoleTarget): Verdict =>
  all(
    holds(actor, 'role_edit'),
    coversRole(actor, role),
    isNotAboveRank(actor, role),
    role.status === 'Activated' ? yes : no('inactive', { word: 'role' }),
  )

/** Loading a role into the form: for those who see its details, and for those who may edit it (S-33). */
export const canLoadRole = (actor: Actor, role: RoleTarget): Verdict =>
  holds(actor, 'role_show').ok ? canSeeRole(actor, role) : canEditRole(actor, role)

/** The rights for activation and deactivation, regardless of the status. */
const canToggleRole = (actor: Actor, role: RoleTarget): Verdict =>
  all(holds(actor, 'role_activate_deactivate'), coversRole(actor, role), isNotAboveRank(actor, role))

export const canActivateRole = (actor: Actor, role: RoleTarget): Verdict =>
  all(canToggleRole(actor, role), role.status === 'Deactivated' ? yes : no('role_is_activated'))

/** The Super Administrator role cannot be deactivated, or all its holders would be locked out (S-27). */
export const canDeactivateRole = (actor: Actor, role: RoleTarget): Verdict =>
  all(
    canToggleRole(actor, role),
    role.kind === 'Super Administrator' ? no('super_stays_on') : yes,
    role.status === 'Activated' ? yes : no('role_is_deactivated'),
  )

/** A role as it would be after a change. */
export type Grant = RankedBy & {
  /** its present state; absent for a new role */
  before?: Pick<RankedBy, 'access_level' | 'permissions'>
}

/**
 * Only keys that the actor has can be added, and the role may not rise above the actor's rank (S-26). Existing keys may
 * stay, unless the role moves to a higher level, where each key has a wider scope (S-131).
 */
export function canGrant(actor: Actor, { before, ...after }: Grant): Verdict {
  if (actor.hierarchy_role === 1) return yes
  const isRaised = before && LEVELS.indexOf(after.access_level) > LEVELS.indexOf(before.access_level)
  const stored = before && !isRaised ? before.permissions : []
  const added = after.permissions.filter((key) => !stored.includes(key))
  if (!added.every((key) => actor.permissions.includes(key))) return no('keys_not_held')
  return hierarchyOf(after) < actor.hierarchy_role ? no('superior_role') : yes
}

/** The Super Administrator role keeps every permission and its level (S-27, S-34). */
export const staysSuperAdministrator = (
  role: Pick<RoleTarget, 'kind' | 'access_level'>,
  after: { access_level: Level; permissions: readonly PermissionKey[] },
): Verdict =>
  role.kind === 'Super Administrator' &&
  (after.access_level !== role.access_level ||
    !PERMISSION_KEYS.every((key) => after.permissions.includes(key)))
    ? no('super_keeps_all')
    : yes

/** The auditor's role is fixed: it is neither moved nor given further keys, and reads what it reads by its kind. */
export function staysAuditor(
  role: Pick<RoleTarget, 'kind' | 'access_level'> & { permissions: readonly PermissionKey[] },
  after: { access_level: Level; permissions: readonly PermissionKey[] },
): Verdict {
  if (role.kind !== 'Auditor') return yes
  const isSame =
    after.access_level === role.access_level &&
    after.permissions.length === role.permissions.length &&
    role.permissions.every((key) => after.permissions.includes(key))
  return isSame ? yes : no('auditor_keeps')
}
