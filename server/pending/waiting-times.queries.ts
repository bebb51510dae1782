import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { type Level, LEVELS } from '../../shared/access/levels.ts'
import type { ByKind } from '../../shared/access/record-kinds.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { KINDS } from './kinds.ts'
import type { KindFacts } from '../review/record.kind.ts'
import { waitsAt } from '../review/record-lists.queries.ts'

/** How many records are pending at a level, and for how long; `office` is null for all offices together. */
export type WaitingTime = ByKind<number> & {
  office: string | null
  level: Level
  median_days: number
  longest_days: number
}

const levelOf = ({ table }: KindFacts) =>
  sql`case ${sql.join(
    LEVELS.map((level) => sql`when ${waitsAt(level, table.name)} then ${sql.lit(level)}`),
    sql` `,
  )} end`

const waiting = (actor: Actor, kind: KindFacts, now: Date) => sql`
  select office_id, ${levelOf(kind)} as level, ${sql.lit(kind.table.name)} as record,
    greatest(floor(date_part('epoch', ${now.toISOString()}::timestamptz - waiting_since) / 86400)::integer, 0) as days
  from ${sql.table(kind.table.name)}
  where status = 'Activated' and waiting_since is not null and ${inScope(actor)}`

/**
 * Returns how long the records in the caller's scope have been pending, per level, and then per office and level with
 * the longest wait first. Of two middle values, the median is the lower.
 */
export async function listWaitingTimes(db: Db, actor: Actor, now: Date): Promise<WaitingTime[]> {
  const kinds = KINDS.filter(({ policies }) => policies.mayList(actor).ok)
  if (kinds.length === 0) return []
  const counts = KINDS.map(
    ({ table, many }) => sql`count(*) filter (where record = ${sql.lit(table.name)}) as ${sql.id(many)}`,
  )
  const { rows } = await sql<WaitingTime>`
    with counted as (
      select office_id, level, ${sql.join(counts)},
        percentile_disc(0.5) within group (order by days) as median_days, max(days) as longest_days
      from (${sql.join(
        kinds.map((kind) => waiting(actor, kind, now)),
        sql` union all `,
      )}) as records
      group by grouping sets ((office_id, level), (level))
    )
    select offices.name as office, level, ${sql.join(KINDS.map(({ many }) => sql.id(many)))}, median_days, longest_days
    from counted left join offices on offices.id = office_id
    order by offices.name is not null, max(longest_days) over (partition by office_id) desc, offices.name,
      array_position(${[...LEVELS]}::text[], level)`.execute(db)
  return rows
}
