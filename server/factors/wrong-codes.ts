import type { Actor } from '../../shared/access/actor.ts'
import { no } from '../../shared/lib/verdict.ts'
import { requireNoWait } from '../auth/password-attempts.actions.ts'
import {
  addressKey,
  GUESSED_CODES,
  MOST_WRONG_CODES,
  secondsToWait,
  secondsUntilFewerCodes,
} from '../auth/throttle.ts'
import {
  type CountedAttempt,
  countWrongCodes,
  forgetFailuresFrom,
  isKnownNetwork,
  listWrongCodes,
  lockWrongCodes,
  mayMailGuessedCodes,
  readFailures,
  recordFailure,
  saveWrongCodes,
} from '../auth/throttle.queries.ts'
import { writeAudit } from '../context/audit.ts'
import type { Ctx } from '../context/context.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import { networkOf } from '../lib/network.ts'
import { mailGuessedCodes } from './factors.mails.ts'

/**
 * Runs a check of a code or passkey while this person may try; throws 429 `too_many_tries` otherwise, so that during the
 * wait a right code is refused like a wrong one, and `codes_locked` after a hundred wrong ones, except for a reset code.
 * Tries of one account run one after another. A result of null counts as wrong and is logged; what the check has written
 * commits with it.
 */
export async function withCodeLimit<Result>(
  ctx: Ctx<Actor | null>,
  user: Actor,
  check: (db: Db) => Promise<Result | null>,
  { isReset = false } = {},
): Promise<Result | null> {
  const network = networkOf(ctx.origin.network_address)
  const who = { kind: 'second_step_failed', email: addressKey(user.email), network } as const
  const { seconds, result } = await inTransaction(ctx.services.db, async (db) => {
    await lockWrongCodes(db, who.email)
    const now = ctx.services.now()
    const wrong = await listWrongCodes(db, who.email, now)
    const seconds = wrong.length === 0 ? 0 : await secondsOf(db, who, wrong, now)
    if (seconds > 0) return { seconds, result: null }
    const inAll = await countWrongCodes(db, user.id)
    if (inAll >= MOST_WRONG_CODES && !isReset)
      throw new AppError(no('codes_locked', { most: MOST_WRONG_CODES }))
    const result = await check(db)
    if (result === null) await countWrongCode(ctx, db, user, who)
    else if (wrong.length > 0) await forgetFailuresFrom(db, who, now)
    const inAllNow = result === null ? inAll + 1 : 0
    if (inAllNow !== inAll) await saveWrongCodes(db, user.id, inAllNow)
    if (inAllNow === MOST_WRONG_CODES) await mailGuessedCodes(ctx.services, db, user, { isLocked: true })
    return { seconds, result }
  })
  requireNoWait(ctx, seconds)
  return result
}

/** Seconds to wait after five wrong codes from this network, or after ten from any where this one is not usual. */
async function secondsOf(db: Db, who: CountedAttempt, wrong: readonly number[], now: Date): Promise<number> {
  const own = secondsToWait(await readFailures(db, who, now), now.getTime())
  const all = secondsUntilFewerCodes(wrong, now.getTime())
  return all > own && !(await isKnownNetwork(db, who, now)) ? all : own
}

async function countWrongCode(
  { services, origin }: Ctx<Actor | null>,
  db: Db,
  user: Actor,
  who: CountedAttempt,
): Promise<void> {
  const now = services.now()
  await recordFailure(db, who, now)
  await writeAudit(db, user, origin, {
    module: 'Authentication',
    event: 'Second Step Failed',
    id: user.id,
    code: user.email,
  })
  const wrong = await listWrongCodes(db, who.email, now)
  if (wrong.length >= GUESSED_CODES && (await mayMailGuessedCodes(db, who, now)))
    await mailGuessedCodes(services, db, user)
}
