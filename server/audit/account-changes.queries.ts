import { sql } from 'kysely'
import { type AccountChange, TWO_PEOPLE_DAYS } from '../../shared/access/two-people.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import type { Db } from '../database/db.ts'

/**
 * Returns who made, activated, raised or moved which account, or reset its password, in the days for which it matters to
 * what takes two people. What the operator does at the server is nobody's.
 */
export async function listAccountChanges(db: Db, now: Date): Promise<AccountChange[]> {
  const since = new Date(now.getTime() - TWO_PEOPLE_DAYS * DAY_MS).toISOString()
  const { rows } = await sql<AccountChange>`
    select user_id as by, auditable_id as of, created_at as at from audit_logs
    where created_at > ${since}::timestamptz and auditable_type = 'User Management'
      and user_id is not null and auditable_id is not null and auditable_id <> user_id
      and (event in ('Created', 'Activated', 'Password Reset by Administrator')
        or event = 'Updated' and jsonb_path_exists(field_change, '$[*] ? (@.field == "role" || @.field == "access_level")'))`.execute(
    db,
  )
  return rows
}
