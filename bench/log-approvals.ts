import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../server/database/db.ts'
import { MODULES, STATING_EVENT } from '../server/claims/stated.queries.ts'
import { type FactsOf, factsJson, FROM } from '../server/review/public-facts.queries.ts'

/** SQL: a JSON object as the changes of a row of the log, without nulls. */
export const asChanges = (facts: RawBuilder<unknown>) => sql`(
  select jsonb_agg(jsonb_build_object('field', key, 'old', null, 'new', value) order by place)
  from json_each_text(${facts}) with ordinality as fact (key, value, place) where value is not null)`

/** records per statement */
const AT_ONCE = 1_000

/**
 * Logs the final approval, with its public facts, of the approved records that fulfil the condition and have no such row:
 * for records that were entered directly, without their reviews.
 */
export async function logApprovals(
  db: Db,
  kind: FactsOf,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const table = sql.raw(kind === 'site' ? 'profile' : 'activity')
  const code = kind === 'site' ? sql`profile.code` : sql`activity.site_profile_code`
  const module = sql.lit(MODULES[kind])
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      with approved as (
        select ${table}.id, ${code} as code, status, region_id, office_id, approved_at, ${factsJson(kind)} as facts
        from ${FROM[kind]} where site_status = 'Approved' and ${table}.id > ${last} and ${condition}
        order by id limit ${AT_ONCE}
      ), unlogged as (
        select * from approved where not exists (
          select from audit_logs where auditable_type = ${module} and auditable_id = approved.id
            and event = ${STATING_EVENT}
        )
      ), added as (
        insert into audit_logs (created_at, auditable_type, auditable_id, auditable_code, event, field_change,
          region_id, office_id)
        select coalesce(approved_at, now()), ${module}, unlogged.id, code, event,
          case when event = ${STATING_EVENT} then ${asChanges(sql`facts`)} else '[]' end, region_id, office_id
        from unlogged cross join (values (${STATING_EVENT}, 1), ('Deactivated', 2)) as logged (event, number)
        where event = ${STATING_EVENT} or status = event
        order by unlogged.id, number
      )
      select id from approved order by id`.execute(db)
    last = rows.at(-1)?.id ?? last
    if (rows.length < AT_ONCE) return
  }
}
