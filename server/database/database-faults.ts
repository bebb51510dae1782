import pg from 'pg'
import type { PlainCode } from '../../shared/lib/refusals.ts'
import { AppError } from '../lib/errors.ts'

/** The server ends the connection, is starting or stopping, or takes no more connections. */
const CONNECTION_LOST_CODES = /^(08...|53300|57P0[1-4])$/
/** A lock that was not given in time, a statement that took too long, one of a transaction that was forgotten. */
const BUSY_CODES = new Set(['55P03', '57014', '25P03'])
/** What pg says of a line that broke, and of a client that has lost its own; these have no codes. */
const BROKEN_CONNECTION =
  /^Connection terminated|connection error and is not queryable|^Client was closed|^timeout expired|when trying to connect$/i

const markedLost = new WeakSet<object>()

/** Notes that an error came from the way to the database, which its own code does not report. */
export function markConnectionLost(error: unknown): void {
  if (error instanceof Error && !(error instanceof pg.DatabaseError)) markedLost.add(error)
}

/** Notes the same of what a connection in use says, unless it is a fault in what it was asked. */
export function markBrokenConnection(error: unknown): void {
  if (error instanceof Error && ('syscall' in error || BROKEN_CONNECTION.test(error.message)))
    markConnectionLost(error)
}

/** A database that is away or busy, as the sentence a person can act on; everything else unchanged. */
export function toDatabaseRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  if (markedLost.has(error) || CONNECTION_LOST_CODES.test(code)) return refusal('database_gone', '5', error)
  return BUSY_CODES.has(code) ? refusal('database_busy', '10', error) : error
}

const refusal = (code: PlainCode, seconds: string, cause: Error) =>
  new AppError(code, { headers: { 'retry-after': seconds }, cause })

/** Whether a reading failed because the database is away or busy. */
export const isOutage = (error: unknown): boolean => {
  const refused = toDatabaseRefusal(error)
  return refused instanceof AppError && refused.why === 'unavailable'
}
