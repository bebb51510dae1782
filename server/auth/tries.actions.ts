import type { Actor } from '../../shared/access/actor.ts'
import { plural } from '../../shared/lib/format.ts'
import { no } from '../../shared/lib/verdict.ts'
import { writeAudit } from '../lib/audit.ts'
import type { Ctx } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { noteLost } from '../lib/database-faults.ts'
import { AppError } from '../lib/errors.ts'
import { takingFairTurns } from '../lib/fair-turns.ts'
import { networkOf, turnOfNetwork } from '../lib/network.ts'
import { actorOf } from '../lib/sessions.ts'
import { within } from '../lib/within.ts'
import { type Account, findAccount } from './auth.queries.ts'
import { holdTry } from './held-tries.ts'
import { FAIR_BETWEEN_NETWORKS, isPassword, RANK, type Rank } from './passwords.ts'
import { hasFailedLately, rememberFailure } from './recent-failures.ts'
import { isLoggedAlone, secondsOfTry, secondsToWait } from './throttle.ts'
import {
  countedNetwork,
  countFailure,
  countGuessedTry,
  forgetFailuresFrom,
  isUsualNetwork,
  lockFailures,
  noteFailure,
  noteGuesses,
  readFailures,
  type Who,
} from './throttle.queries.ts'

type AnyCtx = Ctx<Actor | null>

function insistNow(seconds: number): void {
  if (seconds === 0) return
  throw new AppError(no('too_many_tries', { wait: plural(Math.ceil(seconds / 60), 'minute') }), {
    headers: { 'retry-after': String(seconds) },
  })
}

/**
 * So many tries ask the database and wait for their hash; a flood waits before that, where it takes no connection and no
 * work of the database from anybody.
 */
const inTurn = takingFairTurns({ at_once: 8, ...FAIR_BETWEEN_NETWORKS })

/** a database that takes longer is frozen or overwhelmed, which whoever logs in should hear soon */
const MOST_MS = 8_000
/** for so long nobody else asks a database that did not answer */
const LATE_MS = 2_000
let lateUntil = 0

function late(): Error {
  const error = new Error('Connection terminated, because the database did not answer a login in time')
  noteLost(error)
  return error
}

/** What a reading gives; rejects when the database does not answer, at once for those who come right after. */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  if (Date.now() < lateUntil) throw late()
  return within(MOST_MS, read(), () => {
    lateUntil = Date.now() + LATE_MS
    return late()
  })
}

/** What the database says of a try before its password is looked at. */
async function whatIsKnown({ db, services }: AnyCtx, who: Who) {
  const now = services.now()
  const failures = await readFailures(db, who, now)
  const isUsual = await isUsualNetwork(db, who, now)
  const rank: Rank = isUsual ? RANK.usual : failures.hasFailed ? RANK.failed : RANK.clean
  const account = await findAccount(db, who.email)
  return { seconds: secondsToWait(failures, now.getTime()), rank, account }
}

type Checked = { account: Account | undefined; right: boolean }

/**
 * Looks at the password when it is the turn of this network. A number instead: for so many seconds the try must wait,
 * because the address is being guessed (S-132); one that has waited is looked at.
 */
function checkInTurn(ctx: AnyCtx, who: Who, password: string, hasWaited: boolean): Promise<Checked | number> {
  const now = ctx.services.now()
  const check = async () => {
    const { seconds, rank, account } = await reading(() => whatIsKnown(ctx, who))
    insistNow(seconds)
    if (rank !== RANK.usual && !hasWaited) {
      const tries = await reading(() => countGuessedTry(ctx.db, who.email, now))
      if (tries > 0) return secondsOfTry(tries)
    }
    const stored = account?.password_hash ?? null
    return { account, right: await isPassword(stored, password, { network: who.network, rank }) }
  }
  const rank = hasFailedLately(who.network, now) ? RANK.failed : RANK.clean
  return inTurn(turnOfNetwork(who.network), check, rank)
}

/** The same after the wait of a guessed address; 429 when too many of its tries wait already (S-132). */
async function checkInTime(ctx: AnyCtx, who: Who, password: string): Promise<Checked> {
  const checked = await checkInTurn(ctx, who, password, false)
  if (typeof checked !== 'number') return checked
  if (!(await holdTry(who.email, checked))) insistNow(checked)
  const after = await checkInTurn(ctx, who, password, true)
  if (typeof after === 'number') throw new Error('A try that has waited must not wait again.')
  return after
}

/**
 * The account of an address when this is its password, else null; 429 with the time to wait while the address is held
 * (S-110). Only what failed counts, and it counts after the check: a burst of guesses is judged one by one, so that no
 * more of them are answered than guesses in a row. `failed` writes what belongs to a failure.
 */
export async function checkPassword(
  ctx: AnyCtx,
  email: string,
  password: string,
  failed: (db: Db, account: Account | undefined) => Promise<void> = async () => undefined,
): Promise<Account | null> {
  const { services } = ctx
  const network = networkOf(ctx.origin.network_address)
  const who = { email, network }
  const { account, right } = await checkInTime(ctx, who, password)
  const seconds = await services.db.transaction().execute(async (db) => {
    await lockFailures(db, who)
    const now = services.now()
    // others may have failed meanwhile: a guess among too many is not answered, even when it is right
    const seconds = secondsToWait(await readFailures(db, who, now), now.getTime())
    if (seconds > 0) return seconds
    if (right) await forgetFailuresFrom(db, who, now)
    else {
      rememberFailure(network, now)
      await noteFailure(db, who, now)
      await noteGuesses(db, email, now)
      await failed(db, account)
    }
    return 0
  })
  insistNow(seconds)
  return right && account ? account : null
}

/** The line of a failed sign-in; beyond the first of a network in an hour they are counted instead (S-110). */
export async function logFailure(
  ctx: AnyCtx,
  db: Db,
  email: string,
  account: Account | undefined,
): Promise<void> {
  const now = ctx.services.now()
  const network = await countedNetwork(db, networkOf(ctx.origin.network_address), now)
  const failure = await countFailure(db, network, now)
  if (!isLoggedAlone(failure)) return
  await writeAudit(db, ctx.actor, ctx.origin, {
    module: 'Authentication',
    event: 'Login Failed',
    id: account?.id ?? null,
    code: email,
    ...(account ? { actor: actorOf(account) } : {}),
  })
}
