import { type Actor, isFmbAdministrator, mayRead } from '../access/actor.ts'
import type { PlainCode } from '../lib/refusals.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import type { ImportState } from './imports.schema.ts'

/** Imports are made, seen and cancelled by FMB's administrators, who manage the national register. */
export const canImport = (actor: Actor): Verdict => isFmbAdministrator(actor, 'fmb_imports')

export const canSeeImports = (actor: Actor): Verdict => mayRead(actor, canImport(actor))

/** Whether the server is working on an import, so that its numbers change. */
export const isAtWork = ({ state }: { state: ImportState }): boolean =>
  state === 'Uploaded' || state === 'Importing'

const inState = (state: ImportState, allowed: readonly ImportState[], code: PlainCode): Verdict =>
  allowed.includes(state) ? yes : no(code)

/** An import can be started once, after all its rows have been checked. */
export const canStartImport = (actor: Actor, { state }: { state: ImportState }): Verdict =>
  all(canImport(actor), inState(state, ['Checked'], 'import_not_ready'))

/** Rows can be left out, or included again, between the check and the start. */
export const canLeaveOutRows = (actor: Actor, { state }: { state: ImportState }): Verdict =>
  all(canImport(actor), inState(state, ['Checked'], 'import_rows_fixed'))

/** An unfinished import can be ended, by an operator too; profiles already added remain (S-156). */
export const canEndImport = ({ state }: { state: ImportState }): Verdict =>
  inState(state, ['Uploaded', 'Checked', 'Importing'], 'import_ended')

export const canCancelImport = (actor: Actor, found: { state: ImportState }): Verdict =>
  all(canImport(actor), canEndImport(found))

/** The correction file can be downloaded once all rows have been checked. */
export const canDownloadCorrections = (actor: Actor, { state }: { state: ImportState }): Verdict =>
  all(
    canSeeImports(actor),
    inState(state, ['Checked', 'Importing', 'Finished', 'Cancelled'], 'import_unchecked'),
  )
