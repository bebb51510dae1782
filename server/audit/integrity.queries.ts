import { sql } from 'kysely'
import type { HeadRow, Verification } from '../../shared/audit/integrity.schema.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { type ListColumns, pageOf } from '../lib/datatable.ts'
import type { Db } from '../lib/db.ts'
import { keyId } from './chain.ts'
import type { Verified } from './verify.actions.ts'

/** a verification that has told nothing for so long was interrupted */
const SILENT_MINUTES = 2

/** Lets one person at a time ask for a verification. */
export async function lockVerifications(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit verification', 0))`.execute(db)
}

/** The latest verification, asked for or finished; null before the first. */
export async function findVerification(db: Db): Promise<Verification | null> {
  const row = await db
    .selectFrom('audit_verifications')
    .selectAll()
    .select(
      sql<boolean>`finished_at is null
        and progress_at > clock_timestamp() - make_interval(mins => ${SILENT_MINUTES})`.as('running'),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { id: _id, progress_at: _at, findings, notes, ...rest } = row
  return {
    ...rest,
    findings: findings as unknown as Verification['findings'],
    notes: notes as unknown as string[],
  }
}

/** A new verification, from now on at work; returns its id. */
export async function insertVerification(db: Db): Promise<number> {
  const now = sql<string>`clock_timestamp()`
  const { id } = await db
    .insertInto('audit_verifications')
    .values({ requested_at: now, progress_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Hands the verification to the job queue of the same transaction. */
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

/** Keeps what a verification came to, or why it came to nothing. */
export async function saveResult(db: Db, id: number, result: Verified | { failure: string }): Promise<void> {
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

const HEADS: ListColumns = {
  // the day as it is shown and as it is sent, or a part of a head: no letter of these has an accent
  search: (text) =>
    sql<boolean>`strpos(
      lower(concat_ws(' ', to_char(audit_heads.day, 'Mon DD, YYYY'), audit_heads.day, encode(audit_heads.head, 'hex'))),
      (select search_form(${text}))
    ) > 0`,
  sort: { day: 'audit_heads.day', rows: 'audit_heads.rows' },
  defaultSort: [{ column: 'audit_heads.day', dir: 'desc' }],
  tieBreak: 'audit_heads.day',
}

/** A page of ended days, newest first. */
export async function listHeadRows(db: Db, query: PageQuery): Promise<PageReply<HeadRow>> {
  const page = await pageOf(db, db.selectFrom('audit_heads').selectAll(), HEADS, query)
  return {
    ...page,
    data: page.data.map(({ day, rows, first_position, last_position, head, signature, public_key }) => ({
      day,
      rows,
      first_position,
      last_position,
      head: head.toString('hex'),
      signature: signature.toString('hex'),
      key_id: keyId(public_key),
    })),
  }
}
