import type { Altered } from '../../shared/claims/altered.ts'
import { idsOf, type ReadServices, requireNoDifferences } from '../claims/require-match.actions.ts'
import type { Db } from '../database/db.ts'
import type { Turn } from '../lib/fair-queue.ts'
import { findUnproved } from '../public-log/proved-rows.actions.ts'
import { type ClaimedSummary, evidenceSum, readClaimedSummary } from './claimed-summaries.queries.ts'
import { type StoredSummary, summaryDifferences } from './summary-differences.ts'

/** Rejects a summary that does not match the log; its text is hashed each time. */
export async function requireSummaryMatches(
  services: ReadServices,
  id: number,
  db: Db = services.db,
): Promise<ClaimedSummary> {
  const summary = await readClaimedSummary(db, id)
  const unproved = await findUnproved(null, db, idsOf(summary.rows), `summary ${summary.year}`)
  await requireNoDifferences(services, [
    ...unproved.map((sentence): Altered => ({ kind: 'summary', record: id, sentence })),
    ...summaryDifferences(summary),
  ])
  return summary
}

/** Rejects a summary whose year or title differs from its frozen text. */
export const requireSummaryFits = (
  services: ReadServices,
  summary: ClaimedSummary,
  document: StoredSummary,
) => requireNoDifferences(services, summaryDifferences(summary, { document }))

/** Rejects a list of evidence that does not have the SHA-256 in the summary's frozen text. */
export async function requireEvidenceMatches(
  services: ReadServices,
  { id, document }: { id: number; document: StoredSummary },
  db: Db,
  turn: Turn,
): Promise<void> {
  const list = await evidenceSum(db, id, turn)
  await requireNoDifferences(
    services,
    summaryDifferences(await readClaimedSummary(db, id), { document, list }),
  )
}
