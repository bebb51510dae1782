import { MAILED_PASSWORD_HOURS } from '../../shared/auth/auth.schema.ts'
import { HOUR_MS } from '../../shared/lib/durations.ts'
import { canResetPassword } from '../../shared/users/users.policy.ts'
import { endEverySignIn } from '../auth/auth.queries.ts'
import { hashPassword } from '../auth/passwords.ts'
import { addressKey } from '../auth/throttle.ts'
import { forgetFailures } from '../auth/throttle.queries.ts'
import type { Ctx } from '../context/context.ts'
import { requireIdentity } from '../context/identity-check.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { networkOf } from '../lib/network.ts'
import { generatePassword } from './generated-password.ts'
import { entry } from './users.actions.ts'
import { sendGeneratedPassword } from './users.mails.ts'
import { findUser, findUserId, lockUser, saveGeneratedPassword } from './users.queries.ts'

/**
 * Sets a generated password and mails it; every session and link of the account ends (S-13, S-14). The mail is sent as
 * the last step before the commit: if that fails, nothing changes. Returns the person's name.
 */
export async function resetPasswordOf(ctx: Ctx, email: string): Promise<string> {
  const id = await findUserId(ctx.db, email)
  const found = id === null ? null : await findUser(ctx.db, id)
  if (!found) throw new AppError('scope')
  // checked before the costly hash, and again under the lock
  requireAllowed(canResetPassword(ctx.actor, found))
  const password = generatePassword()
  const password_hash = await hashPassword(password, networkOf(ctx.origin.network_address))

  const user = await ctx.write(async (db, audit) => {
    const locked = await lockUser(db, found.id)
    requireAllowed(canResetPassword(ctx.actor, locked))
    // before the mail, which leaves at once
    const identity = await requireIdentity(ctx, db)
    const expires_at = new Date(ctx.services.now().getTime() + MAILED_PASSWORD_HOURS * HOUR_MS)
    await saveGeneratedPassword(db, locked.id, { password_hash, expires_at })
    await endEverySignIn(db, locked.id, 'password')
    audit(entry(locked, 'Password Reset by Administrator', identity))
    await sendGeneratedPassword(ctx.services, db, locked, { password, expires_at }).catch(() => {
      throw new AppError('password_not_sent')
    })
    return locked
  })
  await forgetFailures(ctx.db, addressKey(user.email))
  return `${user.first_name} ${user.last_name}`
}
