import { type Actor, holds, isFmbAdministrator } from '../access/actor.ts'
import { all, type Verdict } from '../lib/verdict.ts'
import { canEditUser, type Target } from '../users/users.policy.ts'

/** People of the provider who have no account here are listed for administrators of FMB alone, who edit users. */
export const canListIdentities = (actor: Actor): Verdict =>
  all(isFmbAdministrator(actor), holds(actor, 'user_edit'))

/** Who may offer a person a link to an identity. */
export const canOfferIdentity = (actor: Actor, user: Target): Verdict =>
  all(canListIdentities(actor), canEditUser(actor, user))
