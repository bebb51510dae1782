import { sql } from 'kysely'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'
import { networkOf, wideNetworkOf } from '../lib/network.ts'
import {
  countAsOne,
  FAILURES_MATTER_MS,
  GUESSED_CODES,
  GUESSED_FAILURES,
  GUESSED_HOUR_MS,
  hourOf,
  KNOWN_NETWORK_DAYS,
  MAILS_PER_DAY,
  NETWORK_FAILURES,
  type RecentFailures,
} from './throttle.ts'

/** The address that is tried, as `addressKey` returns it, and the network that tries it. */
type Attempt = { email: string; network: string }

/** What fails: a password, or a code of the second step. Each is counted by itself. */
type FailureKind = 'login_failed' | 'second_step_failed'
export type CountedAttempt = Attempt & { kind: FailureKind }

const FAILED = 'login_failed'
const CODE_FAILED = 'second_step_failed'
const MAILED = 'reset_requested'
const GUESSED_CODES_MAILED = 'guessed_codes_mailed'

const earlierBy = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

/** Serializes attempts on this address from this network, or from others in the same wide one, until commit. */
export const lockFailures = (db: Db, { kind, email, network }: CountedAttempt): Promise<void> =>
  lockUntilCommit(db, `${kind} ${email} ${wideNetworkOf(network)}`)

/** Returns the network that counts: this one, or the /48 above it once many of its networks have failed (S-132). */
export async function countedNetwork(
  db: Db,
  { kind, network }: Omit<CountedAttempt, 'email'>,
  now: Date,
): Promise<string> {
  const wide = wideNetworkOf(network)
  if (wide === network) return network
  const { rows } = await sql<{ parts: number }>`
    select count(*) as parts from (
      select distinct network_address from throttle_events
      where kind = ${kind} and wide_network = ${wide} and at > ${earlierBy(now, FAILURES_MATTER_MS)}
      limit 100
    ) as failed`.execute(db)
  return countAsOne(rows[0]?.parts ?? 0) ? wide : network
}

const failuresOf = (db: Db, kind: FailureKind, network: string) =>
  db
    .selectFrom('throttle_events')
    .where('kind', '=', kind)
    .where(network.endsWith('/48') ? 'wide_network' : 'network_address', '=', network)

/** Returns the recent failures of the address from this network, and of the whole network. */
export async function readFailures(
  db: Db,
  { kind, email, network }: CountedAttempt,
  now: Date,
): Promise<RecentFailures & { hasFailed: boolean }> {
  const counted = await countedNetwork(db, { kind, network }, now)
  const failures = failuresOf(db, kind, counted)
    .select('at')
    .where('at', '>', earlierBy(now, FAILURES_MATTER_MS))
    .orderBy('at', 'desc')
  const own = await failures.where('email', '=', email).limit(NETWORK_FAILURES).execute()
  if (own.length === 0) {
    // an address that has not failed here is not blocked by failures of others
    const others = await failures.limit(1).execute()
    return { own: [], hundredth: null, hasFailed: others.length > 0 }
  }
  const hundredth = await failures
    .offset(NETWORK_FAILURES - 1)
    .limit(1)
    .executeTakeFirst()
  return {
    own: own.map(({ at }) => Date.parse(at)),
    hundredth: hundredth ? Date.parse(hundredth.at) : null,
    hasFailed: true,
  }
}

/** Whether the account of this address has logged in from this network recently; false without an account. */
export async function isKnownNetwork(db: Db, { email, network }: Attempt, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('sign_in_networks')
    .innerJoin('users', 'users.id', 'sign_in_networks.user_id')
    .select('users.id')
    .where(sql`lower(users.email)`, '=', email)
    .where('sign_in_networks.network', '=', network)
    .where('sign_in_networks.last_at', '>', earlierBy(now, KNOWN_NETWORK_DAYS * DAY_MS))
    .executeTakeFirst()
  return found !== undefined
}

