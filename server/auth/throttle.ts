import { sql } from 'kysely'
import type { Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { AppError } from '../lib/errors.ts'

/** Five wrong passwords per address and network address in 15 minutes (ruling S-04). */
const FAILED_LOGIN = { kind: 'login_failed', most: 5, minutes: 15, per_network: true } as const

/** One mail per address and minute (ruling S-11). */
const RESET_MAIL = { kind: 'reset_requested', most: 1, minutes: 1, per_network: false } as const

type Limit = typeof FAILED_LOGIN | typeof RESET_MAIL
type Who = { email: string; network_address: string }

/** The longest span any limit looks back. */
export const THROTTLE_MINUTES = FAILED_LOGIN.minutes

/** An address as it is counted and looked up: case and stray control characters do not matter. */
export const addressKey = (email: string): string =>
  email
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()

/**
 * Takes one try of the limit, or says how many seconds to wait. Taken before the password is looked at, and one
 * caller at a time, so that a burst of parallel guesses gets no more tries than guesses in a row.
 */
async function takeTry(services: Services, limit: Limit, who: Who): Promise<number> {
  const now = services.now().getTime()
  const since = new Date(now - limit.minutes * 60_000).toISOString()
  const key = `${limit.kind} ${who.email} ${limit.per_network ? who.network_address : ''}`
  return services.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
    const tries = await db
      .selectFrom('throttle_events')
      .select('at')
      .where('kind', '=', limit.kind)
      .where('email', '=', who.email)
      .$if(limit.per_network, (query) => query.where('network_address', '=', who.network_address))
      .where('at', '>', since)
      .orderBy('at', 'desc')
      .limit(limit.most)
      .execute()
    const oldest = tries[limit.most - 1]
    if (oldest) return Math.ceil((new Date(oldest.at).getTime() + limit.minutes * 60_000 - now) / 1000)
    await db
      .insertInto('throttle_events')
      .values({ kind: limit.kind, ...who, at: new Date(now).toISOString() })
      .execute()
    return 0
  })
}

/** Goes on with one of the five tries, or refuses with 429 and the time to wait. */
export async function insistOnTry(services: Services, who: Who): Promise<void> {
  const seconds = await takeTry(services, FAILED_LOGIN, who)
  if (seconds === 0) return
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  throw new AppError(
    'rate',
    `Too many failed attempts. Please try again in ${wait}.`,
    {},
    { 'retry-after': String(seconds) },
  )
}

/** Whether a mail may go to this address now; takes the minute when it may. */
export const takeMailTry = async (services: Services, who: Who): Promise<boolean> =>
  (await takeTry(services, RESET_MAIL, who)) === 0

/** The right password gives the tries back, from one network address or, after a reset, from all. */
export async function forgetFailures(
  services: Services,
  email: string,
  network_address?: string,
): Promise<void> {
  await services.db
    .deleteFrom('throttle_events')
    .where('kind', '=', FAILED_LOGIN.kind)
    .where('email', '=', email)
    .$if(network_address !== undefined, (query) => query.where('network_address', '=', network_address ?? ''))
    .execute()
}

/** Forgets everything counted against an address, whatever the limit; says how many tries that were. */
export async function forgetTries(db: Db, email: string): Promise<number> {
  const gone = await db.deleteFrom('throttle_events').where('email', '=', email).returning('id').execute()
  return gone.length
}
