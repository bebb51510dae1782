import type { Integrity } from '../../shared/audit/integrity.schema.ts'
import { findBackups } from '../backup/daily.actions.ts'
import { BUILD } from '../lib/build.ts'
import type { Ctx, Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { AppError } from '../lib/errors.ts'
import { findStanding } from '../public-log/standing.actions.ts'
import { keyId, publicPart } from './chain.ts'
import { findEnds, findOpenDay, findWaiting } from './chain.queries.ts'
import {
  findVerification,
  insertVerification,
  lockVerifications,
  queueVerification,
  saveProgress,
  saveResult,
} from './integrity.queries.ts'
import { findClockFault, sealWaiting } from './seal.actions.ts'
import { signingKey } from './signing-key.ts'
import { type Verified, verifyLog } from './verify.actions.ts'

const TOLD_EVERY_MS = 500

/** Where the chain stands, and the last verification. */
export async function findIntegrity(services: Services, db: Db): Promise<Integrity> {
  const { last, head } = await findEnds(db)
  const closed = head?.last_position ?? 0
  const isOpen = last !== null && last.position > closed
  const { rows: waiting_rows } = await findWaiting(db)
  return {
    open_day: isOpen ? { day: last.day, rows: (await findOpenDay(db, closed)).rows } : null,
    sealed_rows: last?.position ?? 0,
    waiting_rows,
    key_id: keyId(publicPart(signingKey(services.config))),
    clock: await findClockFault(services, db, waiting_rows),
    verification: await findVerification(db),
    public_log: await findStanding(services, db),
    backups: await findBackups(services, db),
    product: BUILD,
  }
}

/** Has the whole log verified in the background; one verification at a time. */
export async function requestVerification(ctx: Ctx): Promise<Integrity> {
  await ctx.write(async (db, audit) => {
    await lockVerifications(db)
    if ((await findVerification(db))?.running)
      throw new AppError('state', 'A verification is running already.')
    await queueVerification(db, await insertVerification(db))
    audit({ module: 'System', event: 'Log Verification Started' })
  })
  return findIntegrity(ctx.services, ctx.db)
}

/** Verifies the log and keeps what came out; `id` is null for the nightly one, which nobody asked for. */
export async function runVerification(
  services: Services,
  id: number | null,
  signal?: AbortSignal,
): Promise<Verified> {
  const { db, config } = services
  const kept = id ?? (await insertVerification(db))
  let told = 0
  const onProgress = async (checked: number, total: number) => {
    if (Date.now() - told < TOLD_EVERY_MS) return
    told = Date.now()
    await saveProgress(db, kept, checked, total)
  }
  try {
    await sealWaiting(services, signingKey(config))
    const verified = await verifyLog(services, { onProgress, signal })
    await saveResult(db, kept, verified)
    return verified
  } catch (error) {
    const failure = signal?.aborted
      ? 'The server was stopped before the verification was finished.'
      : 'The verification could not be finished; the log of the server says why.'
    await saveResult(db, kept, { failure })
    throw error
  }
}