/** Records a network from which a person has logged in. */
export async function recordKnownNetwork(
  db: Db,
  { user_id, network_address }: { user_id: number; network_address: string },
  now: Date,
): Promise<void> {
  const last_at = now.toISOString()
  await db
    .insertInto('sign_in_networks')
    .values({ user_id, network: networkOf(network_address), last_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ last_at }))
    .execute()
}

/** Counts another attempt on a guessed address; returns its number, or 0 where attempts are not delayed now. */
export async function countGuessedAttempt(db: Db, email: string, now: Date): Promise<number> {
  const counted = await db
    .updateTable('guessed_addresses')
    .set({ tries: sql<number>`least(tries + 1, 1000)` })
    .where('email', '=', email)
    .where('until', '>', now.toISOString())
    .returning('tries')
    .executeTakeFirst()
  return counted?.tries ?? 0
}

/**
 * Delays the attempts on an address for an hour once it has failed too often, from any networks, and queues a mail
 * about it once a day. The same for every address: the queue checks whether it has an account.
 */
export async function slowDownGuesses(db: Db, email: string, now: Date): Promise<void> {
  // without the lock, concurrent failures would each count only their own
  await lockUntilCommit(db, `${FAILED} ${email}`)
  const failed = await db
    .selectFrom('throttle_events')
    .select('id')
    .where('kind', '=', FAILED)
    .where('email', '=', email)
    .where('at', '>', earlierBy(now, GUESSED_HOUR_MS))
    .limit(GUESSED_FAILURES)
    .execute()
  if (failed.length < GUESSED_FAILURES) return
  const at = now.toISOString()
  const until = new Date(now.getTime() + GUESSED_HOUR_MS).toISOString()
  await db
    .insertInto('guessed_addresses')
    .values({ email, until })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ until, tries: 0 })
        .where((eb) =>
          eb.or([eb('guessed_addresses.until', 'is', null), eb('guessed_addresses.until', '<=', at)]),
        ),
    )
    .execute()
  const mailed = await db
    .updateTable('guessed_addresses')
    .set({ mailed_at: at })
    .where('email', '=', email)
    .where((eb) => eb.or([eb('mailed_at', 'is', null), eb('mailed_at', '<=', earlierBy(now, DAY_MS))]))
    .returning('email')
    .executeTakeFirst()
  if (!mailed) return
  await sql`
    select graphile_worker.add_job('mail_guessed_account', ${JSON.stringify({ email })}::json,
      job_key => ${`mail_guessed_account ${email}`}, max_attempts => 12)`.execute(db)
}

/** Ends the delay of attempts on this address; the time of the last mail about it stays. */
const endSlowdown = (db: Db, email: string) =>
  db.updateTable('guessed_addresses').set({ until: null, tries: 0 }).where('email', '=', email).execute()

type Event = Attempt & { kind: FailureKind | typeof MAILED | typeof GUESSED_CODES_MAILED }

async function recordEvent(db: Db, { kind, email, network }: Event, now: Date): Promise<void> {
  await db
    .insertInto('throttle_events')
    .values({ kind, email, network_address: network, at: now.toISOString() })
    .execute()
}

/** Returns when events of this kind happened to this address, from any networks, newest first. */
async function listEvents(
  db: Db,
  { kind, email }: Omit<Event, 'network'>,
  { since, most }: { since: string; most: number },
): Promise<number[]> {
  const events = await db
    .selectFrom('throttle_events')
    .select('at')
    .where('kind', '=', kind)
    .where('email', '=', email)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  return events.map(({ at }) => Date.parse(at))
}

/** Counts a failed check. */
export const recordFailure = (db: Db, failed: CountedAttempt, now: Date): Promise<void> =>
  recordEvent(db, failed, now)

/** After the right password or code, removes the address's failures of this kind from this network. */
export async function forgetFailuresFrom(
  db: Db,
  { kind, email, network }: CountedAttempt,
  now: Date,
): Promise<void> {
  const counted = await countedNetwork(db, { kind, network }, now)
  await db
    .deleteFrom('throttle_events')
    .where('kind', '=', kind)
    .where(counted === network ? 'network_address' : 'wide_network', '=', counted)
    .where('email', '=', email)
    .execute()
}

