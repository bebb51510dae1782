import { type Actor, holds, isAtLevel, mayChange } from '../access/actor.ts'
import { all, type Verdict } from '../lib/verdict.ts'

/** audit_access opens the screen and loads rows (C-44). */
export const canReadAudit = (actor: Actor): Verdict => holds(actor, 'audit_access')

/** Download Logs needs audit_export as well (C-44). */
export const canExportAudit = (actor: Actor): Verdict =>
  all(canReadAudit(actor), holds(actor, 'audit_export'))

/** Only the office sees rows about a draft, as it is with the draft itself (S-112, S-35). */
export const readsDraftRows = (actor: Actor): boolean => actor.access_level === 'PENRO'

/** There is one log for the whole country with one series of numbers, so only FMB verifies it. */
export const canReadIntegrity = (actor: Actor): Verdict => all(canReadAudit(actor), isAtLevel(actor, 'FMB'))

export const canVerifyLog = (actor: Actor): Verdict => mayChange(actor, canReadIntegrity(actor))
