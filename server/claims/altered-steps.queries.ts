import { type RawBuilder, sql } from 'kysely'
import { LEVELS } from '../../shared/access/levels.ts'
import { WITHDRAWN } from '../../shared/review/chain-faults.ts'
import type { Db } from '../database/db.ts'
import { type FactsOf, moduleOf } from '../review/public-facts.queries.ts'
import { literals } from '../context/authors.queries.ts'

/** a step is dated by the product and its row of the log by the database, whose clocks may differ */
const APART = sql`interval '1 day'`
const DECISIONS = [...LEVELS.flatMap((level) => [`Approved (${level})`, `Returned (${level})`]), WITHDRAWN]
/** the request number of a row that a person's request wrote; rows that were entered otherwise need no step */
const OF_REQUEST = sql`log.request_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$'`

/** SQL: a step of a record's history is the decision of a row of the log about it; the steps are `steps`, the rows `log`. */
const isSame = sql`steps.action || ' (' || steps.level || ')' = log.event
  and steps.at between log.created_at - ${APART} and log.created_at + ${APART}`

/** SQL condition on a row `log` about a decision: the history of its record, with this `record_id`, has it too. */
export const isInHistory = (record_id: RawBuilder<number>): RawBuilder<boolean> =>
  sql`exists (select from review_steps as steps where steps.record_id = ${record_id} and ${isSame})`

/** A decision that only one of the two has: the history of its record (`logged` is false), or the log. */
export type AlteredStep = { record: number; code: string; event: string; at: string; logged: boolean }

const alteredOf = (kind: FactsOf) => {
  const module = moduleOf(kind)
  const names =
    kind === 'site'
      ? sql`(select id, record_id, id as record, code from site_profiles)`
      : sql`(select id, record_id, site_profile_id as record, site_profile_code as code from site_activities)`
  return sql`
    select named.record, code, action || ' (' || level || ')' as event, at, false as logged
    from review_steps as steps join ${names} as named using (record_id)
    where level is not null and action <> 'Recalled' and not exists (
      select from audit_logs as log
      where log.auditable_type = ${module} and log.auditable_id = named.id
        and log.event in (${literals(DECISIONS)}) and ${isSame}
    )
    union all
    select named.record, code, event, created_at, true
    from audit_logs as log join ${names} as named on named.id = log.auditable_id
    where log.auditable_type = ${module} and log.event in (${literals(DECISIONS)}) and ${OF_REQUEST}
      and not ${isInHistory(sql.ref('named.record_id'))}`
}

/** Returns decisions that the log and the histories of the records do not both have, up to `limit`. */
export async function listAlteredSteps(db: Db, limit: number): Promise<AlteredStep[]> {
  const { rows } = await sql<AlteredStep>`
    select * from (${alteredOf('site')} union all ${alteredOf('activity')}) as altered
    order by record, at limit ${limit}`.execute(db)
  return rows
}
