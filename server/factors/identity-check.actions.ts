import type { Credential, MySignIn, IdentityInput } from '../../shared/factors/factors.schema.ts'
import { identityMethod } from '../../shared/factors/identity-words.ts'
import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import { checkPassword } from '../auth/password-attempts.actions.ts'
import { addressKey } from '../auth/throttle.ts'
import { writeAudit } from '../context/audit.ts'
import type { Ctx } from '../context/context.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { AppError, invalid, requireNoErrors } from '../lib/errors.ts'
import { checkCode, wrongCode } from './check-code.actions.ts'
import { verifyPasskey } from './passkeys.actions.ts'
import { withCodeLimit } from './wrong-codes.ts'

/** What this sitting still needs: of people with a factor first both, then the factor; of others the password. */
function neededBy({ actor, session }: Ctx): { password: boolean; factor: boolean } {
  const factor = actor.has_factor === true
  return { password: !factor || session?.proved_in_full !== true, factor }
}

function missing(
  { t }: Ctx,
  { password, code, passkey }: IdentityInput,
  needs: ReturnType<typeof neededBy>,
): FieldErrors {
  const errors: FieldErrors = {}
  if (needs.password && !password) errors.password = [t('sign_in.password_required')]
  if (needs.factor && !code && !passkey) errors.code = [t('sign_in.code_required')]
  return errors
}

/**
 * Proves the caller's identity for 15 minutes: first in a sitting with password and factor, then with the factor, and of
 * people without one with the password. `count` is the number of records of the decision on several that comes next. A
 * wrong password counts as at a login, a wrong code as in its second step.
 */
export async function prove(ctx: Ctx, input: IdentityInput): Promise<MySignIn['proof']> {
  const needs = neededBy(ctx)
  requireNoErrors(missing(ctx, input, needs))
  // before the code, which works once and would be lost with a wrong password
  if (needs.password) await requirePassword(ctx, input.password ?? '')
  const count = input.count ?? null
  if (!needs.factor) {
    await inTransaction(ctx.services.db, (db) => saveIdentity(ctx, db, { by: 'password', count }))
    return { holds: true, next_in_full: false }
  }
  const done = await withCodeLimit(ctx, ctx.actor, async (db) => {
    const factor = await checkFactor(ctx, db, input)
    if (factor === null) return null
    await saveIdentity(ctx, db, { by: needs.password ? `password and ${factor}` : factor, count })
    return factor
  })
  if (done === null)
    throw invalid(input.passkey ? { passkey: [ctx.t('refused.passkey_proof')] } : wrongCode(ctx))
  return { holds: true, next_in_full: false }
}

async function requirePassword(ctx: Ctx, password: string): Promise<void> {
  const email = addressKey(ctx.actor.email)
  const account = await checkPassword(ctx, email, password)
  if (account?.id !== ctx.actor.id) throw invalid({ password: [ctx.t('refused.wrong_password')] })
}

/** Checks the passkey, else the code, and uses it up; returns what it was, or null when it is wrong. */
async function checkFactor(ctx: Ctx, db: Db, { code, passkey }: IdentityInput): Promise<string | null> {
  if (!passkey) return (await checkCode(ctx, db, ctx.actor, code ?? '', { reset: false }))?.by ?? null
  const asked: { purpose: 'prove'; user_id: number; credential: Credential } = {
    purpose: 'prove',
    user_id: ctx.actor.id,
    credential: passkey,
  }
  return (await verifyPasskey(ctx, db, asked)) ? 'passkey' : null
}

type Given = { by: string; count: number | null }

/** Writes the proof into the caller's session and the log; 401 when the session has ended meanwhile. */
async function saveIdentity(
  { actor, session, services, origin }: Ctx,
  db: Db,
  { by, count }: Given,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      proved_at: services.now().toISOString(),
      proved_by: by,
      proved_count: count,
      ...(actor.has_factor ? { proved_in_full: true } : {}),
    })
    .where('id', '=', session?.id ?? 0)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('not_signed_in')
  const told = { method: identityMethod(by), ...(count === null ? {} : { records: String(count) }) }
  await writeAudit(db, actor, origin, {
    module: 'Authentication',
    event: 'Identity Proved',
    id: actor.id,
    code: actor.email,
    changes: Object.entries(told).map(([field, value]) => ({ field, old: null, new: value })),
  })
}
