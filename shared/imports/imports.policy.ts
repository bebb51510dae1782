import { type Actor, isAtLevel } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import type { ImportState } from './imports.schema.ts'

/** Super Administrators and Administrators: whoever looks after the register of the whole country. */
const LOWEST_HIERARCHY = 2

/** A role that is switched off keeps its rank and has no rights (S-09). */
const isOn = ({ role, role_off }: Actor): Verdict =>
  role_off ? no('permission', `Your role ${role} is switched off: ${role_off.reason}.`) : yes

/** Imports are made, seen and cancelled by the administrators at FMB. */
export const canImport = (actor: Actor): Verdict =>
  all(
    isAtLevel(actor, 'FMB'),
    actor.hierarchy_role <= LOWEST_HIERARCHY
      ? yes
      : no('permission', 'Only FMB administrators can import profiles.'),
    isOn(actor),
  )

const inState = (state: ImportState, allowed: readonly ImportState[], message: string): Verdict =>
  allowed.includes(state) ? yes : no('state', message)

/** Profiles are added once every row has been checked, and once only. */
export const canStartImport = (actor: Actor, { state }: { state: ImportState }): Verdict =>
  all(
    canImport(actor),
    inState(state, ['Checked'], 'Only an import that has been checked, and not begun, can be started.'),
  )

/** Whatever has not ended can be ended, also by an operator; profiles that were added stay (S-156). */
export const canEndImport = ({ state }: { state: ImportState }): Verdict =>
  inState(state, ['Uploaded', 'Checked', 'Importing'], 'This import has ended already.')

export const canCancelImport = (actor: Actor, found: { state: ImportState }): Verdict =>
  all(canImport(actor), canEndImport(found))

/** The file of rows to correct is of use once all of them have been looked at. */
export const canDownloadCorrections = (actor: Actor, { state }: { state: ImportState }): Verdict =>
  all(
    canImport(actor),
    inState(
      state,
      ['Checked', 'Importing', 'Finished', 'Cancelled'],
      'The rows of this import have not been checked yet.',
    ),
  )
