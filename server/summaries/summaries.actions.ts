import type { Actor } from '../../shared/access/actor.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import { canDraftSummaries, canEditSummary, isUnchanged } from '../../shared/summaries/summaries.policy.ts'
import type { SummaryInput, SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { removeDraftsOfRecord } from '../drafts/drafts.queries.ts'
import { type AuditEntry, fieldChanges } from '../context/audit.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { requireAllowed, requireAllowedSaved } from '../lib/errors.ts'
import { findLatestChanges } from '../context/latest-changes.ts'
import {
  insertSummary,
  lockSummary,
  readSummary,
  removeSummary,
  requireRegionsExist,
  touchSummary,
} from './summaries.queries.ts'
import { takeOverTexts } from './summary-texts.queries.ts'

/** Returns a row of the log about a summary. */
export const entry = (
  summary: Pick<SummaryRow, 'id' | 'year'>,
  event: AuditEntry<'Summary of Information'>['event'],
  changes: AuditEntry['changes'] = [],
): AuditEntry<'Summary of Information'> => ({
  module: 'Summary of Information',
  event,
  id: summary.id,
  code: `Summary of ${summary.year}`,
  changes,
})

const LOGGED = ['year', 'title', 'reporting_years', 'regions'] as const
const logged = ({ regions, ...summary }: SummaryRow) => ({
  ...summary,
  regions: regions.map(({ name }) => name),
})

/** Locks a summary if `may` allows the action; other levels than FMB do not learn whether it exists. */
export async function lockSummaryFor(
  { actor }: Ctx,
  db: Db,
  id: number,
  may: (actor: Actor, summary: SummaryRow) => Verdict,
): Promise<SummaryRow> {
  requireAllowed(canDraftSummaries(actor))
  const summary = await lockSummary(db, id)
  requireAllowed(may(actor, summary))
  return summary
}

/** Rejects a change that is based on an older state; the error says who has changed the summary since (S-144). */
export const requireUnchangedSummary = (db: Db, updated_at: string, summary: SummaryRow): Promise<void> =>
  requireAllowedSaved(isUnchanged(updated_at, summary), () =>
    findLatestChanges(db, 'Summary of Information', summary, 1),
  )

/** Creates a draft with the texts of the summaries before it. */
export const createSummary = (ctx: Ctx, input: SummaryInput): Promise<SummaryRow> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canDraftSummaries(ctx.actor))
    await requireRegionsExist(db, input.region_ids)
    const now = changeStamp(ctx)
    const id = await insertSummary(db, {
      ...input,
      ...now,
      created_by: now.updated_by,
      created_at: now.updated_at,
    })
    await takeOverTexts(db, id)
    const summary = await readSummary(db, id)
    audit(entry(summary, 'Created', fieldChanges({}, logged(summary), LOGGED)))
    return summary
  })

/** Changes the year, title, reporting years and regions of a draft. */
export const editSummary = (
  ctx: Ctx,
  id: number,
  { updated_at, ...input }: SummaryInput & { updated_at: string },
): Promise<SummaryRow> =>
  ctx.write(async (db, audit) => {
    const before = await lockSummaryFor(ctx, db, id, canEditSummary)
    await requireUnchangedSummary(db, updated_at, before)
    await requireRegionsExist(db, input.region_ids)
    await touchSummary(db, id, changeStamp(ctx), input)
    const after = await readSummary(db, id)
    audit(entry(after, 'Updated', fieldChanges(logged(before), logged(after), LOGGED)))
    return after
  })

/** Deletes a draft, with its texts, its choices, its comments, and everyone's unfinished forms of it. */
export const discardSummary = (ctx: Ctx, id: number): Promise<void> =>
  ctx.write(async (db, audit) => {
    const summary = await lockSummaryFor(ctx, db, id, canEditSummary)
    await removeSummary(db, id)
    await removeDraftsOfRecord(db, ['summary-texts', 'summary-comment'], id)
    audit(entry(summary, 'Discarded', [{ field: 'title', old: summary.title, new: null }]))
  })
