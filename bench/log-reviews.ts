import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../server/database/db.ts'
import { STATING_EVENT } from '../server/claims/stated.queries.ts'
import { type FactsOf, factsJson, FROM, moduleOf } from '../server/review/public-facts.queries.ts'

/** SQL: a JSON object as the changes of a row of the log, without nulls. */
export const asChanges = (facts: RawBuilder<unknown>) => sql`(
  select jsonb_agg(jsonb_build_object('field', key, 'old', null, 'new', value) order by place)
  from json_each_text(${facts}) with ordinality as fact (key, value, place) where value is not null)`

/** records per statement */
const AT_ONCE = 5_000

const APPROVE_KEYS = { site: 'site_maps_approval', activity: 'site_activities_approval' }

/** The request number of these rows: nobody made these requests. */
export const ENTERED = 'entered directly'

/** What the log says of a record in its state, in order, and of which level each person is; null is its encoder. */
const STEPS = sql`(values (1, 'Created', null, true), (2, 'Submitted', null, site_status <> 'Save as Draft'),
  (3, 'Approved (PENRO)', 'PENRO', penro_status = 'Approved' or site_status = 'Returned' and returned_by in ('Region', 'FMB')),
  (4, 'Approved (Region)', 'Region', region_status = 'Approved' or site_status = 'Returned' and returned_by = 'FMB'),
  (5, ${sql.lit(STATING_EVENT)}, 'FMB', site_status = 'Approved'),
  (6, coalesce('Returned (' || returned_by || ')', 'Recalled'), returned_by, site_status = 'Returned'),
  (7, 'Deactivated', 'FMB', status = 'Deactivated'))
  as logged (number, event, level, is_so)`

/**
 * Logs the review of the records that fulfil the condition and have no row, with their public facts and the logins of the
 * people: for records that were entered directly, as if each step had been taken now.
 */
export async function logReviews(
  db: Db,
  kind: FactsOf,
  condition: RawBuilder<unknown> = sql`site_status = 'Approved'`,
): Promise<void> {
  const table = sql.raw(kind === 'site' ? 'profile' : 'activity')
  const code = kind === 'site' ? sql`profile.code` : sql`activity.site_profile_code`
  const module = moduleOf(kind)
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      with records as (
        select ${table}.id, ${code} as code, status, site_status, penro_status, region_status, returned_by, created_by,
          case when site_status = 'Approved' then ${asChanges(factsJson(kind))} end as facts
        from ${FROM[kind]} where ${table}.id > ${last} and ${condition} order by id limit ${AT_ONCE}
      ), people as (
        select users.id as user_id, first_name || ' ' || last_name as user_name, email, roles.name as role_name,
          users.access_level, region_id, office_id, users.status = 'Activated' and is_approver
            and row_number() over (partition by users.access_level, users.status, is_approver order by users.id) = 1 as decides
        from users join roles on roles.id = role_id,
          lateral (select ${APPROVE_KEYS[kind]} = any(permissions) as is_approver) as of_role
      ), deciders as materialized (
        select access_level as level, user_id as decider from people where decides
      ), steps as (
        select records.id, code, event, number, facts, user_id
        from records cross join lateral ${STEPS}
        left join deciders using (level)
        join people on user_id = case when level is null then created_by else decider end
        where is_so and not exists (
          select from audit_logs where auditable_type = ${module} and auditable_id = records.id and audit_logs.event = 'Created'
        )
      ), lines as (
        select distinct user_id, 'Authentication' as module, user_id as id, email as code, 'Login' as event, 0 as number,
          '[]'::jsonb as changes
        from steps join people using (user_id)
        union all
        select user_id, ${module}, id, code, event, number,
          case when event = ${STATING_EVENT} then facts else '[]' end
        from steps
      ), added as (
        insert into audit_logs (user_id, user_name, user_email, role_name, access_level, region_id, office_id,
          auditable_type, auditable_id, auditable_code, event, field_change, request_id)
        select user_id, user_name, email, role_name, access_level, region_id, office_id, module, id, code, event, changes,
          ${ENTERED}
        from lines join people using (user_id)
        order by number > 0, id, number
      )
      select id from records order by id`.execute(db)
    last = rows.at(-1)?.id ?? last
    if (rows.length < AT_ONCE) return
  }
}
