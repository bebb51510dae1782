import { type Actor, ADMINISTRATOR, covers, hasRank, holds, holdsAny, isAuditor } from '../access/actor.ts'
import type { Level } from '../access/levels.ts'
import { isLevelUnder, levelsUnder } from '../access/levels-under.ts'
import type { PermissionKey } from '../access/permissions.ts'
import { keysOfKinds } from '../access/record-keys.ts'
import type { User } from '../auth/auth.schema.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import type { Role } from '../roles/roles.schema.ts'

export type Target = Pick<
  User,
  'id' | 'access_level' | 'region_id' | 'office_id' | 'hierarchy_role' | 'status' | 'is_break_glass'
>

/** FMB all; Region its region's users; PENRO its office's. Users of higher levels have no such place (S-24). */
export const coversUser = (actor: Actor, user: Target): Verdict =>
  covers(actor, { region_id: user.region_id ?? -1, office_id: user.office_id ?? -1 })

const isAnotherPerson = (actor: Actor, user: Target): Verdict =>
  actor.id === user.id ? no('own_account') : yes

/** The actor is a Super Administrator, or has a numerically lower hierarchy than the target (000 §4, §6). */
const outranks = (actor: Pick<Actor, 'hierarchy_role'>, target: { hierarchy_role: number }): Verdict =>
  actor.hierarchy_role === 1 || actor.hierarchy_role < target.hierarchy_role ? yes : no('superior_account')

/**
 * Only administrators change the accounts of auditors, who read more than others of a higher rank: of FMB, because the
 * others do not reach them.
 */
const isAuditorsAdministrator = (actor: Actor, target: { hierarchy_role: number }): Verdict =>
  isAuditor(target) ? hasRank(actor, ADMINISTRATOR, 'auditor_account') : yes

/** Equals are allowed: the new password is mailed to its owner, so that only a superior could be harmed. */
export const isNoSuperior = (actor: Actor, target: Target): Verdict =>
  actor.hierarchy_role <= target.hierarchy_role ? yes : no('superior_account')

/** Only the operator changes the break-glass account. */
const isNotBreakGlass = (user: Target): Verdict => (user.is_break_glass ? no('break_glass_account') : yes)

const isActive = (user: Target): Verdict =>
  user.status === 'Activated' ? yes : no('inactive', { word: 'user' })

export const canListUsers = (actor: Actor): Verdict => holds(actor, 'user_access')

/** User managers, and encoders of an office, see offices without an approver (S-120). */
export const canSeeMissingApprovers = (actor: Actor): Verdict =>
  actor.access_level === 'PENRO'
    ? holdsAny(actor, 'user_access', ...keysOfKinds('create', 'edit'))
    : holds(actor, 'user_access')

/** The caller's own profile needs no permission (S-33). */
export const canSeeUser = (actor: Actor, user: Target): Verdict =>
  actor.id === user.id ? yes : all(holds(actor, 'user_show'), coversUser(actor, user))

export const canCreateUser = (actor: Actor): Verdict => holds(actor, 'user_create')

/** 000 §6: FMB at all levels, Region at Region and PENRO, PENRO at PENRO. */
export const canCreateUserAt = (actor: Actor, level: Level): Verdict =>
  all(canCreateUser(actor), isLevelUnder(actor, level))

export const canEditUser = (actor: Actor, user: Target): Verdict =>
  all(
    holds(actor, 'user_edit'),
    coversUser(actor, user),
    isAuditorsAdministrator(actor, user),
    isAnotherPerson(actor, user),
    outranks(actor, user),
    isNotBreakGlass(user),
    isActive(user),
  )

/** Loading a user into the form: for those who see the details, and for those who may edit this user (S-33). */
export const canLoadUser = (actor: Actor, user: Target): Verdict =>
  actor.id === user.id || holds(actor, 'user_show').ok ? canSeeUser(actor, user) : canEditUser(actor, user)

/** The rights for activation and deactivation, regardless of the status. */
const canToggleUser = (actor: Actor, user: Target): Verdict =>
  all(
    holds(actor, 'user_activate_deactivate'),
    coversUser(actor, user),
    isAuditorsAdministrator(actor, user),
    isAnotherPerson(actor, user),
    outranks(actor, user),
    isNotBreakGlass(user),
  )

export const canActivateUser = (actor: Actor, user: Target): Verdict =>
  all(canToggleUser(actor, user), user.status === 'Deactivated' ? yes : no('user_is_activated'))

export const canDeactivateUser = (actor: Actor, user: Target): Verdict =>
  all(canToggleUser(actor, user), user.status === 'Activated' ? yes : no('user_is_deactivated'))

/** An administrator's reset: for another activated person in scope who is not a superior. */
export const canResetPassword = (actor: Actor, user: Target): Verdict =>
  all(
    holds(actor, 'user_reset_password'),
    coversUser(actor, user),
    isAnotherPerson(actor, user),
    isAuditorsAdministrator(actor, user),
    isNoSuperior(actor, user),
    isNotBreakGlass(user),
    isActive(user),
  )

/** The last activated FMB Super Administrator cannot be removed (S-27). `others` counts the remaining ones. */
export const isNotLastSuperAdministrator = (
  user: Pick<Target, 'hierarchy_role' | 'status'>,
  others: number,
): Verdict =>
  user.hierarchy_role === 1 && user.status === 'Activated' && others === 0 ? no('last_super') : yes

export type RoleChoice = Pick<Role, 'access_level' | 'kind' | 'hierarchy_role'> & {
  permissions: readonly PermissionKey[]
}

/**
 * Whether the actor may give a person this role (000 §6, S-26): none above their own level or rank, so only a Super
 * Administrator gives that role, and no Region Approver by Region staff. Those below an administrator give roles of a
 * lower rank, and of their own rank only those whose every key they have: users never give more rights than their own
 * (S-131). Auditors are appointed by administrators of FMB.
 */
export function canAssignRole(actor: Actor, role: RoleChoice): Verdict {
  const denied = no('role_not_given')
  if (!levelsUnder(actor).includes(role.access_level)) return denied
  if (role.hierarchy_role < actor.hierarchy_role) return denied
  if (role.kind === 'Auditor' && !hasRank(actor, ADMINISTRATOR).ok) return denied
  const isEqual = role.hierarchy_role === actor.hierarchy_role && actor.hierarchy_role > ADMINISTRATOR
  if (isEqual && !role.permissions.every((key) => actor.permissions.includes(key))) return denied
  const regionApprover = role.access_level === 'Region' && role.kind === 'Approver'
  return actor.access_level === 'Region' && regionApprover ? denied : yes
}
