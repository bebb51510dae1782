import {
  type Actor,
  ADMINISTRATOR,
  hasRank,
  hasRole,
  holds,
  holdsAny,
  isAuditor,
  isFmbAdministrator,
  mayRead,
} from '../access/actor.ts'
import { LEVELS } from '../access/levels.ts'
import { keysOfKinds } from '../access/record-keys.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { canResetPassword, coversUser, type Target } from '../users/users.policy.ts'
import type { ResetCodeIssued, ResetCodeState } from './factors.schema.ts'

/** The lowest rank of an approver (C-20). */
const APPROVER = 3

/** A person as the policy of reset codes sees them. */
export type ResetTarget = Target & { has_factor: boolean; awaits_new_factor: boolean }

type Issued = NonNullable<ResetCodeState>

/** An approver of the person's own office, region or bureau, for people who encode; auditors have administrators. */
const isOfficeApprover = (actor: Actor, user: Target): boolean =>
  holdsAny(actor, ...keysOfKinds('approve')).ok &&
  coversUser(actor, user).ok &&
  actor.access_level === user.access_level &&
  user.hierarchy_role > APPROVER &&
  !isAuditor(user)

/** An administrator of a higher level or rank who may reset the person's password. */
function isAdministratorAbove(actor: Actor, user: Target): Verdict {
  const isAbove =
    LEVELS.indexOf(actor.access_level) > LEVELS.indexOf(user.access_level) ||
    actor.hierarchy_role < user.hierarchy_role
  return all(
    hasRank(actor, ADMINISTRATOR),
    isAbove ? yes : no('superior_account'),
    canResetPassword(actor, user),
  )
}

/** Whether it takes two administrators of FMB: for its approvers and administrators, whose decisions are final. */
const isOfTwo = (user: Target): boolean => user.access_level === 'FMB' && user.hierarchy_role <= APPROVER

/** The break-glass account alone issues what otherwise takes two: it is for the case that no second administrator is left. */
const needsTwo = (actor: Actor, user: Target): boolean => isOfTwo(user) && !actor.is_break_glass

function mayHelp(actor: Actor, user: Target): Verdict {
  if (actor.is_break_glass) return hasRole(actor)
  if (isOfTwo(user)) return all(isFmbAdministrator(actor), holds(actor, 'user_reset_password'))
  return isOfficeApprover(actor, user) ? yes : isAdministratorAbove(actor, user)
}

/**
 * Whether the actor may issue a reset code for this person: the approver of the person's own office, or an administrator
 * above; for approvers and administrators of FMB any administrator of FMB, who issues half of it. Never for oneself, and
 * only for people who have a second factor, or have used a code and not set up a new one.
 */
export const canIssueResetCode = (actor: Actor, user: ResetTarget): Verdict =>
  all(
    actor.id === user.id ? no('own_account') : yes,
    coversUser(actor, user),
    mayHelp(actor, user),
    user.status === 'Activated' ? yes : no('inactive', { word: 'user' }),
    user.has_factor || user.awaits_new_factor ? yes : no('no_factor'),
  )

const isFirstHalf = (live: Issued | null): live is Issued =>
  live !== null && live.needs_two && live.second_issued_at === null

/** Which part of a code the actor issues next, beside the one that is valid now. */
export function partToIssue(actor: Actor, user: Target, live: Issued | null): ResetCodeIssued['part'] {
  if (!needsTwo(actor, user)) return 'whole'
  return isFirstHalf(live) ? 'second' : 'first'
}

/** The same with the code that is valid now: who has issued its first half does not issue the second. */
export const canIssueNow = (actor: Actor, user: ResetTarget, live: Issued | null): Verdict =>
  all(
    canIssueResetCode(actor, user),
    partToIssue(actor, user, live) === 'second' && live?.issued_by === actor.id
      ? no('first_half_yours')
      : yes,
  )

/** When the newest part of the valid code was issued: what a screen has seen before it asks for another one. */
export const latestIssue = (live: Issued | null): string | null =>
  live && (live.second_issued_at ?? live.issued_at)

/** All reset codes of the bureau are listed for its administrators and auditors. */
export const canListResetCodes = (actor: Actor): Verdict => mayRead(actor, isFmbAdministrator(actor))

/** The people of one's own office, for its approvers: administrators have the user list. */
export const canListOfficePeople = (actor: Actor): Verdict =>
  mayRead(actor, holdsAny(actor, ...keysOfKinds('approve')))
