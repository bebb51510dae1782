import type { Actor } from '../../shared/access/actor.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import { canDraftSummaries, canEditSummary, isUnchanged } from '../../shared/summaries/summaries.policy.ts'
import type { SummaryInput, SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { dropDraft } from '../drafts/drafts.actions.ts'
import { type AuditEntry, fieldChanges } from '../lib/audit.ts'
import { type Ctx, stamp } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { insist, insistSaved } from '../lib/errors.ts'
import { findSavedBefore } from '../lib/saved-before.ts'
import {
  insertSummary,
  insistRegionsExist,
  lockSummary,
  readSummary,
  removeSummary,
  touchSummary,
} from './summaries.queries.ts'
import { takeOverTexts } from './summary-texts.queries.ts'

/** One line of the log about a summary. */
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

/** Locks a summary for somebody who may do this with it; whether it exists is told to FMB alone. */
export async function lockFor(
  { actor }: Ctx,
  db: Db,
  id: number,
  may: (actor: Actor, summary: SummaryRow) => Verdict,
): Promise<SummaryRow> {
  insist(canDraftSummaries(actor))
  const summary = await lockSummary(db, id)
  insist(may(actor, summary))
  return summary
}

/** Refuses what was done looking at an older state of a summary, and says who has changed it since (S-144). */
export const insistUnchanged = (db: Db, updated_at: string, summary: SummaryRow): Promise<void> =>
  insistSaved(isUnchanged(updated_at, summary), () =>
    findSavedBefore(db, 'Summary of Information', summary, 1),
  )

/** Begins a summary with what was written for those before it. */
export const createSummary = (ctx: Ctx, input: SummaryInput): Promise<SummaryRow> =>
  ctx.write(async (db, audit) => {
    insist(canDraftSummaries(ctx.actor))
    await insistRegionsExist(db, input.region_ids)
    const now = stamp(ctx)
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

/** Changes what a draft covers. */
export const editSummary = (
  ctx: Ctx,
  id: number,
  { updated_at, ...input }: SummaryInput & { updated_at: string },
): Promise<SummaryRow> =>
  ctx.write(async (db, audit) => {
    const before = await lockFor(ctx, db, id, canEditSummary)
    await insistUnchanged(db, updated_at, before)
    await insistRegionsExist(db, input.region_ids)
    await touchSummary(db, id, stamp(ctx), input)
    const after = await readSummary(db, id)
    audit(entry(after, 'Updated', fieldChanges(logged(before), logged(after), LOGGED)))
    return after
  })

/** Takes a draft away, with its texts and its choices. */
export const discardSummary = (ctx: Ctx, id: number): Promise<void> =>
  ctx.write(async (db, audit) => {
    const summary = await lockFor(ctx, db, id, canEditSummary)
    await removeSummary(db, id)
    await dropDraft(ctx, db, 'summary-texts', id)
    audit(entry(summary, 'Discarded', [{ field: 'title', old: summary.title, new: null }]))
  })
