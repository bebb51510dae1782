import type { Actor } from '../../shared/access/actor.ts'
import type { SecondStepReply } from '../../shared/auth/auth.schema.ts'
import type { Credential } from '../../shared/factors/factors.schema.ts'
import type { Ctx } from '../context/context.ts'
import { AppError } from '../lib/errors.ts'
import { credentialOptionsFor, verifyPasskey } from './passkeys.actions.ts'
import { findStepOwner } from './passkeys.queries.ts'
import { askSecondStep } from './second-step.actions.ts'

type AnyCtx = Ctx<Actor | null>

/** What a passkey must sign to log in without a password. */
export const passkeyLoginOptions = (ctx: AnyCtx) =>
  credentialOptionsFor(ctx, { purpose: 'log in', user_id: null })

/** What a passkey must sign for this second step; the same for people with and without one. Throws `step_over`. */
export async function secondStepOptions(ctx: AnyCtx, token: string) {
  const user_id = await findStepOwner(ctx.db, token, ctx.services.now())
  if (user_id === null) throw new AppError('step_over')
  return credentialOptionsFor(ctx, { purpose: 'second step', user_id })
}

/**
 * Logs a person in by a passkey alone, which has checked its person itself: the reply is that of a login whose second
 * step is passed. Throws `passkey_unknown`, the same and after the same time for an unknown, untested or removed
 * passkey and for a deactivated account.
 */
export async function logInWithPasskey(ctx: AnyCtx, credential: Credential): Promise<SecondStepReply> {
  const passkey = await verifyPasskey(ctx, ctx.db, { purpose: 'log in', user_id: null, credential })
  if (!passkey) throw new AppError('passkey_unknown')
  const { user_id: id, sign_in_epoch } = passkey
  return askSecondStep(ctx, { id, sign_in_epoch }, 'passkey', 'passkey')
}
