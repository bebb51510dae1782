import { type Actor, holds } from '../access/actor.ts'
import { all, type Verdict } from '../lib/verdict.ts'

/** audit_access opens the screen and loads rows (C-44). */
export const canReadAudit = (actor: Actor): Verdict => holds(actor, 'audit_access')

/** Download Logs needs audit_export as well (C-44). */
export const canExportAudit = (actor: Actor): Verdict =>
  all(canReadAudit(actor), holds(actor, 'audit_export'))
