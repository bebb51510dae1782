import { type Actor, holds } from '../access/actor.ts'
import type { Verdict } from '../lib/verdict.ts'

/** Who edits users may read the identities to choose from; which user they may link is `canEditUser`. */
export const canListIdentities = (actor: Actor): Verdict => holds(actor, 'user_edit')
