import type { Altered } from '../../shared/claims/altered.ts'
import { idsOf, insistNone, type ReadServices } from '../claims/reading.actions.ts'
import { isAllNoted } from '../claims/stated.queries.ts'
import type { Db } from '../lib/db.ts'
import { findUnproved } from '../public-log/proved-rows.actions.ts'
import { type ClaimedSummary, evidenceSum, readSummary } from './claimed.queries.ts'
import { type KeptSummary, summaryDifferences } from './summary-differences.ts'

/** Refuses a summary that is not what the log says that it was frozen and published with; its text is hashed each time. */
export async function insistSummaryMatches(
  services: ReadServices,
  id: number,
  db: Db = services.db,
): Promise<ClaimedSummary> {
  const summary = await readSummary(db, id)
  const unproved = await findUnproved(services, db, idsOf(summary.rows), `summary ${summary.year}`, {
    tree: false,
  })
  await insistNone(services, [
    ...unproved.map((sentence): Altered => ({ kind: 'summary', record: id, sentence })),
    ...summaryDifferences(summary, await isAllNoted(db)),
  ])
  return summary
}

/** Refuses a summary that stands under another year or title than its own text says. */
export const insistSummaryFits = (services: ReadServices, summary: ClaimedSummary, kept: KeptSummary) =>
  insistNone(services, summaryDifferences(summary, false, { kept }))

/** Refuses a list of evidence that is not the one whose SHA-256 the text of the summary says. */
export async function insistEvidenceMatches(
  services: ReadServices,
  { id, document }: { id: number; document: KeptSummary },
  db: Db,
): Promise<void> {
  const list = await evidenceSum(db, id)
  await insistNone(services, summaryDifferences(await readSummary(db, id), false, { kept: document, list }))
}
