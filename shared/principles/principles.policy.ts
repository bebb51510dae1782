import { type Actor, isAtLevel, isFmbAdministrator } from '../access/actor.ts'
import { no, type Verdict, yes } from '../lib/verdict.ts'

/** Only FMB sees which batch grades which activities: it changes the criteria and reads why (001 §2). */
export const canListBatches = (actor: Actor): Verdict => isAtLevel(actor, 'FMB')

/** All of FMB reads the criteria; its administrators save them (C-31). */
export const canSaveCriteria = (actor: Actor): Verdict => isFmbAdministrator(actor, 'fmb_criteria')

/** A save names the batch it began from: the newest, or the number it is about to create (S-61). */
export const isFromBatch = (batch_number: number, current: number): Verdict =>
  batch_number === current || batch_number === current + 1 ? yes : no('criteria_changed')
