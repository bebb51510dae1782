import type { Actor } from '../../shared/access/actor.ts'
import { writeAudit } from '../lib/audit.ts'
import type { Ctx } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { AppError } from '../lib/errors.ts'
import { networkOf } from '../lib/network.ts'
import { actorOf } from '../lib/sessions.ts'
import { type Account, findAccount } from './auth.queries.ts'
import { isPassword } from './passwords.ts'
import { isLoggedAlone, secondsToWait } from './throttle.ts'
import { countFailure, forgetFailures, lockFailures, noteFailure, readFailures } from './throttle.queries.ts'

type AnyCtx = Ctx<Actor | null>

function insistNow(seconds: number): void {
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
  const wait = async (db: Db) => {
    const now = services.now()
    return secondsToWait(await readFailures(db, who, now), now.getTime())
  }
  insistNow(await wait(ctx.db))
  const account = await findAccount(ctx.db, email)
  const right = await isPassword(account?.password_hash ?? null, password, network)
  const seconds = await services.db.transaction().execute(async (db) => {
    await lockFailures(db, who)
    // others may have failed meanwhile: a guess among too many is not answered, even when it is right
    const seconds = await wait(db)
    if (seconds > 0) return seconds
    if (right) await forgetFailures(db, email, network)
    else {
      await noteFailure(db, who, services.now())
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
  const failure = await countFailure(db, networkOf(ctx.origin.network_address), ctx.services.now())
  if (!isLoggedAlone(failure)) return
  await writeAudit(db, ctx.actor, ctx.origin, {
    module: 'Authentication',
    event: 'Login Failed',
    id: account?.id ?? null,
    code: email,
    ...(account ? { actor: actorOf(account) } : {}),
  })
}