/** After a new password, removes all failures of the address. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await db.deleteFrom('throttle_events').where('kind', '=', FAILED).where('email', '=', email).execute()
  await endSlowdown(db, email)
}

/** Removes everything counted for an address, whatever the limit; returns how many events that were. */
export async function forgetAttempts(db: Db, email: string): Promise<number> {
  const removed = await db.deleteFrom('throttle_events').where('email', '=', email).returning('id').execute()
  await endSlowdown(db, email)
  return removed.length
}

/** Counts a failed login of an account, or of an address without one (''), from this network; returns its number in this hour. */
export async function countFailure(db: Db, { email, network }: Attempt, now: Date): Promise<number> {
  const { failures } = await db
    .insertInto('login_failure_counts')
    .values({ network, hour: hourOf(now), email, failures: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['network', 'hour', 'email'])
        .doUpdateSet({ failures: sql<number>`login_failure_counts.failures + 1` }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

/** Removes and returns the counts of past hours. */
export const takeEndedCounts = (db: Db, now: Date) =>
  db
    .deleteFrom('login_failure_counts')
    .where('hour', '<', hourOf(now))
    .returning(['network', 'hour', 'email', 'failures'])
    .execute()

/** Returns when links were mailed to this address in the last day, newest first. */
export const listMails = (db: Db, email: string, now: Date): Promise<number[]> =>
  listEvents(db, { kind: MAILED, email }, { since: earlierBy(now, DAY_MS), most: MAILS_PER_DAY })

/** Counts a mailed link. */
export const recordMail = (db: Db, mailed: Attempt, now: Date): Promise<void> =>
  recordEvent(db, { ...mailed, kind: MAILED }, now)

/** Locks the wrong codes of an account, from any networks, until commit. */
export const lockWrongCodes = (db: Db, email: string): Promise<void> =>
  lockUntilCommit(db, `${CODE_FAILED} ${email}`)

/** Returns when codes of this account were wrong in the last hour, from any networks, newest first. */
export const listWrongCodes = (db: Db, email: string, now: Date): Promise<number[]> =>
  listEvents(
    db,
    { kind: CODE_FAILED, email },
    { since: earlierBy(now, GUESSED_HOUR_MS), most: GUESSED_CODES },
  )

/** Returns how many codes of a person were wrong since the last right one. */
export async function countWrongCodes(db: Db, id: number): Promise<number> {
  const { wrong_codes } = await db
    .selectFrom('users')
    .select('wrong_codes')
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()
  return wrong_codes
}

/** Stores how many codes of a person were wrong since the last right one. */
export async function saveWrongCodes(db: Db, id: number, wrong_codes: number): Promise<void> {
  await db.updateTable('users').set({ wrong_codes }).where('id', '=', id).execute()
}

/** Counts a mail about guessed codes; returns false when one was sent within a day. */
export async function mayMailGuessedCodes(db: Db, who: Attempt, now: Date): Promise<boolean> {
  const event = { ...who, kind: GUESSED_CODES_MAILED } as const
  const mailed = await listEvents(db, event, { since: earlierBy(now, DAY_MS), most: 1 })
  if (mailed.length === 0) await recordEvent(db, event, now)
  return mailed.length === 0
}

/** Removes events that no limit counts any more. */
export async function removeOldEvents(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('throttle_events')
    .where((eb) =>
      eb.or([
        eb('at', '<', earlierBy(now, DAY_MS)),
        eb.and([eb('kind', 'in', [FAILED, CODE_FAILED]), eb('at', '<', earlierBy(now, GUESSED_HOUR_MS))]),
      ]),
    )
    .execute()
  await db
    .deleteFrom('guessed_addresses')
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '<', now.toISOString())]))
    .where((eb) => eb.or([eb('mailed_at', 'is', null), eb('mailed_at', '<', earlierBy(now, DAY_MS))]))
    .execute()
  for (const table of ['sign_in_networks', 'sign_in_devices'] as const)
    await db
      .deleteFrom(table)
      .where('last_at', '<', earlierBy(now, KNOWN_NETWORK_DAYS * DAY_MS))
      .execute()
}
