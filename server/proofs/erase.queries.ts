import { sql } from 'kysely'
import { POINT } from '../../shared/review/points.rules.ts'
import type { LoggedRow } from '../audit/logged-row.ts'
import { findLoggedRow } from '../audit/logged-rows.queries.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'
import type { KindFacts } from '../review/record.kind.ts'
import type { RevealedRow } from '../public-log/entry.ts'
import { eraseSteps } from '../threads/threads.queries.ts'
import { type NumberedRecord, stepsWithRows } from './proof.queries.ts'

type Erasable = { row: LoggedRow; is_erased: boolean; salt: Buffer | null }

/** Returns the row to erase; concurrent erasures wait for each other. */
export async function lockErasable(db: Db, id: number): Promise<Erasable | null> {
  await lockUntilCommit(db, 'audit erasure')
  const row = await findLoggedRow(db, id)
  const { rows } = await sql<Omit<Erasable, 'row'>>`
    select exists (select from audit_erasures where audit_log_id = ${id}) as is_erased, salt
    from (select ${id}::bigint as id) as wanted left join log_entries on audit_log_id = wanted.id`.execute(db)
  return row && rows[0] ? { ...rows[0], row } : null
}

type Erasure = { audit_log_id: number; erased_at: string; reason: string; kept: RevealedRow }

/** Records the erasure, reduces the row to `left`, and destroys the salt of its entry. */
export async function eraseContent(db: Db, { kept, ...noted }: Erasure, left: LoggedRow): Promise<void> {
  await db
    .insertInto('audit_erasures')
    .values({ ...noted, kept: JSON.stringify(kept) })
    .execute()
  await sql`
    update audit_logs set user_id = null, user_name = null, user_email = null, role_name = null,
      auditable_code = ${left.auditable_code}, field_change = ${JSON.stringify(left.field_change)}::jsonb,
      network_address = null, request_id = null
    where id = ${left.id}`.execute(db)
  await sql`update log_entries set salt = null where audit_log_id = ${left.id}`.execute(db)
}

/** The step of a record's history that a row of the log was written with. */
export type ErasedStep = {
  id: number
  comment: string | null
  comments: { principle_number: number; comment: string }[]
  /** whether the record may still show its comments */
  is_last_return: boolean
}

export async function findStepOfRow(
  db: Db,
  record: NumberedRecord,
  row: LoggedRow,
): Promise<ErasedStep | null> {
  const { rows } = await sql<ErasedStep>`
    with ${stepsWithRows(record, row.auditable_type)}
    select steps.id, comment, comments,
      steps.id = (select max(id) from steps where action in ('Returned', 'Withdrawn')) as is_last_return
    from steps join log using (event, number)
    where log.id = ${row.id} and log.user_id = steps.user_id`.execute(db)
  return rows[0] ?? null
}

/** Removes the comments and the corrected texts of the step from the history. */
export async function emptyStep(db: Db, step: number, erased_row: number): Promise<void> {
  await db
    .updateTable('review_steps')
    .set({ comment: null, comments: '[]', edits: '[]', erased_row })
    .where('review_steps.id', '=', step)
    .execute()
}

/**
 * Removes the texts of the points that this decision sent or asked again, or the answers of this submission, and returns
 * them. The names of their places remain.
 */
export async function emptyPoints(db: Db, step: number, erased_row: number): Promise<string[]> {
  const isWritten = sql<boolean>`(text is not null or facts is not null) and (thread_id, at) in (
    select threads.id, decision.at from review_steps as decision join threads using (record_id)
    where decision.id = ${step} and threads.kind = ${POINT.name})`
  const steps = await eraseSteps(db, POINT, isWritten, erased_row)
  return steps.flatMap(({ text }) => text ?? [])
}

/** Removes the reason of the withdrawal that this row of the log records; both are counted from the newest. */
export async function emptyWithdrawal(
  db: Db,
  { record_id }: NumberedRecord,
  { id, auditable_type, auditable_id, event }: LoggedRow,
): Promise<void> {
  const isLogged = sql<boolean>`id = (
    with log as (
      select id, row_number() over (order by id desc) as number from audit_logs
      where auditable_type = ${auditable_type} and auditable_id = ${auditable_id} and event = ${event}
    ), withdrawals as (
      select steps.id as step, row_number() over (order by steps.id desc) as number
      from threads join thread_steps as steps on steps.kind = threads.kind and thread_id = threads.id
      where threads.kind = ${POINT.name} and record_id = ${record_id} and action = 'Withdrawn'
    )
    select step from log join withdrawals using (number) where log.id = ${id})`
  await eraseSteps(db, POINT, isLogged, id)
}

