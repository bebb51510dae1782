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

const APPROVE_KEYS = { site: 'site_maps_approval', activity: 'site_activities_approval' }

/** of a record that was entered as approved: what the log says of it, in order, and of which level each person is */
const EVENTS = sql`(values (1, 'Created', null), (2, 'Submitted', null), (3, 'Approved (PENRO)', 'PENRO'),
  (4, 'Approved (Region)', 'Region'), (5, ${sql.lit(STATING_EVENT)}, 'FMB'), (6, 'Deactivated', 'FMB'))
  as logged (number, event, level)`

/**
 * Logs the whole review of the approved records that fulfil the condition and have no such row, with their public facts
 * and the logins of the people: for records that were entered directly, as if they had been created and approved now.
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
        select ${table}.id, ${code} as code, status, created_by, ${factsJson(kind)} as facts
        from ${FROM[kind]} where site_status = 'Approved' and ${table}.id > ${last} and ${condition}
        order by id limit ${AT_ONCE}
      ), people as (
        select users.id as user_id, first_name || ' ' || last_name as user_name, email as user_email,
          roles.name as role_name, users.access_level, region_id, office_id,
          row_number() over (
            partition by users.access_level, users.status, ${APPROVE_KEYS[kind]} = any(permissions) order by users.id
          ) = 1 and users.status = 'Activated' and ${APPROVE_KEYS[kind]} = any(permissions) as approves
        from users join roles on roles.id = role_id
      ), steps as (
        select approved.id, code, event, number, facts, people.*
        from approved cross join ${EVENTS}
        join people on case when level is null then user_id = created_by else approves and access_level = level end
        where (number < 6 or status = event) and not exists (
          select from audit_logs where auditable_type = ${module} and auditable_id = approved.id
            and audit_logs.event = ${STATING_EVENT}
        )
      ), added as (
        insert into audit_logs (user_id, user_name, user_email, role_name, access_level, region_id, office_id,
          auditable_type, auditable_id, auditable_code, event, field_change, request_id)
        select user_id, user_name, user_email, role_name, access_level, region_id, office_id, module, id, code, event,
          changes, 'entered directly'
        from (
          select distinct people.*, 'Authentication' as module, user_id as id, user_email as code, 'Login' as event,
            0 as number, '[]'::jsonb as changes
          from people join steps using (user_id)
          union all
          select people.*, ${module}, id, code, event, number,
            case when event = ${STATING_EVENT} then ${asChanges(sql`facts`)} else '[]' end
          from steps join people using (user_id)
        ) as lines
        order by number > 0, id, number
      )
      select id from approved order by id`.execute(db)
    last = rows.at(-1)?.id ?? last
    if (rows.length < AT_ONCE) return
  }
}
