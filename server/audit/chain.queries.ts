import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import type { Head, LoggedRow, Seal } from './chain.ts'
import type { Entry } from './check.ts'

/** Every field that was written, times to the microsecond; `log` is the table's name in the query. */
const LOGGED = sql`
  log.id, to_char(log.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
  log.user_id, log.user_name, log.user_email, log.role_name, log.access_level, log.region_id, log.office_id,
  log.auditable_type, log.auditable_id, log.auditable_code, log.event, log.field_change, log.network_address,
  log.request_id`

const LOCK = sql`hashtextextended('audit chain', 0)`

/** Waits until no other instance seals, and keeps the others waiting until the transaction ends. */
export async function lockChain(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
}

/** The same without waiting; false while another instance seals. */
export async function tryLockChain(db: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as held`.execute(db)
  return rows[0]?.held ?? false
}

/** What the database's clock says. */
export async function findTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)
  return new Date(rows[0]?.at ?? Number.NaN)
}

/** The newest day on which an operator has said that the clock is right, among the rows that wait; null without one. */
export async function findConfirmedDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max((created_at at time zone 'Asia/Manila')::date) as day
    from audit_unsealed join audit_logs on audit_logs.id = audit_unsealed.audit_log_id
    where event = 'Clock Confirmed'`.execute(db)
  return rows[0]?.day ?? null
}

/** How many rows wait for their seal, and since when. */
export async function findWaiting(db: Db): Promise<{ rows: number; since: string | null }> {
  const { rows } = await sql<{ rows: number; since: string | null }>`
    select count(*) as rows, min(audit_logs.created_at) as since
    from audit_unsealed left join audit_logs on audit_logs.id = audit_unsealed.audit_log_id`.execute(db)
  return rows[0] ?? { rows: 0, since: null }
}

/** Whether the sealer has nothing to do. */
export async function isAllSealed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ sealed: boolean }>`
    select not exists (select from audit_unsealed) as sealed`.execute(db)
  return rows[0]?.sealed ?? false
}

export type Ends = {
  last: Pick<Seal, 'position' | 'day' | 'hash'> | null
  head: Head | null
  /** the last position the chain has ever had */
  counter: number
}

/** The last position the chain has ever had. */
export async function findCounter(db: Db): Promise<number> {
  const { rows } = await sql<{ last_value: number }>`select last_value from audit_chain_counter`.execute(db)
  return rows[0]?.last_value ?? 0
}

