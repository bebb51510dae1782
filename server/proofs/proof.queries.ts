import { type RawBuilder, sql } from 'kysely'
import type { AuditEvent } from '../../shared/audit/audit.schema.ts'
import { REVIEW_CHAIN } from '../../shared/review/review-chain.ts'
import type { Db } from '../database/db.ts'

/** A row of the log with its entry, if it has one, and what was stored of it if it was erased. */
export type ProvedRow = {
  audit_log_id: number
  log_index: number | null
  salt: Buffer | null
  kept: unknown
}

/** The columns that prove a row; the table is called `log` in the query. */
const PROVED = sql`
  log.id as audit_log_id, log_entries.log_index, log_entries.salt, kept`
const ENTRY_AND_ERASURE = sql`
  left join log_entries on log_entries.audit_log_id = log.id
  left join audit_erasures on audit_erasures.audit_log_id = log.id`

/** A record by its number among all records, and by its id in the table of its kind, which the log names. */
export type NumberedRecord = { record_id: number; id: number }

/**
 * The steps of a record's history and the log's rows that they were written with. They are matched by their number
 * among those of the same event, counted from the newest, because the log may not contain the oldest steps.
 */
export const stepsWithRows = ({ record_id, id }: NumberedRecord, module: string) => sql`
  steps as (
    select id, user_id, action, comment, comments, action || coalesce(' (' || level || ')', '') as event,
      row_number() over (partition by action, level order by id desc) as number
    from review_steps where record_id = ${record_id}
  ), log as (
    select id, user_id, event, row_number() over (partition by event order by id desc) as number
    from audit_logs
    where auditable_type = ${module} and auditable_id = ${id} and event in (select event from steps)
  )`

/** Returns the row that a step was written with; null where they do not match. */
export async function findStepRow(
  db: Db,
  record: NumberedRecord,
  module: string,
  step: number,
): Promise<ProvedRow | null> {
  const { rows } = await sql<ProvedRow>`
    with ${stepsWithRows(record, module)}
    select ${PROVED} from steps join log using (event, number) ${ENTRY_AND_ERASURE}
    where steps.id = ${step}
      and (log.user_id = steps.user_id or (log.user_id is null and erased_at is not null))`.execute(db)
  return rows[0] ?? null
}

const withEntry = (condition: RawBuilder<unknown>) => sql<ProvedRow>`
  select ${PROVED} from audit_logs as log ${ENTRY_AND_ERASURE}
  where ${condition} order by log.id desc limit 1`

/** SQL: the row states a SHA-256, or this one. */
const statesFingerprint = (sha256: string | null) =>
  sql`field_change @> ${JSON.stringify([sha256 === null ? { field: 'sha256' } : { field: 'sha256', new: sha256 }])}::jsonb`

/** Returns the row of a file's upload, which states its SHA-256. */
export async function findUploadRow(db: Db, file_id: number): Promise<ProvedRow | null> {
  const { rows } = await withEntry(sql`event = 'File Uploaded'
    and field_change -> 0 ->> 'new' = ${String(file_id)}`).execute(db)
  return rows[0] ?? null
}

type DocumentEvent = Extract<
  AuditEvent<'Summary of Information'>,
  'Frozen' | 'Published' | 'Replaced' | 'Withdrawn'
>

/** What these rows say besides the event; a withdrawal names no bytes, and a replacement those of the newer summary. */
const statesDocument = (event: DocumentEvent, sha256: string | null) =>
  event === 'Frozen' || event === 'Published' ? statesFingerprint(sha256) : sql`true`

/** Returns the last row by which a summary with these bytes was frozen, published, replaced or withdrawn. */
export async function findDocumentRow(
  db: Db,
  { summary_id, event, sha256 }: { summary_id: number; event: DocumentEvent; sha256: string | null },
): Promise<ProvedRow | null> {
  const { rows } =
    await withEntry(sql`auditable_type = 'Summary of Information' and auditable_id = ${summary_id}
    and event = ${event} and ${statesDocument(event, sha256)}`).execute(db)
  return rows[0] ?? null
}

/** Returns the ids of the last approved profiles of the public list. */
export async function listNewestApproved(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('approved_sites')
    .select('site_profile_id')
    .orderBy('approved_at', 'desc')
    .orderBy('site_profile_id')
    .limit(limit)
    .execute()
  return rows.map(({ site_profile_id }) => site_profile_id)
}

/** The columns of the public list that name a record of each table. */
const PUBLIC_COLUMNS = { site_profiles: 'site_profile_id', site_activities: 'site_activity_id' } as const

/**
 * Returns a record of the public list with its last final approval, null where that step is unknown; undefined where
 * the record is not on that list.
 */
export async function findFinalStep(
  db: Db,
  { name }: { name: keyof typeof PUBLIC_COLUMNS },
  id: number,
): Promise<(NumberedRecord & { step: number | null }) | undefined> {
  const { rows } = await sql<NumberedRecord & { step: number | null }>`
    select record.id, record_id, (
      select max(review_steps.id) from review_steps
      where review_steps.record_id = record.record_id
        and action = 'Approved' and level = ${REVIEW_CHAIN.at(-1)}
    ) as step
    from ${sql.table(name)} as record
    join approved_sites on ${sql.ref(`approved_sites.${PUBLIC_COLUMNS[name]}`)} = record.id
    where record.id = ${id}`.execute(db)
  return rows[0]
}
