import { manilaDay, manilaDayOf } from '../../shared/lib/dates.ts'
import { composeSummary } from '../../shared/summaries/compose.ts'
import { principlesFor } from '../../shared/summaries/crosswalk.rules.ts'
import { gapsOf } from '../../shared/summaries/draft-gaps.ts'
import type { Summary, SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import type { RegionFacts, SummarySources } from '../../shared/summaries/summary-facts.ts'
import type { Ctx, Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { findCrosswalk } from './crosswalk.queries.ts'
import { findPrevious } from './previous.queries.ts'
import { findFrozen } from './published.queries.ts'
import { findCurrent, readSummary } from './summaries.queries.ts'
import type { SummaryScope } from './scope-records.queries.ts'
import { readFacts } from './summary-records.queries.ts'
import { listChosen, listWithdrawnChoices } from './summary-statements.queries.ts'
import { listTexts } from './summary-texts.queries.ts'

/** The regions and reporting years whose records a summary covers. */
export const scopeOf = ({ regions, reporting_years }: SummaryRow): SummaryScope => ({
  region_ids: regions.map(({ id }) => id),
  reporting_years,
})

/** `evidence` is null for a draft. */
type ComposedFacts = { facts: RegionFacts[]; evidence: SummarySources['evidence'] }

/**
 * Composes a document from these facts, the newest crosswalk, and the present texts and choices. A statement whose
 * principle no longer answers its safeguard is not cited.
 */
export async function composeFrom(
  db: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  summary: SummaryRow,
  { facts, evidence }: ComposedFacts,
): Promise<SummaryDocument> {
  const { year, title } = summary
  const scope = scopeOf(summary)
  const crosswalk = await findCrosswalk(db)
  const texts = await listTexts(db, summary.id)
  const chosen = await listChosen(db, summary.id, evidence ? 'stored' : scope)
  const statements = chosen.filter((one) =>
    principlesFor(crosswalk.lines, one.safeguard).some(
      ({ principle_number }) => principle_number === one.principle_number,
    ),
  )
  const before = await findPrevious(db, summary)
  return composeSummary({
    bureau_name: config.bureau_name,
    address: config.public_url,
    year,
    title,
    ...scope,
    facts,
    evidence,
    crosswalk,
    statements,
    before: before && { ...before, frozen_on: manilaDayOf(before.frozen_at) },
    data_of: manilaDay(now()),
    texts: texts.map(({ section, text, written_at }) => ({
      section,
      text,
      written_on: manilaDayOf(written_at),
    })),
  })
}

/** Composes the document of a draft as of now. */
export async function composeDraft(services: Services, summary: SummaryRow): Promise<SummaryDocument> {
  const { readDb } = services
  const facts = await readFacts(readDb, scopeOf(summary))
  return composeFrom(readDb, services, summary, { facts, evidence: null })
}

/** Returns a summary with its document: composed now for a draft, the stored one for a frozen summary. */
export async function showSummary({ db, services }: Ctx, id: number): Promise<Summary> {
  const summary = await readSummary(db, id)
  const texts = await listTexts(db, id)
  const current = await findCurrent(db, summary)
  if (summary.status === 'Draft') {
    const document = await composeDraft(services, summary)
    const gaps = gapsOf(document, texts, await listWithdrawnChoices(db, id))
    return { summary, current, texts, document, gaps, since: null }
  }
  const { document, since } = await findFrozen(services.readDb, id)
  return { summary, current, texts, document, gaps: [], since }
}
