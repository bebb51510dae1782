import type { Actor } from '../../shared/access/actor.ts'
import type { SecondStepReply } from '../../shared/auth/auth.schema.ts'
import { SECOND_STEP_MINUTES } from '../../shared/factors/factors.schema.ts'
import type { AccountForLogin, Begun } from '../auth/auth.queries.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { hashOfToken, newToken } from '../context/sessions.ts'

type AnyCtx = Ctx<Actor | null>

/** Whether a password alone does not sign in: there is a factor, or a reset code has removed it. */
export const needsSecondStep = (account: Pick<AccountForLogin, 'has_factor' | 'factor_reset_at'>): boolean =>
  account.has_factor || account.factor_reset_at !== null

/** Whether this browser is an own computer of the person; records its use. */
export async function isOwnComputer(
  { services }: AnyCtx,
  db: Db,
  user_id: number,
  tokens: string[],
): Promise<boolean> {
  if (tokens.length === 0) return false
  const now = services.now().toISOString()
  const used = await db
    .updateTable('own_computers')
    .set({ last_used_at: now })
    .where('user_id', '=', user_id)
    .where('token_hash', 'in', tokens.map(hashOfToken))
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Remembers a login whose first step is passed, for ten minutes; `passed_by` when it has passed the second as well. */
export async function askSecondStep(
  { db, services }: AnyCtx,
  { id: user_id, sign_in_epoch }: Begun & { id: number },
  proved_by: string,
  passed_by: string | null = null,
): Promise<SecondStepReply> {
  const token = newToken()
  const expires_at = new Date(services.now().getTime() + SECOND_STEP_MINUTES * 60_000).toISOString()
  await db
    .insertInto('second_steps')
    .values({ user_id, token_hash: hashOfToken(token), proved_by, passed_by, expires_at, sign_in_epoch })
    .execute()
  return { second_step: { token, expires_at } }
}