/** Removes the public reason of the withdrawn approval that this row of the log records; both are counted from the newest. */
export async function emptyWithdrawalReason(
  db: Db,
  { record_id }: NumberedRecord,
  { id, auditable_type, auditable_id, event }: LoggedRow,
): Promise<void> {
  await sql`
    with log as (
      select id, row_number() over (order by id desc) as number from audit_logs
      where auditable_type = ${auditable_type} and auditable_id = ${auditable_id} and event = ${event}
    ), withdrawals as (
      select id as withdrawal, row_number() over (order by id desc) as number from approval_withdrawals
      where record_id = ${record_id} and confirmed_at is not null
    )
    update approval_withdrawals set reason = null from log join withdrawals using (number)
    where log.id = ${id} and approval_withdrawals.id = withdrawals.withdrawal`.execute(db)
}

/** Removes the reason of a summary's last withdrawal from its public address, if this row of the log records that one. */
export async function emptySummaryReason(
  db: Db,
  { id, auditable_type, auditable_id }: LoggedRow,
): Promise<void> {
  await sql`
    update summaries set withdrawn_reason = null where summaries.id = ${auditable_id} and not exists (
      select from audit_logs where auditable_type = ${auditable_type} and auditable_id = ${auditable_id}
        and event = 'Withdrawn' and audit_logs.id > ${id}
    )`.execute(db)
}

/**
 * Replaces comments in the record itself that are these texts, or were made of them, as that of a withdrawal is of its reason; not
 * emptied, because a comment is what allows the office some actions.
 */
export async function replaceComments(
  db: Db,
  { table, commentPlaces }: Pick<KindFacts, 'table' | 'commentPlaces'>,
  id: number,
  { texts, instead }: { texts: readonly string[]; instead: string },
): Promise<void> {
  const columns = commentPlaces.map(({ field }) => sql.ref(field))
  const isSaid = (column: (typeof columns)[number]) =>
    sql`exists (select from unnest(${texts}::text[]) as said where strpos(${column}, said) > 0)`
  await sql`
    update ${sql.table(table.name)} set ${sql.join(
      columns.map(
        (column) => sql`${column} = case when ${isSaid(column)} then ${instead} else ${column} end`,
      ),
    )}
    where id = ${id} and (${sql.join(columns.map(isSaid), sql` or `)})`.execute(db)
}

/** Removes temporary copies: in decisions on many, and in stored responses to forms. */
export async function removeCopies(
  db: Db,
  { record_id, code, texts }: { record_id: number; code: string | null; texts: readonly string[] },
): Promise<void> {
  const quoted = asJsonStrings(texts)
  await sql`
    update bulk_decision_rows set comments = null
    where record_id = ${record_id} and state <> 'Waiting'
      and exists (select from unnest(${quoted}) as quoted where strpos(comments::text, quoted) > 0)`.execute(
    db,
  )
  await removeStoredAnswers(db, code, texts)
}

const asJsonStrings = (texts: readonly string[]) => sql`${texts.map((text) => JSON.stringify(text))}::text[]`

/** Removes the stored responses to forms about this record that contain one of these texts. */
export async function removeStoredAnswers(
  db: Db,
  code: string | null,
  texts: readonly string[],
): Promise<void> {
  await sql`
    delete from form_submissions
    where record_code = ${code} and exists (
      select from unnest(${asJsonStrings(texts)}) as quoted where strpos(answer, quoted) > 0
    )`.execute(db)
}

/** Returns other rows about this record that contain one of these texts, such as a next return with the old value. */
export async function listRowsContaining(
  db: Db,
  { auditable_type, auditable_id }: LoggedRow,
  texts: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from audit_logs
    where auditable_type = ${auditable_type} and auditable_id = ${auditable_id} and exists (
      select from jsonb_array_elements(field_change) as change
      where change ->> 'old' = any(${texts}::text[]) or change ->> 'new' = any(${texts}::text[])
    )
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns rows that were erased without a row of the log that says so, or of which nothing was stored. */
export async function listUnexplainedErasures(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ audit_log_id: number }>`
    select audit_log_id from audit_erasures
    where jsonb_typeof(kept) is distinct from 'object' or not exists (
      select from audit_logs
      where auditable_type = 'System' and event = 'Content Erased' and auditable_id is null
        and field_change @> jsonb_build_array(
          jsonb_build_object('field', 'row', 'new', audit_erasures.audit_log_id::text)
        )
    )
    order by audit_log_id limit ${limit}`.execute(db)
  return rows.map(({ audit_log_id }) => audit_log_id)
}
