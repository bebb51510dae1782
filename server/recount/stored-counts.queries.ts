import { sql } from 'kysely'
import { POINT } from '../../shared/review/points.rules.ts'
import type { Db } from '../database/db.ts'

/** A table of stored counts: its content, and the same recomputed from the records. */
export type StoredTable = {
  table: string
  /** the counts are columns of records, which stay; else the rows themselves are counts */
  columns?: readonly string[]
  /** the columns that identify a row */
  key: readonly string[]
  /** the rows that matter; a count of zero is the same as no row */
  stored: string
  /** recomputed, with the same columns */
  anew: string
}

const pointCounts = (table: 'site_profiles' | 'site_activities'): StoredTable => ({
  table,
  columns: ['open_points', 'answered_points'],
  key: ['id'],
  stored: `select id, open_points, answered_points from ${table} where open_points <> 0 or answered_points <> 0`,
  anew: `select record.id, count(*) filter (where state = 'open')::integer as open_points,
      count(*) filter (where state = 'answered')::integer as answered_points
    from threads join review_points as points using (id) join ${table} as record using (record_id)
    where threads.kind = 'point' and state in ('open', 'answered') group by 1`,
})

export const STORED_TABLES: readonly StoredTable[] = [
  {
    table: 'site_profile_counts',
    key: ['office_id', 'region_id', 'status'],
    stored: 'select * from site_profile_counts where count <> 0',
    anew: `select office_id, region_id, status, count(*)::integer as count
      from site_profiles group by 1, 2, 3`,
  },
  {
    table: 'site_activity_counts',
    key: ['office_id', 'region_id', 'status', 'is_draft'],
    stored: 'select * from site_activity_counts where count <> 0',
    anew: `select office_id, region_id, status, site_status = 'Save as Draft' as is_draft, count(*)::integer as count
      from site_activities group by 1, 2, 3, 4`,
  },
  {
    table: 'approved_sites',
    key: ['site_profile_id'],
    stored: 'select * from approved_sites',
    anew: 'select * from approved_sites_now',
  },
  {
    table: 'approved_site_counts',
    key: ['office_id', 'region_id'],
    stored: 'select * from approved_site_counts where count <> 0',
    anew: 'select office_id, region_id, count(*)::integer as count from approved_sites group by 1, 2',
  },
  {
    table: 'audit_day_counts',
    key: ['day', 'region_id', 'office_id'],
    stored: 'select * from audit_day_counts where rows <> 0',
    anew: `select (created_at at time zone 'Asia/Manila')::date as day, coalesce(region_id, 0) as region_id,
        coalesce(office_id, 0) as office_id, count(*)::integer as rows
      from log_entries join audit_logs on audit_logs.id = log_entries.audit_log_id group by 1, 2, 3`,
  },
  // before the counts that are made of them
  {
    table: 'review_points',
    columns: ['state', 'answered_at'],
    key: ['id'],
    stored: 'select id, state, answered_at from review_points',
    anew: `select thread_id as id, '${JSON.stringify(POINT.after)}'::jsonb ->> (array_agg(action order by id desc))[1] as state,
        case when max(id) filter (where action = 'Answered') > max(id) filter (where action not in ('Answered', 'Settled'))
          then max(at) filter (where action = 'Answered') end as answered_at
      from thread_steps where kind = 'point' group by 1`,
  },
  pointCounts('site_profiles'),
  pointCounts('site_activities'),
]

/** One row of such a table, its columns as in JSON; null where there is none. */
export type StoredRow = Record<string, unknown> | null
export type Difference = { stored: StoredRow; anew: StoredRow }

/** Locks what is counted against changes until the transaction ends, without time limits for the long work. */
export async function lockRecords(db: Db): Promise<void> {
  await sql`
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    lock table site_profiles, site_activities, log_entries in share row exclusive mode`.execute(db)
}

/** The number of recomputed rows. */
export async function countRecomputed(db: Db, { anew }: StoredTable): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from (${sql.raw(anew)}) as rows`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the rows that differ, by their key. */
export async function listDifferences(db: Db, { key, stored, anew }: StoredTable): Promise<Difference[]> {
  const keys = sql.join(key.map((column) => sql.id(column)))
  const { rows } = await sql<Difference>`
    select to_jsonb(stored) as stored, to_jsonb(anew) as anew
    from (${sql.raw(stored)}) as stored full join (${sql.raw(anew)}) as anew using (${keys})
    where to_jsonb(stored) is distinct from to_jsonb(anew)
    order by ${keys}`.execute(db)
  return rows
}

/** Replaces the counts that differ with the recomputed ones. */
export async function repair(
  db: Db,
  { table, key, columns }: StoredTable,
  differences: readonly Difference[],
): Promise<void> {
  if (columns) {
    const counts = differences.map(({ stored, anew }) => anew ?? { ...stored, ...zeroIn(columns) })
    await sql`
      update ${sql.table(table)} as kept set ${sql.join(
        columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`right.${column}`)}`),
      )}
      from jsonb_populate_recordset(${sql.raw(`null::${table}`)}, ${JSON.stringify(counts)}::jsonb) as "right"
      where kept.id = "right".id`.execute(db)
    return
  }
  const wrong = JSON.stringify(differences.map(({ stored, anew }) => stored ?? anew))
  const right = JSON.stringify(differences.flatMap(({ anew }) => anew ?? []))
  const row = sql.raw(`null::${table}`)
  const isSame = sql.join(
    key.map((column) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`wrong.${column}`)}`),
    sql` and `,
  )
  await sql`
    delete from ${sql.table(table)} using jsonb_populate_recordset(${row}, ${wrong}::jsonb) as wrong
    where ${isSame}`.execute(db)
  await sql`
    insert into ${sql.table(table)}
    select * from jsonb_populate_recordset(${row}, ${right}::jsonb)`.execute(db)
}

const zeroIn = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, 0]))

/** Makes every instance read again what it has cached of the records. */
export async function invalidateCaches(db: Db): Promise<void> {
  await sql`
    insert into record_changes as kept (office_id, region_id, records, approvals)
    select office_id, region_id, 1, 1 from site_profiles
    union select office_id, region_id, 1, 1 from record_changes
    order by 1, 2
    on conflict on constraint record_changes_pkey
    do update set records = kept.records + 1, approvals = kept.approvals + 1`.execute(db)
}
