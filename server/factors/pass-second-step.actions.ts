import type { Actor } from '../../shared/access/actor.ts'
import { type PassedBy, readCode } from '../../shared/factors/codes.ts'
import type { SecondStepInput } from '../../shared/factors/factors.schema.ts'
import {
  type AccountForLogin,
  type Begun,
  endOwnComputers,
  findAccountById,
  lockAccount,
} from '../auth/auth.queries.ts'
import type { Ctx } from '../context/context.ts'
import { actorOf, hashOfToken } from '../context/sessions.ts'
import type { Db } from '../database/db.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { checkCode, wrongCode } from './check-code.actions.ts'
import { verifyPasskey } from './passkeys.actions.ts'
import { countWrongStep, findSecondStep, lockSecondStep, savePassedStep } from './second-step.queries.ts'
import { withCodeLimit } from './wrong-codes.ts'

type AnyCtx = Ctx<Actor | null>

/** A login that waits for its second step, or has passed it. */
export type SecondStep = { account: AccountForLogin; proved_by: string; passed_by: PassedBy }

const stepOver = () => new AppError('step_over')

type Given = Pick<SecondStepInput, 'token' | 'code' | 'passkey'>

/**
 * Passes the second step of a login with a code or a passkey, which are used up. Once passed it stays so for its token.
 * Throws `step_over` for a token that is unknown, too old or dead after five wrong codes, 422 for a wrong code, 429 for
 * too many.
 */
export async function passSecondStep(ctx: AnyCtx, given: Given): Promise<SecondStep> {
  const { db, services } = ctx
  const token_hash = hashOfToken(given.token)
  const step = await findSecondStep(db, token_hash, services.now())
  const account = step && (await findAccountById(db, step.user_id))
  if (!step || !account) throw stepOver()
  const { proved_by } = step
  const begun = (sign_in_epoch: number) => ({ ...account, sign_in_epoch })
  if (step.passed_by !== null)
    return { account: begun(step.sign_in_epoch), proved_by, passed_by: step.passed_by as PassedBy }
  if (!given.passkey && !given.code) throw invalid({ code: [ctx.t('sign_in.code_required')] })
  const isReset = !given.passkey && readCode(given.code ?? '')?.kind === 'reset code'
  const passed = await withCodeLimit(
    ctx,
    actorOf(account),
    (held) => takeSecondStep(ctx, held, account.id, given),
    { isReset },
  )
  if (passed === null) throw invalid(given.passkey ? wrongPasskey(ctx) : wrongCode(ctx))
  return { account: begun(passed.sign_in_epoch), proved_by, passed_by: passed.passed_by }
}

const wrongPasskey = ({ t }: AnyCtx) => ({ passkey: [t('refused.passkey_not_accepted')] })

type Passed = Begun & { passed_by: PassedBy }

/** Checks what was given, under the locks of the account and of the step; null when it is wrong. */
async function takeSecondStep(
  ctx: AnyCtx,
  db: Db,
  user_id: number,
  { token, code = '', passkey }: Given,
): Promise<Passed | null> {
  // the account first, as everywhere
  const locked = await lockAccount(db, user_id)
  const step = await lockSecondStep(db, hashOfToken(token))
  if (!step || !locked || locked.sign_in_epoch > step.sign_in_epoch) throw stepOver()
  let { sign_in_epoch } = step
  // another request has passed it just now
  if (step.passed_by !== null) return { passed_by: step.passed_by as PassedBy, sign_in_epoch }
  const passed_by = passkey
    ? (await verifyPasskey(ctx, db, { purpose: 'second step', user_id, credential: passkey })) && 'passkey'
    : ((await checkCode(ctx, db, { id: user_id }, code, { reset: true }))?.by ?? null)
  if (passed_by === null) {
    await countWrongStep(db, step)
    return null
  }
  // what a lost factor has passed elsewhere ends, and this login goes on
  if (passed_by === 'reset code') sign_in_epoch = await endOwnComputers(db, user_id)
  await savePassedStep(db, { ...step, passed_by, sign_in_epoch })
  return { passed_by, sign_in_epoch }
}
