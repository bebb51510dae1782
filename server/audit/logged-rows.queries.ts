import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { LoggedRow } from './logged-row.ts'

/** Every stored field; times with microseconds. The table is called `log` in the query. */
export const LOGGED_COLUMNS = sql`
  log.id, to_char(log.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
  log.user_id, log.user_name, log.user_email, log.role_name, log.access_level, log.region_id, log.office_id,
  log.auditable_type, log.auditable_id, log.auditable_code, log.event, log.field_change, log.network_address,
  log.request_id`

/** A joined row, which may be missing. */
export type JoinedRow = Omit<LoggedRow, 'id'> & { id: number | null }

/** Returns the joined row; null where it is missing. */
export const rowOf = (joined: JoinedRow): LoggedRow | null =>
  joined.id === null ? null : (joined as LoggedRow)

/** Returns one row with every stored field; null where there is none. */
export async function findLoggedRow(db: Db, id: number): Promise<LoggedRow | null> {
  const { rows } =
    await sql<LoggedRow>`select ${LOGGED_COLUMNS} from audit_logs as log where log.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Counts the rows that are not sealed yet, and returns since when the oldest waits. */
export async function findUnsealed(db: Db): Promise<{ rows: number; since: string | null }> {
  const { rows } = await sql<{ rows: number; since: string | null }>`
    select count(*) as rows, min(audit_logs.created_at) as since
    from audit_unsealed left join audit_logs on audit_logs.id = audit_unsealed.audit_log_id`.execute(db)
  return rows[0] ?? { rows: 0, since: null }
}

/** Returns rows without an entry that are not waiting for one: the count, and the first by id. */
export async function listNeverSealed(
  db: Db,
  limit: number,
): Promise<{ total: number; first: { id: number; day: string }[] }> {
  const { rows } = await sql<{ id: number; day: string; total: number }>`
    select id, (created_at at time zone 'Asia/Manila')::date as day, count(*) over () as total
    from audit_logs
    where not exists (select from log_entries where log_entries.audit_log_id = audit_logs.id)
      and not exists (select from audit_unsealed where audit_unsealed.audit_log_id = audit_logs.id)
    order by id
    limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, first: rows.map(({ id, day }) => ({ id, day })) }
}

export type LogNumbers = {
  /** the highest id in the table, and the highest that was ever assigned */
  highest: number
  assigned: number
  /** whether a row is older than the given interval */
  isOld: boolean
  /** whether rows must have existed: an id was assigned, or a user has logged in */
  isUsed: boolean
}

export async function findLogNumbers(db: Db, old: string): Promise<LogNumbers> {
  const { rows } = await sql<LogNumbers>`
    with sequence as (
      select case when is_called then last_value else 0 end as assigned from audit_logs_id_seq
    )
    select coalesce((select max(id) from audit_logs), 0) as highest, assigned,
      exists (select from audit_logs where created_at < clock_timestamp() - ${old}::interval) as "isOld",
      assigned > 0 or exists (select from users where last_logged_in is not null) as "isUsed"
    from sequence`.execute(db)
  const [numbers] = rows
  if (!numbers) throw new Error('The database gave no numbers of the log.')
  return numbers
}
