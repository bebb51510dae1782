import { canPublishSummary, canWithdrawSummary } from '../../shared/summaries/summaries.policy.ts'
import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import { requireProof } from '../context/proof.ts'
import { entry, lockSummaryFor } from './summaries.actions.ts'
import { readSummary, saveSummary } from './summaries.queries.ts'

/** Publishes a frozen summary under its year; a unique index rejects a second one of the same year. */
export const publishSummary = (ctx: Ctx, id: number): Promise<SummaryRow> =>
  ctx.write(async (db, audit) => {
    const frozen = await lockSummaryFor(ctx, db, id, canPublishSummary)
    const { updated_by: published_by, updated_at: published_at } = changeStamp(ctx)
    await saveSummary(db, id, { published_by, published_at, withdrawn_at: null, withdrawn_reason: null })
    const proof = await requireProof(ctx, db)
    audit(entry(frozen, 'Published', [{ field: 'sha256', old: null, new: frozen.sha256 }, ...proof]))
    return readSummary(db, id)
  })

/** Withdraws a published summary. It stays frozen, and the log and its public address show the reason (S-150). */
export const withdrawSummary = (ctx: Ctx, id: number, reason: string): Promise<SummaryRow> =>
  ctx.write(async (db, audit) => {
    const published = await lockSummaryFor(ctx, db, id, canWithdrawSummary)
    await saveSummary(db, id, {
      ...{ published_by: null, published_at: null },
      ...{ withdrawn_at: changeStamp(ctx).updated_at, withdrawn_reason: reason },
    })
    audit(entry(published, 'Withdrawn', [{ field: 'reason', old: null, new: reason }]))
    return readSummary(db, id)
  })
