import { type Actor, isAtLevel, isFmbAdministrator } from '../access/actor.ts'
import { no, type Verdict, yes } from '../lib/verdict.ts'

/** Which activities are graded by which batch concerns those who may change the criteria or read why (001 §2). */
export const canListBatches = (actor: Actor): Verdict => isAtLevel(actor, 'FMB')

/** Criteria are read by all of FMB and saved by its administrators (C-31). */
export const canSaveCriteria = (actor: Actor): Verdict => isFmbAdministrator(actor, 'fmb_criteria')

/** A save says which batch it began from: the newest, or the number it is about to make (S-61). */
export const isFromBatch = (batch_number: number, current: number): Verdict =>
  batch_number === current || batch_number === current + 1 ? yes : no('criteria_changed')
