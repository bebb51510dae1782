import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { Db } from '../lib/db.ts'
import { inScope } from '../lib/scope.ts'
import { KINDS } from './kinds.ts'
import type { KindFacts, RecordTable } from './record.kind.ts'
import { waitsFor } from './record-lists.queries.ts'

const columns = ({ name, code, partner }: RecordTable) => sql`
  select ${sql.lit(name)} as record, id, ${sql.ref(code)} as code, ${sql.ref(partner)} as name_of_partner`

/** What waits for this person's level among the records of a kind; where they may not review, nothing. */
const toReview = (actor: Actor, { table }: KindFacts) => sql`
  ${columns(table)}, 'review' as task, waiting_since as since from ${sql.table(table.name)}
  where status = 'Activated' and ${waitsFor(actor, table)} and ${inScope(actor)}`

/** What this person submitted and got back. */
const toCorrect = (actor: Actor, { table }: KindFacts) => sql`
  ${columns(table)}, 'correct' as task, returned_at as since from ${sql.table(table.name)}
  where status = 'Activated' and site_status = 'Returned' and submitted_by = ${actor.id} and ${inScope(actor)}`

export type Waiting = {
  record: RecordTable['name']
  id: number
  code: string
  name_of_partner: string
  task: 'review' | 'correct'
  since: string
}

/** What waits for a person, the longest waiting first, at most so many; and how many there are. */
export async function listWaitingFor(
  db: Db,
  actor: Actor,
  most: number,
): Promise<{ records: Waiting[]; count: number }> {
  const parts = KINDS.flatMap((kind) => [
    ...(kind.policies.mayReview(actor).ok ? [toReview(actor, kind)] : []),
    toCorrect(actor, kind),
  ])
  const { rows } = await sql<Waiting & { count: number }>`
    select *, count(*) over () as count from (${sql.join(parts, sql` union all `)}) as waiting
    order by since, record, id limit ${most}`.execute(db)
  return { records: rows, count: Number(rows[0]?.count ?? 0) }
}
