import type { z } from 'zod/mini'
import type { Actor } from '../../shared/access/actor.ts'
import {
  type ChangePasswordInput,
  RESET_LINK_MINUTES,
  type ResetPasswordInput,
} from '../../shared/auth/auth.schema.ts'
import { isSamePassword, passwordProblem } from '../../shared/auth/password.ts'
import type { Ctx } from '../lib/context.ts'
import { AppError, insistValid, invalid } from '../lib/errors.ts'
import { queueMail } from '../lib/mail.ts'
import { actorOf } from '../lib/sessions.ts'
import {
  findAccount,
  findLinkOwner,
  lockAccount,
  removeLink,
  removeLinks,
  removeSessions,
  savePassword,
} from './auth.queries.ts'
import { makePasswordLink } from './password-links.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { addressKey, forgetFailures, insistOnTry, takeMailTry } from './throttle.ts'

type AnyCtx = Ctx<Actor | null>

/** Long enough to hide how long the work took, so that the time tells nobody who has an account. */
const REPLY_AFTER_MS = 250

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Mails a reset link when the address has an activated account; looks the same from outside either way (S-11). */
export async function forgotPassword(ctx: AnyCtx, input: { email: string }): Promise<void> {
  await Promise.all([mailResetLink(ctx, addressKey(input.email)), pause(REPLY_AFTER_MS)])
}

async function mailResetLink(ctx: AnyCtx, email: string): Promise<void> {
  const { network_address } = ctx.origin
  if (!(await takeMailTry(ctx.services, { email, network_address }))) return
  const account = await findAccount(ctx.db, email)
  if (account?.status !== 'Activated') return
  await ctx.write(async (db, audit) => {
    const link = await makePasswordLink(ctx.services, db, account, RESET_LINK_MINUTES)
    await queueMail(db, {
      to: account.email,
      subject: 'Reset your password',
      text: `Hello ${account.first_name},\n\nSomebody, most likely you, asked to reset the password of this account. Set a new one within ${RESET_LINK_MINUTES} minutes here:\n\n${link}\n\nThe link works once. If you did not ask for it, you can ignore this mail; your password stays as it is.\n`,
    })
    const actor = actorOf(account)
    await audit({
      module: 'Authentication',
      event: 'Password Reset Requested',
      id: actor.id,
      code: actor.email,
      actor,
    })
  })
}

const badLink = () => new AppError('invalid_input', 'Invalid Email or Token.')

/** Sets a password with a mailed link, uses the link up and ends every session of the account (S-10, S-13). */
export async function resetPassword(ctx: AnyCtx, input: z.output<typeof ResetPasswordInput>): Promise<void> {
  const email = addressKey(input.email)
  const owner = await findLinkOwner(ctx.db, email, input.token, ctx.services.now())
  if (!owner) throw badLink()
  const problem = passwordProblem(input.password, 'reset')
  if (problem) throw invalid({ password: [problem] })
  const password_hash = await hashPassword(input.password)
  await ctx.write(async (db, audit) => {
    const locked = await lockAccount(db, owner.id)
    if (locked?.status !== 'Activated' || !(await removeLink(db, owner.id, input.token))) throw badLink()
    await savePassword(db, owner.id, password_hash)
    await removeSessions(db, owner.id, 'password')
    const actor = actorOf(locked)
    await audit({ module: 'Authentication', event: 'Password Reset', id: actor.id, code: actor.email, actor })
  })
  await forgetFailures(ctx.services, email)
}

/** Changes the own password and ends every session of the account, this one included (S-13). */
export async function changePassword(ctx: Ctx, input: z.output<typeof ChangePasswordInput>): Promise<void> {
  const { actor } = ctx
  const email = addressKey(actor.email)
  if (addressKey(input.email) !== email)
    throw invalid({ email: ['This is not the email address of your account.'] })
  const stored = await insistOnOldPassword(ctx, email, input.old_password)
  if (isSamePassword(input.password, input.old_password))
    throw invalid({ password: ['New password cannot be the same as the current password.'] })
  const problem = passwordProblem(input.password, 'change')
  insistValid(problem ? { password: [problem] } : {})
  const password_hash = await hashPassword(input.password)
  await ctx.write(async (db, audit) => {
    const locked = await lockAccount(db, actor.id)
    if (locked?.password_hash !== stored) throw new AppError('conflict')
    await savePassword(db, actor.id, password_hash)
    await removeSessions(db, actor.id, 'password')
    await removeLinks(db, actor.id)
    await audit({ module: 'Authentication', event: 'Password Changed', id: actor.id, code: actor.email })
  })
}

/** The stored hash behind the right old password. Guesses are counted like those of a sign-in. */
async function insistOnOldPassword(ctx: Ctx, email: string, oldPassword: string): Promise<string | null> {
  const { network_address } = ctx.origin
  await insistOnTry(ctx.services, { email, network_address })
  const stored = (await findAccount(ctx.db, email))?.password_hash ?? null
  if (!(await isPassword(stored, oldPassword)))
    throw invalid({ old_password: ['The old password is incorrect.'] })
  await forgetFailures(ctx.services, email, network_address)
  return stored
}