/** Where the chain ends now. */
export async function findEnds(db: Db): Promise<Ends> {
  const last = await db
    .selectFrom('audit_chain')
    .select(['position', 'day', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const head = await db
    .selectFrom('audit_heads')
    .selectAll()
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { last: last ?? null, head: head ?? null, counter: await findCounter(db) }
}

/**
 * Notes the last position outside of every transaction: it must have been committed, so that the counter is never
 * ahead of an honest chain.
 */
export async function setCounter(db: Db, position: number): Promise<void> {
  await sql`select setval('audit_chain_counter', ${position})`.execute(db)
}

type Waiting = Omit<LoggedRow, 'id'> & { audit_log_id: number; id: number | null }

const withRow = ({ audit_log_id, ...row }: Waiting) => ({
  audit_log_id,
  row: row.id === null ? null : (row as LoggedRow),
})

/** The next committed rows without a seal, lowest number first. */
export async function listUnsealed(db: Db, limit: number) {
  const { rows } = await sql<Waiting>`
    select waiting.audit_log_id, ${LOGGED}
    from (select audit_log_id from audit_unsealed order by audit_log_id limit ${limit}) as waiting
    left join audit_logs as log on log.id = waiting.audit_log_id
    order by waiting.audit_log_id`.execute(db)
  return rows.map(withRow)
}

/** Appends seals, takes their rows off the waiting list and counts them for the list of the log. */
export async function insertSeals(db: Db, seals: readonly Seal[]): Promise<void> {
  const column = (name: keyof Seal, type: string) =>
    sql`${seals.map((seal) => seal[name])}::${sql.raw(type)}[]`
  const ids = column('audit_log_id', 'bigint')
  await sql`
    insert into audit_chain (position, day, audit_log_id, row_hash, hash)
    select * from unnest(
      ${column('position', 'bigint')}, ${column('day', 'date')}, ${ids},
      ${column('row_hash', 'bytea')}, ${column('hash', 'bytea')}
    )`.execute(db)
  await sql`delete from audit_unsealed where audit_log_id = any (${ids})`.execute(db)
  await sql`
    insert into audit_day_counts as kept (day, region_id, office_id, rows)
    select (created_at at time zone 'Asia/Manila')::date, coalesce(region_id, 0), coalesce(office_id, 0), count(*)
    from audit_logs where id = any (${ids})
    group by 1, 2, 3
    on conflict on constraint audit_day_counts_pkey do update set rows = kept.rows + excluded.rows`.execute(
    db,
  )
}

/** How many seals follow the last head, and the first of them. */
export async function findOpenDay(db: Db, after: number): Promise<{ rows: number; first_position: number }> {
  const { rows } = await sql<{ rows: number; first_position: number | null }>`
    select count(*) as rows, min(position) as first_position from audit_chain where position > ${after}`.execute(
    db,
  )
  return { rows: rows[0]?.rows ?? 0, first_position: rows[0]?.first_position ?? after + 1 }
}

export async function insertHead(db: Db, head: Head): Promise<void> {
  await db.insertInto('audit_heads').values(head).execute()
}

/** All heads, oldest first: one per day. */
export const listHeads = (db: Db): Promise<Head[]> =>
  db.selectFrom('audit_heads').selectAll().orderBy('day').execute()

/** These places of the chain with their rows, in order. */
async function entriesIn(db: Db, chosen: RawBuilder<unknown>): Promise<Entry[]> {
  const { rows } = await sql<Waiting & Omit<Seal, 'audit_log_id'> & { erased: boolean }>`
    select chain.position, chain.day, chain.audit_log_id, chain.row_hash, chain.hash, ${LOGGED},
      erased.audit_log_id is not null as erased
    from (${chosen}) as chain
    left join audit_logs as log on log.id = chain.audit_log_id
    left join audit_erasures as erased on erased.audit_log_id = chain.audit_log_id
    order by chain.position`.execute(db)
  return rows.map(({ position, day, row_hash, hash, erased, ...rest }) => {
    const { audit_log_id, row } = withRow(rest)
    return { seal: { position, day, audit_log_id, row_hash, hash }, row, erased }
  })
}

/** The next entries of the chain with their rows, in order. */
export const listEntries = (db: Db, after: number, limit: number): Promise<Entry[]> =>
  entriesIn(db, sql`select * from audit_chain where position > ${after} order by position limit ${limit}`)

/** The first ones that have no entry in the public log, wherever they stand. */
export const listOutsideLog = (db: Db, limit: number): Promise<Entry[]> =>
  entriesIn(
    db,
    sql`
      select * from audit_chain
      where not exists (select from log_entries where log_entries.audit_log_id = audit_chain.audit_log_id)
      order by position limit ${limit}`,
  )

/** One row of the log with every field that was written; null where there is none. */
export async function findLoggedRow(db: Db, id: number): Promise<LoggedRow | null> {
  const { rows } = await sql<LoggedRow>`select ${LOGGED} from audit_logs as log where log.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The hash of one place of the chain; null where there is none. */
export async function findHash(db: Db, position: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('audit_chain')
    .select('hash')
    .where('position', '=', position)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** Rows that are in the log, have no seal and wait for none: the first of them by number. */
export async function listNeverSealed(
  db: Db,
  limit: number,
): Promise<{ total: number; first: { id: number; day: string }[] }> {
  const { rows } = await sql<{ id: number; day: string; total: number }>`
    select id, (created_at at time zone 'Asia/Manila')::date as day, count(*) over () as total
    from audit_logs
    where not exists (select from audit_chain where audit_chain.audit_log_id = audit_logs.id)
      and not exists (select from audit_unsealed where audit_unsealed.audit_log_id = audit_logs.id)
    order by id
    limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, first: rows.map(({ id, day }) => ({ id, day })) }
}

/** The highest number in the log, and the highest that was ever given out. */
export async function findNumbers(db: Db): Promise<{ highest: number; given: number }> {
  const { rows } = await sql<{ highest: number | null; given: number }>`
    select (select max(id) from audit_logs) as highest,
      (select case when is_called then last_value else 0 end from audit_logs_id_seq) as given`.execute(db)
  return { highest: rows[0]?.highest ?? 0, given: rows[0]?.given ?? 0 }
}
