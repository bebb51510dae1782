import { type Actor, isFmbAdministrator } from '../access/actor.ts'
import type { PlainCode } from '../lib/refusals.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import type { ImportState } from './imports.schema.ts'

/** Imports are made, seen and cancelled by the administrators at FMB, who look after the register of the whole country. */
export const canImport = (actor: Actor): Verdict => isFmbAdministrator(actor, 'fmb_imports')

const inState = (state: ImportState, allowed: readonly ImportState[], code: PlainCode): Verdict =>
  allowed.includes(state) ? yes : no(code)

/** Profiles are added once every row has been checked, and once only. */
export const canStartImport = (actor: Actor, { state }: { state: ImportState }): Verdict =>
  all(canImport(actor), inState(state, ['Checked'], 'import_not_ready'))

/** Whatever has not ended can be ended, also by an operator; profiles that were added stay (S-156). */
export const canEndImport = ({ state }: { state: ImportState }): Verdict =>
  inState(state, ['Uploaded', 'Checked', 'Importing'], 'import_ended')

export const canCancelImport = (actor: Actor, found: { state: ImportState }): Verdict =>
  all(canImport(actor), canEndImport(found))

/** The file of rows to correct is of use once all of them have been looked at. */
export const canDownloadCorrections = (actor: Actor, { state }: { state: ImportState }): Verdict =>
  all(canImport(actor), inState(state, ['Checked', 'Importing', 'Finished', 'Cancelled'], 'import_unchecked'))
