import { sql } from 'kysely'
import { type Actor, holds, isAtLevel } from '../../shared/access/actor.ts'
import { all } from '../../shared/lib/verdict.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { KINDS } from './kinds.ts'
import type { KindFacts, RecordTable } from '../review/record.kind.ts'
import { waitsFor, wasRecalled } from '../review/record-lists.queries.ts'

const columns = ({ name, code, partner }: RecordTable) => sql`
  select ${sql.lit(name)} as record, id, ${sql.ref(code)} as code, ${sql.ref(partner)} as name_of_partner`

const toReview = (actor: Actor, { table }: KindFacts) => sql`
  ${columns(table)}, 'review' as task, waiting_since as since from ${sql.table(table.name)}
  where status = 'Activated' and ${waitsFor(actor, table.name)} and ${inScope(actor)}`

/** The records of a kind that were returned to the caller's office or recalled by it (S-142, S-146). */
const toCorrect = (actor: Actor, { table }: KindFacts) => sql`
  ${columns(table)}, case when ${wasRecalled(table.name)} then 'resubmit' else 'correct' end as task,
    coalesce(greatest(returned_at, recalled_at), created_at) as since
  from ${sql.table(table.name)}
  where status = 'Activated' and site_status = 'Returned' and ${inScope(actor)}`

const mayCorrect = (actor: Actor, { policies }: KindFacts): boolean =>
  all(isAtLevel(actor, 'PENRO'), holds(actor, policies.keys.edit)).ok

/** What the user must do with a record; `resubmit` is for a recalled one. */
export type Task = 'review' | 'correct' | 'resubmit'

export type Waiting = {
  record: RecordTable['name']
  id: number
  code: string
  name_of_partner: string
  task: Task
  since: string
}

export type WaitingGroup = Pick<Waiting, 'record' | 'task'> & { count: number }

type WaitingFor = {
  records: Waiting[]
  count: number
  /** the records that are not in `records` */
  rest: WaitingGroup[]
}

const groupKey = ({ record, task }: Pick<Waiting, 'record' | 'task'>): string => `${record} ${task}`

/** Lists at most `most` records with a task for this user, the longest waiting first, and counts all of them. */
export async function listWaitingFor(db: Db, actor: Actor, most: number): Promise<WaitingFor> {
  const parts = KINDS.flatMap((kind) => [
    ...(kind.policies.mayReview(actor).ok ? [toReview(actor, kind)] : []),
    ...(mayCorrect(actor, kind) ? [toCorrect(actor, kind)] : []),
  ])
  if (parts.length === 0) return { records: [], count: 0, rest: [] }
  const waiting = sql.join(parts, sql` union all `)
  const { rows: records } = await sql<Waiting>`
    select * from (${waiting}) as waiting order by since, record, id limit ${most}`.execute(db)
  if (records.length < most) return { records, count: records.length, rest: [] }
  const { rows: groups } = await sql<WaitingGroup>`
    select record, task, count(*)::integer as count from (${waiting}) as waiting
    group by record, task order by record desc, task desc`.execute(db)
  const listed = (group: WaitingGroup) => records.filter((one) => groupKey(one) === groupKey(group)).length
  const rest = groups
    .map((group) => ({ ...group, count: group.count - listed(group) }))
    .filter(({ count }) => count > 0)
  return { records, count: groups.reduce((sum, { count }) => sum + count, 0), rest }
}
