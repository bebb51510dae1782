import { type Actor, holds, isAtLevel } from '../access/actor.ts'
import { all, type Verdict } from '../lib/verdict.ts'

/** audit_access opens the screen and loads rows (C-44). */
export const canReadAudit = (actor: Actor): Verdict => holds(actor, 'audit_access')

/** Download Logs needs audit_export as well (C-44). */
export const canExportAudit = (actor: Actor): Verdict =>
  all(canReadAudit(actor), holds(actor, 'audit_export'))

/** Rows of a draft stay inside its office, and so does the draft itself (S-112, S-35). */
export const readsDraftRows = (actor: Actor): boolean => actor.access_level === 'PENRO'

/** The log is one for the whole country, and so is every number and place of it: it is FMB's to verify. */
export const canReadIntegrity = (actor: Actor): Verdict => all(canReadAudit(actor), isAtLevel(actor, 'FMB'))
