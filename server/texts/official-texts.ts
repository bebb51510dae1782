import { sql } from 'kysely'
import { authorFault, levelFault, type StepRow } from '../../shared/review/chain-faults.ts'
import { authorJson } from '../context/authors.queries.ts'
import { textSum } from '../context/stated-text.ts'

/** What the log states of a text: its newest confirmation, and the newest proposal before. */
export type StatedOfficial = { confirmed: StatingRow | null; proposed: StatingRow | null }
type StatingRow = StepRow & { sha256: string | null }

/** The parts of an official word in another language, as the log states it. */
export const officialParts = (
  { language, key }: { language: string; key: string },
  { english, text, reviewed }: { english: string; text: string; reviewed: boolean },
): string[] => [language, key, english, text, reviewed ? 'reviewed' : 'not reviewed']

/** SQL: the newest row of the log with this event about the text of a row of `text_reviews`. */
const newest = (event: 'Text Proposed' | 'Text Confirmed', before = sql`true`) => sql`(
  select json_build_object('id', log.id, 'event', log.event, 'created_at', log.created_at, 'by', ${authorJson(null)},
    'sha256', jsonb_path_query_first(log.field_change, '$[*] ? (@.field == "sha256").new') #>> '{}')
  from audit_logs as log
  where log.event = ${sql.lit(event)} and log.auditable_type = 'System'
    and log.auditable_code = text_reviews.language || ' ' || text_reviews.key and ${before}
  order by log.id desc limit 1)`

const confirmed = newest('Text Confirmed')

/** SQL: what the log states of the text of a row of `text_reviews`. */
export const statedOfficial = sql<StatedOfficial>`json_build_object('confirmed', ${confirmed},
  'proposed', ${newest('Text Proposed', sql`log.id < (${confirmed} ->> 'id')::bigint`)})`

const rowFault = (row: StatingRow): string | null => authorFault(row) ?? levelFault(row, 'FMB')

/** Why these rows are no change by two people of FMB, as the end of a sentence; null where they are. */
function statementFault({ confirmed: last, proposed }: StatedOfficial): string | null {
  if (!last) return 'no row of the log confirms it'
  if (!proposed || proposed.sha256 !== last.sha256)
    return `row ${last.id} of the log confirms another text than was proposed`
  const isOne = last.by.user_id !== null && last.by.user_id === proposed.by.user_id
  if (isOne) return `rows ${proposed.id} and ${last.id} of the log are by one person`
  const wrong = [proposed, last].find(rowFault)
  return wrong ? `row ${wrong.id} of the log ${rowFault(wrong)}` : null
}

type Stored = { language: string; key: string; english: string; text: string; reviewed_at: string | null }

/**
 * Returns why a stored translation does not count, as the end of a sentence: of an official word the log must say that one
 * person of FMB proposed it and another one confirmed it, both logged in. Null where it counts.
 */
export function officialFault(stored: Stored & { stated: StatedOfficial | null }): string | null {
  const { stated } = stored
  if (!stated) return null
  const sum = textSum(officialParts(stored, { ...stored, reviewed: stored.reviewed_at !== null }))
  return statementFault(stated) ?? (stated.confirmed?.sha256 === sum ? null : 'the log states another text')
}
