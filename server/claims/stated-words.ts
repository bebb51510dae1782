import { sql } from 'kysely'
import offices from '../../db/seed/offices.json'
import principles from '../../db/seed/principles.json'
import { authorFault, rowSentence, type StepRow } from '../../shared/review/chain-faults.ts'
import { wordingOf } from '../../shared/principles/wording.ts'
import { authorJson } from '../context/authors.queries.ts'
import { textSum } from '../context/stated-text.ts'
import type { Db } from '../database/db.ts'
import { listUnproved } from '../public-log/proved-rows.actions.ts'

/** What the newest row of the log states of a text; `fault` is a sentence where the row does not count. */
export type StatedText = { sha256: string; fault: string | null }

/** The public texts as they came with the product or were changed since: of offices and of sets of criteria, by number. */
export type StatedWords = {
  offices: ReadonlyMap<number, StatedText>
  criteria: ReadonlyMap<number, StatedText>
}

const EVENTS = { offices: 'Location Data Changed', criteria: 'Criteria Stated' } as const
type Kind = keyof typeof EVENTS

type StatingRow = StepRow & { about: number; sha256: string }

/** a condition that the index of these rows has to the letter */
const STATES = sql`event in ('Location Data Changed', 'Criteria Stated', 'Text Proposed', 'Text Confirmed')`

/** Returns the number of the newest row of the log that may state a text. */
async function newestRow(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string | null }>`
    select max(id)::text as id from audit_logs where ${STATES}`.execute(db)
  return rows[0]?.id ?? ''
}

async function listStatingRows(db: Db): Promise<StatingRow[]> {
  const { rows } = await sql<StatingRow>`
    select distinct on (event, auditable_id) log.id, event, created_at, auditable_id as about, ${authorJson(null)} as by,
      jsonb_path_query_first(field_change, '$[*] ? (@.field == "sha256").new') #>> '{}' as sha256
    from audit_logs as log
    where ${STATES} and event in (${EVENTS.offices}, ${EVENTS.criteria}) and auditable_type = 'System'
      and field_change @> '[{"field": "sha256"}]'
    order by event, auditable_id, log.id desc`.execute(db)
  return rows
}

/** What the product came with. */
const shipped = (): Record<Kind, Map<number, StatedText>> => ({
  offices: new Map(offices.map(({ id, name }) => [id, { sha256: textSum([name, null]), fault: null }])),
  criteria: new Map([[1, { sha256: textSum(wordingOf(principles)), fault: null }]]),
})

/** Returns what the log states now of public texts. */
export async function readStatedWords(db: Db): Promise<StatedWords> {
  const words = shipped()
  const rows = await listStatingRows(db)
  const unproved = await listUnproved(
    db,
    rows.map(({ id }) => id),
  )
  for (const row of rows) {
    const fault = unproved.has(row.id) ? 'does not match its entry in the public log' : authorFault(row)
    const kind: Kind = row.event === EVENTS.offices ? 'offices' : 'criteria'
    const about = `${kind === 'offices' ? 'office' : 'criteria set'} ${row.about}`
    words[kind].set(row.about, { sha256: row.sha256, fault: fault && rowSentence(row, about, fault) })
  }
  return words
}

/** after this, a change on another instance is known here */
const READ_EVERY_MS = 2_000

type Reading = { at: number; version: string; words: Promise<StatedWords> }
const readings = new WeakMap<Db, Reading>()

/**
 * Returns the same as it was known a moment ago. A process asks for the newest such row at most every two seconds, and reads
 * the rows only when there is another one.
 */
export async function statedWords(db: Db): Promise<StatedWords> {
  const known = readings.get(db)
  if (known && performance.now() - known.at < READ_EVERY_MS) return known.words
  const at = performance.now()
  const version = await newestRow(db)
  const words = known?.version === version ? known.words : readStatedWords(db)
  readings.set(db, { at, version, words })
  words.catch(() => readings.delete(db))
  return words
}
