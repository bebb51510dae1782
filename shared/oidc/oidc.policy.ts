import { type Actor, holds, mayRead } from '../access/actor.ts'
import type { Verdict } from '../lib/verdict.ts'

/** Who edits users, and auditors, may read the identities to choose from; which user they may link is `canEditUser`. */
export const canListIdentities = (actor: Actor): Verdict => mayRead(actor, holds(actor, 'user_edit'))
