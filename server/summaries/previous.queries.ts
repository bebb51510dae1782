import type { PreviousSummary } from '../../shared/summaries/summary-writing.schema.ts'
import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import type { Db } from '../database/db.ts'
import { readDocument } from './documents.queries.ts'
import { listTexts } from './summary-texts.queries.ts'

/**
 * Returns the last summary frozen for the same year or an earlier one, before this one if it is frozen; or null. One that
 * was withdrawn is no source.
 */
export async function findPrevious(
  db: Db,
  { id, year, frozen_at }: Pick<SummaryRow, 'id' | 'year' | 'frozen_at'>,
): Promise<PreviousSummary | null> {
  const found = await db
    .selectFrom('summaries')
    .select(['id', 'year', 'title', 'frozen_at'])
    .where('id', '<>', id)
    .where('year', '<=', year)
    .where('frozen_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .$if(frozen_at !== null, (query) => query.where('frozen_at', '<', frozen_at))
    .orderBy('year', 'desc')
    .orderBy('frozen_at', 'desc')
    .limit(1)
    .$narrowType<{ frozen_at: string }>()
    .executeTakeFirst()
  if (!found) return null
  const { document } = await readDocument(db, found.id)
  const { annex, regions, reporting_years } = document
  return { ...found, texts: await listTexts(db, found.id), annex, regions, reporting_years }
}
