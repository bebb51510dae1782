import type { Actor } from '../../shared/access/actor.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { no } from '../../shared/lib/verdict.ts'
import { writeAudit } from '../context/audit.ts'
import type { Ctx } from '../context/context.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { markConnectionLost } from '../database/database-faults.ts'
import { AppError } from '../lib/errors.ts'
import { createFairQueue } from '../lib/fair-queue.ts'
import { networkOf, turnOfNetwork } from '../lib/network.ts'
import { actorOf } from '../context/sessions.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { type AccountForLogin, findAccount } from './auth.queries.ts'
import { delayAttempt } from './delayed-attempts.ts'
import { minutesIn } from './minutes.ts'
import { FAIR_BETWEEN_NETWORKS, isPassword, RANK, type Rank } from './passwords.ts'
import { hasFailedLately, rememberFailure } from './recent-failures.ts'
import { isLoggedOneByOne, secondsOfAttempt, secondsToWait } from './throttle.ts'
import {
  type CountedAttempt,
  countedNetwork,
  countFailure,
  countGuessedAttempt,
  forgetFailuresFrom,
  isKnownNetwork,
  lockFailures,
  readFailures,
  recordFailure,
  slowDownGuesses,
} from './throttle.queries.ts'

type AnyCtx = Ctx<Actor | null>

/** Throws 429 with the time to wait, unless it is 0. */
export function requireNoWait({ t }: Pick<AnyCtx, 't'>, seconds: number): void {
  if (seconds === 0) return
  throw new AppError(no('too_many_tries', { wait: minutesIn(t, Math.ceil(seconds / 60)) }), {
    headers: { 'retry-after': String(seconds) },
  })
}

/**
 * Limits the attempts that query the database and hash at once; a flood waits before that, where it uses no database
 * connection that others need.
 */
const queue = createFairQueue({ at_once: 8, ...FAIR_BETWEEN_NETWORKS })

/** a database that takes longer is frozen or overloaded, and the person logging in should learn that soon */
const DATABASE_LIMIT_MS = 8_000
/** after a timeout no other attempt asks the database for so long */
const DATABASE_REST_MS = 2_000
let databaseRestsUntil = 0

function databaseUnavailable(): Error {
  const error = new Error('Connection terminated, because the database did not answer a login in time')
  markConnectionLost(error)
  return error
}

/** Runs a read with a time limit. Throws when the database does not answer, and for a while after that at once. */
async function readWithinLimit<T>(read: () => Promise<T>): Promise<T> {
  if (Date.now() < databaseRestsUntil) throw databaseUnavailable()
  return withTimeout(DATABASE_LIMIT_MS, read(), () => {
    databaseRestsUntil = Date.now() + DATABASE_REST_MS
    return databaseUnavailable()
  })
}

/** Reads what decides on an attempt before its password is checked. */
async function readAttemptFacts({ db, services }: AnyCtx, who: CountedAttempt) {
  const now = services.now()
  const failures = await readFailures(db, who, now)
  const isUsual = await isKnownNetwork(db, who, now)
  const rank: Rank = isUsual ? RANK.usual : failures.hasFailed ? RANK.failed : RANK.clean
  const account = await findAccount(db, who.email)
  return { seconds: secondsToWait(failures, now.getTime()), rank, account }
}

type PasswordCheck = { account: AccountForLogin | undefined; right: boolean }

/**
 * Checks the password at this network's turn. Returns a number instead when the attempt must first wait for so many
 * seconds, because the address is being guessed (S-132); with `hasWaited` it is checked.
 */
function checkPasswordQueued(
  ctx: AnyCtx,
  who: CountedAttempt,
  password: string,
  hasWaited: boolean,
): Promise<PasswordCheck | number> {
  const now = ctx.services.now()
  const check = async () => {
    const { seconds, rank, account } = await readWithinLimit(() => readAttemptFacts(ctx, who))
    requireNoWait(ctx, seconds)
    if (rank !== RANK.usual && !hasWaited) {
      const tries = await readWithinLimit(() => countGuessedAttempt(ctx.db, who.email, now))
      if (tries > 0) return secondsOfAttempt(tries)
    }
    const stored = account?.password_hash ?? null
    return { account, right: await isPassword(stored, password, { network: who.network, rank }) }
  }
  const rank = hasFailedLately(who.network, now) ? RANK.failed : RANK.clean
  return queue(turnOfNetwork(who.network), check, rank)
}

/** Checks the password, after the wait of a guessed address; 429 when too many attempts on it wait already (S-132). */
async function checkPasswordDelayed(
  ctx: AnyCtx,
  who: CountedAttempt,
  password: string,
): Promise<PasswordCheck> {
  const checked = await checkPasswordQueued(ctx, who, password, false)
  if (typeof checked !== 'number') return checked
  if (!(await delayAttempt(who.email, checked))) requireNoWait(ctx, checked)
  const after = await checkPasswordQueued(ctx, who, password, true)
  if (typeof after === 'number') throw new Error('A try that has waited must not wait again.')
  return after
}

/**
 * Returns the account of an address if this is its password, else null; 429 with the time to wait while the address is
 * blocked (S-110). Failures are counted after the check, one by one, so that a burst of guesses gets no more answers
 * than guesses in sequence. Each is logged.
 */
export async function checkPassword(
  ctx: AnyCtx,
  email: string,
  password: string,
): Promise<AccountForLogin | null> {
  const { services } = ctx
  const network = networkOf(ctx.origin.network_address)
  const who = { kind: 'login_failed', email, network } as const
  const { account, right } = await checkPasswordDelayed(ctx, who, password)
  const seconds = await inTransaction(services.db, async (db) => {
    await lockFailures(db, who)
    const now = services.now()
    // others may have failed meanwhile: beyond the limit not even a right guess is answered
    const seconds = secondsToWait(await readFailures(db, who, now), now.getTime())
    if (seconds > 0) return seconds
    if (right) await forgetFailuresFrom(db, who, now)
    else {
      rememberFailure(network, now)
      await recordFailure(db, who, now)
      await slowDownGuesses(db, email, now)
      // in this transaction, because the request is rejected
      await logFailure(ctx, db, email, account)
    }
    return 0
  })
  requireNoWait(ctx, seconds)
  return right && account ? account : null
}

/**
 * Logs a failed login. After the first ones of an account from a network in an hour, and of all addresses without one,
 * they are only counted (S-110). `changes` says how else than by a password.
 */
export async function logFailure(
  ctx: AnyCtx,
  db: Db,
  email: string,
  account: AccountForLogin | undefined,
  changes: FieldChange[] = [],
): Promise<void> {
  const now = ctx.services.now()
  const from = networkOf(ctx.origin.network_address)
  const network = await countedNetwork(db, { kind: 'login_failed', network: from }, now)
  const failure = await countFailure(db, { email: account ? email : '', network }, now)
  if (!isLoggedOneByOne(failure)) return
  await writeAudit(db, ctx.actor, ctx.origin, {
    module: 'Authentication',
    event: 'Login Failed',
    id: account?.id ?? null,
    code: email,
    ...(account ? { actor: actorOf(account) } : {}),
    changes,
  })
}
