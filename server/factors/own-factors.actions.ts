import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { type FactorKind, PROOF_NAMES } from '../../shared/factors/codes.ts'
import { canHaveFactors } from '../../shared/factors/factors.policy.ts'
import { RECOVERY_CODES } from '../../shared/factors/factors.schema.ts'
import { endOwnComputers, lockAccount } from '../auth/auth.queries.ts'
import type { Audit, Ctx } from '../context/context.ts'
import { requireIdentity } from '../context/identity-check.ts'
import type { Db } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { newSheet } from './code-sheet.ts'
import { mailFactorAdded, mailFactorRemoved } from './factors.mails.ts'
import {
  deleteSheet,
  findSheet,
  hasAnyFactor,
  insertSheet,
  isFactorDemanded,
  recordFactor,
  recordFullIdentity,
  removeLeftovers,
} from './own-factors.queries.ts'

/** What a factor that counts is answered with: recovery codes come with the first app or passkey, once. */
export type Added = { recovery_codes: string[] | null }

const nameOf = (kind: FactorKind, name?: string) =>
  name ? `${PROOF_NAMES[kind]} "${name}"` : PROOF_NAMES[kind]

/** A row of the log about the caller's own sign-in. */
const own = ({ actor }: Ctx) => ({ module: 'Authentication', id: actor.id, code: actor.email }) as const

/** Locks the caller's account, so that changes of their factors wait for each other, and requires a fresh proof. */
export async function lockOwn(ctx: Ctx, db: Db) {
  // the envelope of the sealed account holds its password alone
  requireAllowed(canHaveFactors(ctx.actor))
  await lockAccount(db, ctx.actor.id)
  return requireIdentity(ctx, db)
}

/**
 * Records that a factor of the caller counts from now on; call it in the transaction that has proved it. Returns the
 * ten recovery codes that come with the first app or passkey, else null. Logs and mails it. Throws `proof_needed`.
 */
export async function factorAdded(
  ctx: Ctx,
  db: Db,
  audit: Audit,
  kind: FactorKind,
  name?: string,
): Promise<string[] | null> {
  const { actor, services, session } = ctx
  const identity = await lockOwn(ctx, db)
  const now = services.now()
  if (session && !actor.has_factor) await recordFullIdentity(db, session.id, kind, now)
  await recordFactor(db, actor.id)
  const factor = nameOf(kind, name)
  audit({
    ...own(ctx),
    event: 'Second Factor Added',
    changes: [{ field: 'factor', old: null, new: factor }, ...identity],
  })
  await mailFactorAdded(services, db, actor, { kind, name })
  const isOnPaper = kind === 'sheet' || (await findSheet(db, actor.id)) !== undefined
  return isOnPaper ? null : makeCodes(ctx, db, audit, RECOVERY_CODES)
}

/**
 * Records that a factor of the caller was removed; call it in the transaction that has removed its row. Throws
 * `proof_needed`, and `last_factor` when the level demands one now. Ends own computers and open second steps. Logs and
 * mails it.
 */
export async function factorRemoved(
  ctx: Ctx,
  db: Db,
  audit: Audit,
  kind: FactorKind,
  name?: string,
): Promise<void> {
  const { actor, services } = ctx
  const identity = await lockOwn(ctx, db)
  if (!(await hasAnyFactor(db, actor.id))) {
    if (await isFactorDemanded(db, actor.access_level, services.now())) throw new AppError('last_factor')
    await removeLeftovers(db, actor.id)
  }
  await endOwnComputers(db, actor.id)
  const factor = nameOf(kind, name)
  audit({
    ...own(ctx),
    event: 'Second Factor Removed',
    changes: [{ field: 'factor', old: factor, new: null }, ...identity],
  })
  await mailFactorRemoved(services, db, actor, { kind, name })
}

/** Makes a sheet and returns its codes, which are stored nowhere. Ten work at once, forty after one was typed. */
export async function makeCodes(
  ctx: Ctx,
  db: Db,
  audit: Audit,
  size: number,
  identity: FieldChange[] = [],
): Promise<string[]> {
  const { actor, services } = ctx
  const now = services.now()
  const isConfirmed = size === RECOVERY_CODES
  await deleteSheet(db, actor.id, { confirmed: isConfirmed })
  const { codes, sealed } = newSheet(services.config, actor.id, size)
  const confirmed_at = isConfirmed ? now.toISOString() : null
  await insertSheet(db, { user_id: actor.id, secret: sealed, size, confirmed_at }, now)
  audit({
    ...own(ctx),
    event: 'Codes Made',
    changes: [{ field: 'codes', old: null, new: String(size) }, ...identity],
  })
  return codes
}
