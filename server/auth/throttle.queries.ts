import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { DAY_MS, type Failures, FAILURES_MATTER_MS, hourOf, NETWORK_FAILURES } from './throttle.ts'

/** Who tries: an address, already as it is counted, and the network it is tried from. */
export type Who = { email: string; network: string }

const FAILED = 'login_failed'
const MAILED = 'reset_requested'

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

/** Lets one caller at a time judge what failed for this address from this network, until the transaction ends. */
export async function lockFailures(db: Db, { email, network }: Who): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${FAILED} ${email} ${network}`}, 0))`.execute(db)
}

/** What failed lately, here and in the whole network. */
export async function readFailures(db: Db, { email, network }: Who, now: Date): Promise<Failures> {
  const failures = db
    .selectFrom('throttle_events')
    .select('at')
    .where('kind', '=', FAILED)
    .where('network_address', '=', network)
    .where('at', '>', before(now, FAILURES_MATTER_MS))
    .orderBy('at', 'desc')
  const own = await failures.where('email', '=', email).limit(NETWORK_FAILURES).execute()
  // whoever has not failed here is held by nobody else's failures
  const hundredth =
    own.length === 0
      ? undefined
      : await failures
          .offset(NETWORK_FAILURES - 1)
          .limit(1)
          .executeTakeFirst()
  return {
    own: own.map(({ at }) => Date.parse(at)),
    hundredth: hundredth ? Date.parse(hundredth.at) : null,
  }
}

/** Counts a check that failed. */
export async function noteFailure(db: Db, { email, network }: Who, now: Date): Promise<void> {
  await db
    .insertInto('throttle_events')
    .values({ kind: FAILED, email, network_address: network, at: now.toISOString() })
    .execute()
}

/** The right password makes failures undone, from one network or, after a reset, from all. */
export async function forgetFailures(db: Db, email: string, network?: string): Promise<void> {
  await db
    .deleteFrom('throttle_events')
    .where('kind', '=', FAILED)
    .where('email', '=', email)
    .$if(network !== undefined, (query) => query.where('network_address', '=', network ?? ''))
    .execute()
}

/** Forgets everything counted against an address, whatever the limit; says how many tries that were. */
export async function forgetTries(db: Db, email: string): Promise<number> {
  const gone = await db.deleteFrom('throttle_events').where('email', '=', email).returning('id').execute()
  return gone.length
}

/** Counts a failed sign-in of this network; the how manyth of the hour it is. */
export async function countFailure(db: Db, network: string, now: Date): Promise<number> {
  const { failures } = await db
    .insertInto('login_failure_counts')
    .values({ network, hour: hourOf(now), failures: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['network', 'hour'])
        .doUpdateSet({ failures: sql<number>`login_failure_counts.failures + 1` }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

/** Takes away the counts of hours that have ended. */
export const takeEndedCounts = (db: Db, now: Date) =>
  db
    .deleteFrom('login_failure_counts')
    .where('hour', '<', hourOf(now))
    .returning(['network', 'hour', 'failures'])
    .execute()

/** When links were asked for and mailed to this address in the last day, newest first. */
export async function listMails(db: Db, email: string, now: Date): Promise<number[]> {
  const mails = await db
    .selectFrom('throttle_events')
    .select('at')
    .where('kind', '=', MAILED)
    .where('email', '=', email)
    .where('at', '>', before(now, DAY_MS))
    .orderBy('at', 'desc')
    .execute()
  return mails.map(({ at }) => Date.parse(at))
}

/** Counts a mailed link. */
export async function noteMail(db: Db, { email, network }: Who, now: Date): Promise<void> {
  await db
    .insertInto('throttle_events')
    .values({ kind: MAILED, email, network_address: network, at: now.toISOString() })
    .execute()
}

/** Forgets what no limit counts any more. */
export async function removeOldEvents(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('throttle_events')
    .where((eb) =>
      eb.or([
        eb('at', '<', before(now, DAY_MS)),
        eb.and([eb('kind', '=', FAILED), eb('at', '<', before(now, FAILURES_MATTER_MS))]),
      ]),
    )
    .execute()
}
