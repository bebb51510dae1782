import pg from 'pg'
import { AppError } from './errors.ts'

const DATABASE_GONE =
  'The database cannot be reached at the moment, so nothing was read or saved. Please try again in a minute.'
const DATABASE_BUSY = 'The database is busy, so nothing was saved. Please try again in a minute.'

/** The server ends the connection, is starting or stopping, or takes no more connections. */
const GONE = /^(08...|53300|57P0[1-4])$/
/** A lock that was not given in time, a statement that took too long, one of a transaction that was forgotten. */
const BUSY = new Set(['55P03', '57014', '25P03'])
/** What pg says of a line that broke, and of a client that has lost its own; these have no codes. */
const BROKEN =
  /^Connection terminated|connection error and is not queryable|^Client was closed|^timeout expired|when trying to connect$/i

const lost = new WeakSet<object>()

/** Notes that an error came from the way to the database, which its own code does not tell. */
export function noteLost(error: unknown): void {
  if (error instanceof Error && !(error instanceof pg.DatabaseError)) lost.add(error)
}

/** Notes the same of what a connection in use says, unless it is a fault in what it was asked. */
export function noteBroken(error: unknown): void {
  if (error instanceof Error && ('syscall' in error || BROKEN.test(error.message))) noteLost(error)
}

/** A database that is away or busy, as the sentence a person can act on; everything else unchanged. */
export function asDatabaseRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  if (lost.has(error) || GONE.test(code)) return refusal(DATABASE_GONE, '5', error)
  return BUSY.has(code) ? refusal(DATABASE_BUSY, '10', error) : error
}

const refusal = (message: string, seconds: string, cause: Error) =>
  Object.assign(new AppError('unavailable', message, {}, { 'retry-after': seconds }), { cause })

/** Whether a reading failed because the database is away or busy. */
export const isOutage = (error: unknown): boolean => {
  const refused = asDatabaseRefusal(error)
  return refused instanceof AppError && refused.code === 'unavailable'
}
