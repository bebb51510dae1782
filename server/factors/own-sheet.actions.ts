import { readCode } from '../../shared/factors/codes.ts'
import { RECOVERY_CODES, SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import { requireSameEpoch } from '../auth/auth.queries.ts'
import type { Ctx } from '../context/context.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { wrongCode } from './check-code.actions.ts'
import { takeSheetCode } from './code-sheet.ts'
import { mailCodesMade } from './factors.mails.ts'
import { type Added, factorAdded, factorRemoved, lockOwn, makeCodes } from './own-factors.actions.ts'
import { confirmNewSheet, deleteSheet, hasAppOrPasskey } from './own-factors.queries.ts'

/** Makes new codes on paper; older recovery codes end at once, an older sheet of forty when the new one is confirmed. */
export const makeSheet = (ctx: Ctx, size: number): Promise<{ codes: string[] }> =>
  ctx.write(async (db, audit) => {
    const { actor, services } = ctx
    const identity = await lockOwn(ctx, db)
    if (size === RECOVERY_CODES) {
      if (!(await hasAppOrPasskey(db, actor.id))) throw new AppError('factor_before_codes')
      await mailCodesMade(services, db, actor, size)
    }
    return { codes: await makeCodes(ctx, db, audit, size, identity) }
  })

/** Makes a sheet of forty codes count, with one of them, which is used up by that. */
export const confirmSheet = (ctx: Ctx, typed: string): Promise<Added> =>
  ctx.write(async (db, audit) => {
    const { actor, services } = ctx
    await lockOwn(ctx, db)
    const code = readCode(typed)
    const taken =
      code?.kind === 'sheet' && (await takeSheetCode(services, db, actor.id, code, { confirming: true }))
    if (!taken) throw invalid(wrongCode(ctx))
    const sheet = await confirmNewSheet(db, actor.id, services.now())
    await requireSameEpoch(db, actor.id, sheet, 'nothing_to_confirm')
    return { recovery_codes: await factorAdded(ctx, db, audit, 'sheet') }
  })

/** Removes a sheet of forty; recovery codes go with the last factor. Throws `last_factor` when the level demands one. */
export const removeSheet = (ctx: Ctx): Promise<void> =>
  ctx.write(async (db, audit) => {
    await lockOwn(ctx, db)
    const size = await deleteSheet(db, ctx.actor.id, { confirmed: true })
    if (size !== SHEET_CODES) throw new AppError('not_found')
    await factorRemoved(ctx, db, audit, 'sheet')
  })
