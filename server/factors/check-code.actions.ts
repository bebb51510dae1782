import type { Actor } from '../../shared/access/actor.ts'
import { readCode } from '../../shared/factors/codes.ts'
import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import type { Ctx } from '../context/context.ts'
import { actorQuery } from '../context/sessions.ts'
import type { Db } from '../database/db.ts'
import { takeAppCode } from './app-factor.ts'
import { takeSheetCode } from './code-sheet.ts'
import { mailFewCodesLeft } from './factors.mails.ts'
import { findSheet } from './own-factors.queries.ts'
import { useResetCode } from './reset-codes.actions.ts'

/** What is said under the field of a code that is wrong. */
export const wrongCode = ({ t }: Pick<Ctx, 't'>): FieldErrors => ({ code: [t('refused.wrong_code')] })

/**
 * Checks a typed code of a person and uses it up, in `db`'s transaction: returns what it was, or null when it is wrong,
 * used before, or of another person. Reset codes count only with `reset`. Call it inside `withCodeLimit`.
 */
export async function checkCode(
  ctx: Ctx<Actor | null>,
  db: Db,
  user: { id: number },
  typed: string,
  { reset }: { reset: boolean },
): Promise<{ by: 'app' | 'sheet' | 'reset code' } | null> {
  const code = readCode(typed)
  if (!code) return null
  const { kind } = code
  const isRight =
    kind === 'app'
      ? await takeAppCode(ctx.services, db, user.id, code.digits)
      : kind === 'sheet'
        ? await takeSheetCode(ctx.services, db, user.id, code)
        : reset && (await useResetCode(ctx, db, user.id, code.signs))
  if (!isRight) return null
  if (kind === 'sheet') await mailIfFewLeft(ctx, db, user.id)
  return { by: kind }
}

/** when so many are left, another sheet should be printed */
const FEW_LEFT = 5

async function mailIfFewLeft({ services }: Ctx<Actor | null>, db: Db, user_id: number): Promise<void> {
  const sheet = await findSheet(db, user_id)
  if (!sheet || sheet.size - sheet.used.length !== FEW_LEFT) return
  const person = await actorQuery(db).where('users.id', '=', user_id).executeTakeFirstOrThrow()
  await mailFewCodesLeft(services, db, person, FEW_LEFT)
}
