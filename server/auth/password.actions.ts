import type { z } from 'zod/mini'
import type { Actor } from '../../shared/access/actor.ts'
import type { ChangePasswordInput, ResetPasswordInput } from '../../shared/auth/auth.schema.ts'
import { commonPasswords } from '../../shared/auth/common-passwords.ts'
import type { Guesses } from '../../shared/auth/guessable.ts'
import { passwordProblem } from '../../shared/auth/password.ts'
import { isSamePassword } from '../../shared/auth/password-form.ts'
import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import type { Ctx, Services } from '../context/context.ts'
import { AppError, invalid, requireNoErrors } from '../lib/errors.ts'
import { networkOf } from '../lib/network.ts'
import { actorOf } from '../context/sessions.ts'
import {
  type AccountForLogin,
  findLinkOwner,
  lockAccount,
  queueResetMail,
  removeLink,
  endEverySignIn,
  savePassword,
} from './auth.queries.ts'
import { mailPasswordChanged } from './password.mails.ts'
import { hashPassword } from './passwords.ts'
import { addressKey } from './throttle.ts'
import { forgetFailures } from './throttle.queries.ts'
import { checkPassword } from './password-attempts.actions.ts'

type AnyCtx = Ctx<Actor | null>

/**
 * Queues the mail of a reset link. The queue checks whether the address has an account, so that this takes the same
 * time for every address, however busy the server is (S-11, S-111).
 */
export const forgotPassword = (ctx: AnyCtx, input: { email: string }): Promise<void> =>
  queueResetMail(ctx.db, { email: addressKey(input.email), origin: ctx.origin })

/** Words that must not be in this person's password because they can be guessed (S-134). */
const guessableWords = (
  { config }: Pick<Services, 'config'>,
  { email, names }: Pick<Guesses, 'email' | 'names'>,
): Guesses => ({ common: commonPasswords(), email, names, bureau: config.bureau_name })

/** Returns why this person may not use this new password, under its field. */
function passwordErrors(
  ctx: AnyCtx,
  owner: AccountForLogin,
  password: string,
  purpose: 'change' | 'reset',
): FieldErrors {
  const { email, first_name, middle_name, last_name } = owner
  const guesses = guessableWords(ctx.services, { email, names: [first_name, middle_name, last_name] })
  const problem = passwordProblem(ctx.t, password, purpose, guesses)
  return problem ? { password: [problem] } : {}
}

const badLink = () => new AppError('bad_link')

/** Sets a password with a mailed link, voids every link and ends every session of the account (S-10, S-13, S-111). */
export async function resetPassword(ctx: AnyCtx, input: z.output<typeof ResetPasswordInput>): Promise<void> {
  const email = addressKey(input.email)
  const owner = await findLinkOwner(ctx.db, email, input.token, ctx.services.now())
  if (!owner) throw badLink()
  requireNoErrors(passwordErrors(ctx, owner, input.password, 'reset'))
  const password_hash = await hashPassword(input.password, networkOf(ctx.origin.network_address))
  await ctx.write(async (db, audit) => {
    const locked = await lockAccount(db, owner.id)
    if (locked?.status !== 'Activated' || !(await removeLink(db, locked, input.token))) throw badLink()
    await savePassword(db, owner.id, password_hash)
    await endEverySignIn(db, owner.id, 'password')
    await mailPasswordChanged(ctx.services, db, locked)
    const actor = actorOf(locked)
    audit({ module: 'Authentication', event: 'Password Reset', id: actor.id, code: actor.email, actor })
  })
  await forgetFailures(ctx.db, email)
}

/** Changes the caller's password and ends every session of the account, this one included (S-13). */
export async function changePassword(ctx: Ctx, input: z.output<typeof ChangePasswordInput>): Promise<void> {
  const { actor } = ctx
  const email = addressKey(actor.email)
  if (addressKey(input.email) !== email) throw invalid({ email: [ctx.t('refused.not_your_email')] })
  const account = await requireOldPassword(ctx, email, input.old_password)
  if (isSamePassword(input.password, input.old_password))
    throw invalid({ password: [ctx.t('password.same_password')] })
  requireNoErrors(passwordErrors(ctx, account, input.password, 'change'))
  const password_hash = await hashPassword(input.password, networkOf(ctx.origin.network_address))
  await ctx.write(async (db, audit) => {
    const locked = await lockAccount(db, actor.id)
    if (locked?.password_hash !== account.password_hash) throw new AppError('conflict')
    await savePassword(db, actor.id, password_hash)
    await endEverySignIn(db, actor.id, 'password')
    await mailPasswordChanged(ctx.services, db, locked)
    audit({ module: 'Authentication', event: 'Password Changed', id: actor.id, code: actor.email })
  })
}

/** Returns the account if the old password is right. Failures count like those of a login. */
async function requireOldPassword(ctx: Ctx, email: string, oldPassword: string): Promise<AccountForLogin> {
  const account = await checkPassword(ctx, email, oldPassword)
  if (!account) throw invalid({ old_password: [ctx.t('refused.wrong_old_password')] })
  return account
}
