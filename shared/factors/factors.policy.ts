import { type Actor, holdsAny, isFmbAdministrator, mayRead } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { canResetPassword, canSeeUser, isNoSuperior, type Target } from '../users/users.policy.ts'

/** The sealed account of the operator has no second factor: it is used once, and the envelope has its password alone. */
export const canHaveFactors = (actor: Pick<Actor, 'is_break_glass'>): Verdict =>
  actor.is_break_glass ? no('sealed_without_factor') : yes

/**
 * Seeing the factors, sessions and own computers of a person: for those who see their details and may edit accounts or
 * reset passwords, and never of a superior, except for administrators of FMB, who issue half of a Super Administrator's
 * reset code, and for auditors. One's own are on a page of one's own.
 */
export const canSeeSignIn = (actor: Actor, user: Target): Verdict =>
  actor.id === user.id
    ? no('own_account')
    : all(
        mayRead(actor, holdsAny(actor, 'user_reset_password', 'user_edit')),
        canSeeUser(actor, user),
        mayRead(actor, isFmbAdministrator(actor).ok ? yes : isNoSuperior(actor, user)),
      )

/** Ending a person's session, or forgetting an own computer of theirs: as a reset of their password, which ends both. */
export const canEndSessions = (actor: Actor, user: Target): Verdict => canResetPassword(actor, user)
