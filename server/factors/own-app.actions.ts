import { readCode } from '../../shared/factors/codes.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { minutesIn } from '../auth/minutes.ts'
import { requireSameEpoch } from '../auth/auth.queries.ts'
import type { Ctx } from '../context/context.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { minutesOffClock, newAppSecret, takeAppCode } from './app-factor.ts'
import { type Added, factorAdded, factorRemoved, lockOwn } from './own-factors.actions.ts'
import { deleteApp, findApp, saveNewApp } from './own-factors.queries.ts'
import { inTransaction } from '../database/db.ts'

/**
 * Makes the secret of an authenticator app. Nothing counts until a code of it is confirmed, so nothing is logged; an
 * earlier secret that was never confirmed ends.
 */
export const startApp = (ctx: Ctx): Promise<{ secret: string; uri: string }> =>
  inTransaction(ctx.services.db, async (db) => {
    const { actor, services } = ctx
    await lockOwn(ctx, db)
    if ((await findApp(db, actor.id))?.confirmed_at) throw new AppError('app_is_set')
    const { secret, uri, sealed } = newAppSecret(services.config, actor)
    await saveNewApp(db, actor.id, sealed, services.now())
    return { secret, uri }
  })

/** Makes the authenticator app count, with a first code; with the first factor returns the recovery codes. */
export const confirmApp = (ctx: Ctx, typed: string): Promise<Added> =>
  ctx.write(async (db, audit) => {
    const { actor, services } = ctx
    await lockOwn(ctx, db)
    const app = await findApp(db, actor.id)
    if (!app || app.confirmed_at) throw new AppError('nothing_to_confirm')
    await requireSameEpoch(db, actor.id, app, 'nothing_to_confirm')
    const code = readCode(typed)
    const digits = code?.kind === 'app' ? code.digits : ''
    if (!(await takeAppCode(services, db, actor.id, digits, { confirming: true })))
      throw wrongAppCode(ctx.t, minutesOffClock(services, actor.id, app.secret, digits))
    return { recovery_codes: await factorAdded(ctx, db, audit, 'app') }
  })

/** The code of a phone whose clock is wrong is known: to the person who has just scanned the secret this is told. */
function wrongAppCode(t: Translate, minutes: number | null): AppError {
  const wrong = t('refused.wrong_code')
  if (minutes === null) return invalid({ code: [wrong] })
  const time = minutesIn(t, Math.abs(minutes))
  return invalid({
    code: [`${wrong} ${t(minutes < 0 ? 'refused.clock_slow' : 'refused.clock_fast', { time })}`],
  })
}

/** Removes the authenticator app. Throws `last_factor` when the level demands one. */
export const removeApp = (ctx: Ctx): Promise<void> =>
  ctx.write(async (db, audit) => {
    await lockOwn(ctx, db)
    if (!(await deleteApp(db, ctx.actor.id))) throw new AppError('not_found')
    await factorRemoved(ctx, db, audit, 'app')
  })
