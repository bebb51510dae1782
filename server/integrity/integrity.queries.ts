import { sql } from 'kysely'
import type { HeadRow, Verification } from '../../shared/audit/integrity.schema.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import { type ListColumns, pageOf } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { parseCheckpoint } from '../public-log/checkpoint.ts'
import { DAY_COLUMNS, type LogDay } from '../public-log/external.queries.ts'
import { keyId } from '../audit/signing-key.ts'
import type { VerificationResult } from './verify.actions.ts'

/** a verification without progress for so long was interrupted */
const STALE_MINUTES = 2

/** Serializes requests for a verification until the transaction ends. */
export const lockVerifications = (db: Db): Promise<void> => lockUntilCommit(db, 'audit verification')

/** Returns the latest verification, running or finished; null before the first. */
export async function findVerification(db: Db): Promise<Verification | null> {
  const row = await db
    .selectFrom('audit_verifications')
    .select([
      'requested_at',
      'finished_at',
      'rows_total',
      'rows_checked',
      'findings_count',
      'findings',
      'notes',
      'failure',
      sql<boolean>`finished_at is null
        and progress_at > clock_timestamp() - make_interval(mins => ${STALE_MINUTES})`.as('running'),
    ])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { findings, notes, ...rest } = row
  return {
    ...rest,
    findings: findings as unknown as Verification['findings'],
    notes: notes as unknown as string[],
  }
}

/** Adds a running verification; returns its id. */
export async function insertVerification(db: Db): Promise<number> {
  const now = sql<string>`clock_timestamp()`
  const { id } = await db
    .insertInto('audit_verifications')
    .values({ requested_at: now, progress_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Queues the verification in the caller's transaction. */
export async function queueVerification(db: Db, id: number): Promise<void> {
  await sql`select graphile_worker.add_job('verify_audit_log', ${JSON.stringify({ id })}::json, max_attempts => 1)`.execute(
    db,
  )
}

export async function saveProgress(db: Db, id: number, checked: number, total: number): Promise<void> {
  await db
    .updateTable('audit_verifications')
    .set({ rows_checked: checked, rows_total: total, progress_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Stores the result of a verification, or why it failed. */
export async function saveResult(
  db: Db,
  id: number,
  result: VerificationResult | { failure: string },
): Promise<void> {
  const now = sql<string>`clock_timestamp()`
  const outcome =
    'failure' in result
      ? { failure: result.failure }
      : {
          rows_checked: result.rows,
          rows_total: result.rows,
          findings_count: result.findings_count,
          findings: JSON.stringify(result.findings),
          notes: JSON.stringify(result.notes),
        }
  await db
    .updateTable('audit_verifications')
    .set({ ...outcome, progress_at: now, finished_at: now })
    .where('id', '=', id)
    .execute()
}

type DayRow = LogDay & { first_position: number; rows: number; head: string }

/** The days in the order of the log, each with the number of entries since the day before. */
const DAYS = sql<DayRow>`(
  select ${sql.join(DAY_COLUMNS.map((name) => sql.ref(name)))}, coalesce(lag(size) over (order by size, day), 0) + 1 as first_position,
    size - coalesce(lag(size) over (order by size, day), 0) as rows,
    case when split_part(checkpoint, E'\n', 3) ~ '^[A-Za-z0-9+/]{43}=$'
      then encode(decode(split_part(checkpoint, E'\n', 3), 'base64'), 'hex') else '' end as head
  from log_days
)`.as('log_days')

const HEADS: ListColumns = {
  // a day as shown or as sent, or part of a root; none of these has accents
  search: (text) =>
    sql<boolean>`strpos(
      lower(concat_ws(' ', to_char(log_days.day, 'Mon DD, YYYY'), log_days.day, log_days.head)),
      (select search_form(${text}))
    ) > 0`,
  sort: { day: 'log_days.day', rows: 'log_days.rows' },
  defaultSort: [{ column: 'log_days.day', dir: 'desc' }],
  tieBreak: 'log_days.day',
}

/** Returns a page of past days, newest first. */
export async function listHeadRows(db: Db, query: PageQuery): Promise<PageReply<HeadRow>> {
  const page = await pageOf(db, { scoped: db.selectFrom(DAYS).selectAll(), columns: HEADS }, query)
  return { ...page, data: page.data.map(headOf) }
}

/** Returns a day with the facts of its checkpoint. */
function headOf({ day, rows, first_position, size, head, checkpoint, public_key, ...rest }: DayRow): HeadRow {
  return {
    day,
    rows,
    first_position,
    last_position: size,
    head,
    signature: parseCheckpoint(checkpoint)?.note.signatures[0]?.bytes.toString('hex') ?? '',
    key_id: keyId(public_key),
    made_at: rest.made_at,
    mailed: rest.mailed,
    stamped_at: rest.stamped_at,
  }
}
