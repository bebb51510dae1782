import { FINDINGS_KEPT, type Integrity } from '../../shared/audit/integrity.schema.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { findBackups } from '../backup/daily.actions.ts'
import { replaceAltered } from '../claims/altered.actions.ts'
import { listAltered } from '../claims/altered.queries.ts'
import { BUILD } from '../lib/build.ts'
import type { Ctx, Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import { findLogStatus } from '../public-log/log-status.actions.ts'
import { findLogSize } from '../public-log/log.queries.ts'
import { findNewestDay } from '../public-log/external.queries.ts'
import { sealWaiting } from '../public-log/seal.actions.ts'
import { clockDifferenceText } from '../audit/clock-difference.ts'
import { findTime } from '../database/database-time.ts'
import { findUnsealed } from '../audit/logged-rows.queries.ts'
import {
  findVerification,
  insertVerification,
  lockVerifications,
  queueVerification,
  saveProgress,
  saveResult,
} from './integrity.queries.ts'
import { keyId, publicPart, signingKey } from '../audit/signing-key.ts'
import { type VerificationResult, verifyLog } from './verify.actions.ts'

const PROGRESS_EVERY_MS = 500

/** Returns how far the log is, and the last verification. */
export async function findIntegrity(services: Services, db: Db): Promise<Integrity> {
  const size = await findLogSize(db)
  const open = size - ((await findNewestDay(db))?.size ?? 0)
  const { rows: waiting_rows } = await findUnsealed(db)
  const now = services.now()
  return {
    open_day: open > 0 ? { day: manilaDay(now), rows: open } : null,
    sealed_rows: size,
    waiting_rows,
    key_id: keyId(publicPart(signingKey(services.config))),
    clock: clockDifferenceText({ now, database: await findTime(db) }),
    verification: await findVerification(db),
    public_log: await findLogStatus(services, db),
    backups: await findBackups(services, db),
    altered: await listAltered(db, FINDINGS_KEPT),
    product: BUILD,
  }
}

/** Queues a verification of the whole log; 409 while one is running. */
export async function requestVerification(ctx: Ctx): Promise<Integrity> {
  await ctx.write(async (db, audit) => {
    await lockVerifications(db)
    if ((await findVerification(db))?.running) throw new AppError('verifying')
    await queueVerification(db, await insertVerification(db))
    audit({ module: 'System', event: 'Log Verification Started' })
  })
  return findIntegrity(ctx.services, ctx.db)
}

/** Verifies the log and stores the result; `id` is null for the nightly run. */
export async function runVerification(
  services: Services,
  id: number | null,
  signal?: AbortSignal,
): Promise<VerificationResult> {
  const { db } = services
  const verificationId = id ?? (await insertVerification(db))
  let reportedAt = 0
  const onProgress = async (checked: number, total: number) => {
    if (Date.now() - reportedAt < PROGRESS_EVERY_MS) return
    reportedAt = Date.now()
    await saveProgress(db, verificationId, checked, total)
  }
  try {
    await sealWaiting(db)
    const claims = await replaceAltered(services)
    const verified = await verifyLog(services, {
      // a requested run must be quick; the nightly one reads some files' bytes, the operator's command all
      claims: { files: id === null ? 'part' : 'none', known: claims.known, now: services.now() },
      onAltered: claims.add,
      onProgress,
      signal,
    })
    await claims.end(verified.compared)
    await saveResult(db, verificationId, verified)
    return verified
  } catch (error) {
    const failure = signal?.aborted
      ? 'The server was stopped before the verification was finished.'
      : 'The verification could not be finished; the log of the server shows why.'
    await saveResult(db, verificationId, { failure })
    throw error
  }
}
