import {
  canPublishSummary,
  canWithdrawSummary,
  isReplaceableBy,
} from '../../shared/summaries/summaries.policy.ts'
import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { type Audit, changeStamp, type Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { entry, lockSummaryFor } from './summaries.actions.ts'
import { lockSummary, readSummary, saveSummary } from './summaries.queries.ts'

const stated = (field: string, value: string | null) => ({ field, old: null, new: value })

const NOT_PUBLIC = { published_by: null, published_at: null, replaced_by: null, replaced_at: null }

/** Publishes a locked summary under its year, with its row of the log. */
async function makePublic(ctx: Ctx, db: Db, audit: Audit, frozen: SummaryRow): Promise<SummaryRow> {
  const { updated_by: published_by, updated_at: published_at } = changeStamp(ctx)
  await saveSummary(db, frozen.id, { published_by, published_at, withdrawn_at: null, withdrawn_reason: null })
  audit(entry(frozen, 'Published', [stated('sha256', frozen.sha256), stated('published_at', published_at)]))
  return readSummary(db, frozen.id)
}

/** Publishes a frozen summary under its year; a unique index rejects a second one of the same year. */
export const publishSummary = (ctx: Ctx, id: number): Promise<SummaryRow> =>
  ctx.write(async (db, audit) =>
    makePublic(ctx, db, audit, await lockSummaryFor(ctx, db, id, canPublishSummary)),
  )

/**
 * Publishes a frozen summary in place of the published one of its year, which stays public at its own address. Rejects if
 * that one is no longer the published one.
 */
export const replaceSummary = (ctx: Ctx, id: number, replaced_id: number): Promise<SummaryRow> =>
  ctx.write(async (db, audit) => {
    // in the order of their numbers, so that two such changes never wait for each other
    await lockSummary(db, Math.min(id, replaced_id))
    const frozen = await lockSummaryFor(ctx, db, id, canPublishSummary)
    const before = await lockSummaryFor(ctx, db, replaced_id, (_actor, found) =>
      isReplaceableBy(frozen, found),
    )
    const { updated_at: replaced_at } = changeStamp(ctx)
    await saveSummary(db, replaced_id, { ...NOT_PUBLIC, replaced_by: id, replaced_at })
    const changes = [{ field: 'sha256', old: before.sha256, new: frozen.sha256 }]
    audit(entry(before, 'Replaced', [...changes, stated('replaced_at', replaced_at)]))
    return makePublic(ctx, db, audit, frozen)
  })

/** Withdraws a public summary. It stays frozen, and the log and its public address show the reason (S-150). */
export const withdrawSummary = (ctx: Ctx, id: number, reason: string): Promise<SummaryRow> =>
  ctx.write(async (db, audit) => {
    const published = await lockSummaryFor(ctx, db, id, canWithdrawSummary)
    const { updated_at: withdrawn_at } = changeStamp(ctx)
    await saveSummary(db, id, { ...NOT_PUBLIC, withdrawn_at, withdrawn_reason: reason })
    audit(entry(published, 'Withdrawn', [stated('reason', reason), stated('withdrawn_at', withdrawn_at)]))
    return readSummary(db, id)
  })
