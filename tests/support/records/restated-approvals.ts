import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { asChanges } from '../../../bench/log-reviews.ts'
import { STATING_EVENT } from '../../../server/claims/stated.queries.ts'
import { factsJson, FROM, moduleOf } from '../../../server/review/public-facts.queries.ts'

/** Changes approved records directly in the database, and logs their approvals again as if they had been approved so. */
export const restated = (db: Kysely<DB>, change: (db: Kysely<DB>) => Promise<unknown>): Promise<void> =>
  db.transaction().execute(async (held) => {
    await change(held)
    await sql`
      create temp table said on commit drop as select * from audit_logs where event = ${sql.lit(STATING_EVENT)};
      alter table audit_logs disable trigger user;
      delete from audit_logs where event = ${sql.lit(STATING_EVENT)};
      alter table audit_logs enable trigger user`.execute(held)
    // each after a login of its person
    for (const kind of ['site', 'activity'] as const)
      await sql`
        insert into audit_logs (created_at, user_id, user_name, user_email, role_name, access_level, region_id, office_id,
          auditable_type, auditable_id, auditable_code, event, field_change, request_id)
        select said.created_at, user_id, user_name, user_email, role_name, access_level, said.region_id, said.office_id,
          line.*, said.request_id
        from said join ${FROM[kind]} on ${sql.ref(kind === 'site' ? 'profile.id' : 'activity.id')} = auditable_id
        cross join lateral (
          values ('Authentication', user_id, user_email, 'Login', '[]'::jsonb),
            (auditable_type, auditable_id, auditable_code, event, ${asChanges(factsJson(kind))})
        ) as line
        where auditable_type = ${moduleOf(kind)} order by said.id, line.column4 = 'Login' desc`.execute(held)
  })
