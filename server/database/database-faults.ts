import pg from 'pg'
import type { PlainCode } from '../../shared/lib/refusals.ts'
import { AppError } from '../lib/errors.ts'

/** The server ends the connection, is starting or stopping, or accepts no more connections. */
const CONNECTION_LOST_CODES = /^(08...|53300|57P0[1-4])$/
/** A lock not obtained in time, a statement that took too long, a transaction left idle for too long. */
const BUSY_CODES = new Set(['55P03', '57014', '25P03'])
/** The server has become a copy, as after a failover, or was set to accept no changes. */
export const READ_ONLY_CODE = '25006'
/** Errors of pg for a broken connection or a client that has lost its own; these have no codes. */
const BROKEN_CONNECTION =
  /^Connection terminated|connection error and is not queryable|^Client was closed|^timeout expired|when trying to connect$/i

const markedLost = new WeakSet<object>()

/** Marks an error as coming from the connection to the database, which its own code does not show. */
export function markConnectionLost(error: unknown): void {
  if (error instanceof Error && !(error instanceof pg.DatabaseError)) markedLost.add(error)
}

/** Marks an error on a connection in use in the same way, unless it is a fault of the statement. */
export function markBrokenConnection(error: unknown): void {
  if (error instanceof Error && ('syscall' in error || BROKEN_CONNECTION.test(error.message)))
    markConnectionLost(error)
}

/** Turns the error of an unavailable or busy database into a refusal that a person can act on; others are unchanged. */
export function toDatabaseRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  if (markedLost.has(error) || CONNECTION_LOST_CODES.test(code)) return refusal('database_gone', '5', error)
  if (code === READ_ONLY_CODE) return refusal('database_read_only', '10', error)
  return BUSY_CODES.has(code) ? refusal('database_busy', '10', error) : error
}

const refusal = (code: PlainCode, seconds: string, cause: Error) =>
  new AppError(code, { headers: { 'retry-after': seconds }, cause })

/** Whether a read failed because the database is unavailable or busy. */
export const isOutage = (error: unknown): boolean => {
  const refused = toDatabaseRefusal(error)
  return refused instanceof AppError && refused.why === 'unavailable'
}
