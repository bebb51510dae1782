import { type Actor, isAtLevel } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'

/** What a saver hears whose batch is no longer the newest (S-61). */
export const CRITERIA_CHANGED = 'The criteria were changed by another user. Please reload.'

/** Super Administrators and Administrators, the two roles that start at the principle cards (C-31) */
const LOWEST_HIERARCHY = 2

/** Which activities are graded by which batch concerns those who may change the criteria or read why (001 §2). */
export const canListBatches = (actor: Actor): Verdict => isAtLevel(actor, 'FMB')

/** Criteria are read by all of FMB and saved by its administrators (C-31). */
export const canSaveCriteria = (actor: Actor): Verdict =>
  all(
    isAtLevel(actor, 'FMB'),
    actor.hierarchy_role <= LOWEST_HIERARCHY
      ? yes
      : no('permission', 'Only FMB administrators can change the criteria.'),
  )

/** A save says which batch it began from: the newest, or the number it is about to make (S-61). */
export const isFromBatch = (batch_number: number, current: number): Verdict =>
  batch_number === current || batch_number === current + 1 ? yes : no('state', CRITERIA_CHANGED)
