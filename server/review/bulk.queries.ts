import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import type { Bulk, BulkAction } from '../../shared/review/bulk.schema.ts'
import type { Reviewed } from '../../shared/review/review.policy.ts'
import type { Origin } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import type { AddressedNotice } from './record-notices.ts'
import type { Decision, RecordTable } from './record.kind.ts'
import { recordColumns } from './one-record.queries.ts'

// ---- the records

export type BulkTarget = Reviewed & {
  id: number
  record_id: number
  code: string
  name: string
  revision: number
  returned_at: string | null
}

/** Lists those of these records that are in the caller's scope. */
export async function listBulkTargets(
  db: Db,
  actor: Actor,
  table: RecordTable,
  ids: readonly number[],
): Promise<BulkTarget[]> {
  const { name, code, partner } = table
  // the table's check constraints limit its texts to the unions
  const { rows } = await sql<BulkTarget>`
    select ${sql.raw(recordColumns(name))}, ${sql.ref(code)} as code, ${sql.ref(partner)} as name
    from ${sql.table(name)} where id = any(${[...ids]}::integer[]) and ${inScope(actor)}`.execute(db)
  return rows
}

// ---- storing a decision

export type NewBulk = {
  table: RecordTable
  action: BulkAction
  created_by: number
  created_at: string
  origin: Origin
  /** `comments` is the body of its return */
  rows: readonly { id: number; revision: number; comments: Decision | null }[]
}

/** Stores a decision on many and returns its id, or null if an earlier one of the same user and kind is running. */
export async function insertBulk(db: Db, { table, rows, origin, ...bulk }: NewBulk): Promise<number | null> {
  const { network_address, request_id, user_agent } = origin
  const inserted = await db
    .insertInto('bulk_decisions')
    .values({ kind: table.name, ...bulk, network_address, request_id, user_agent })
    .onConflict((conflict) =>
      conflict.columns(['created_by', 'kind']).where('state', '=', sql.lit('Running')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  await sql`
    insert into bulk_decision_rows (bulk_decision_id, record_id, revision, comments)
    select ${inserted.id}::integer, record_id, chosen.revision, nullif(comments, 'null'::jsonb)
    from rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id integer, revision integer, comments jsonb)
    ) with ordinality as chosen join ${sql.table(table.name)} as record on record.id = chosen.id
    order by ordinality`.execute(db)
  return inserted.id
}

/** Stores the identity check of a decision on many, for the log rows of its records. */
export async function saveBulkProof(db: Db, id: number, proof: readonly FieldChange[]): Promise<void> {
  await db
    .updateTable('bulk_decisions')
    .set({ proof: JSON.stringify(proof) })
    .where('id', '=', id)
    .execute()
}

/** before mails, of which the approvals of a morning queue hundreds: the approver waits for the result */
const BEFORE_MAILS = -1

/** Queues the job that works on a decision on many. */
export async function queueBulk(db: Db, bulk_id: number): Promise<void> {
  await sql`select graphile_worker.add_job('run_bulk', json_build_object('bulk_id', ${bulk_id}::integer),
    job_key => 'run_bulk ' || ${bulk_id}::integer, priority => ${BEFORE_MAILS}::integer)`.execute(db)
}

/** Queues every decision that is running or has unsent mails, including those of a server that was killed. */
export async function queueOpenBulks(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from bulk_decisions where state = 'Running'
    union select bulk_decision_id from bulk_decision_rows where letters is not null
    order by id`.execute(db)
  for (const { id } of rows) await queueBulk(db, id)
}

/** Returns the user's newest decision on records of this table, with the result of each record. */
export async function findNewestBulk(db: Db, created_by: number, table: RecordTable): Promise<Bulk | null> {
  const found = await db
    .selectFrom('bulk_decisions')
    .select(['id', 'action', 'state', 'created_at', 'ended_at', 'refusal'])
    .where('created_by', '=', created_by)
    .where('kind', '=', table.name)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return null
  return { ...(found as Omit<Bulk, 'rows'>), rows: await listBulkRows(db, table, found.id) }
}

/** Returns the result of each record of a decision on many, in the order in which they were chosen. */
export async function listBulkRows(db: Db, table: RecordTable, bulk_id: number): Promise<Bulk['rows']> {
  const { name, code, partner } = table
  const { rows } = await sql<Bulk['rows'][number]>`
    select record.id, record.${sql.ref(code)} as code, record.${sql.ref(partner)} as name, rows.state, rows.sentence
    from bulk_decision_rows as rows
    join ${sql.table(name)} as record using (record_id)
    where rows.bulk_decision_id = ${bulk_id} order by rows.id`.execute(db)
  return rows
}

// ---- running a decision

export type StoredBulk = {
  id: number
  kind: RecordTable['name']
  action: BulkAction
  state: Bulk['state']
  created_by: number
  proof: FieldChange[] | null
} & Origin

export async function readBulk(db: Db, id: number): Promise<StoredBulk> {
  const row = await db
    .selectFrom('bulk_decisions')
    .select([
      'id',
      'kind',
      'action',
      'state',
      'created_by',
      'proof',
      'request_id',
      'network_address',
      'user_agent',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row as unknown as StoredBulk
}

export type WaitingRow = {
  row_id: number
  /** of the record in the table of its kind */
  id: number
  revision: number
  comments: Decision | null
  tries: number
}

/** Lists the next waiting rows after this id, in the order in which they were chosen. */
export async function listWaitingRows(
  db: Db,
  { id, kind }: StoredBulk,
  { after, most }: { after: number; most: number },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select rows.id as row_id, record.id, rows.revision, comments, tries
    from bulk_decision_rows as rows join ${sql.table(kind)} as record using (record_id)
    where bulk_decision_id = ${id} and state = 'Waiting' and rows.id > ${after}
    order by rows.id limit ${most}`.execute(db)
  return rows
}

/** Marks a row as decided, in the transaction of its decision; false if it no longer waits. */
export async function claimRow(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    update bulk_decision_rows set state = 'Decided' where id = ${id} and state = 'Waiting' returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Stores why a row was not decided on. */
export async function refuseRow(db: Db, id: number, sentence: string): Promise<void> {
  await sql`update bulk_decision_rows set state = 'Refused', sentence = ${sentence}
    where id = ${id} and state = 'Waiting'`.execute(db)
}

export async function countTry(db: Db, id: number): Promise<void> {
  await sql`update bulk_decision_rows set tries = tries + 1 where id = ${id}`.execute(db)
}

/** Ends a decision; with a refusal, the waiting rows are left for that reason. False if it has already ended. */
export async function endBulk(
  db: Db,
  id: number,
  { refusal, ended_at }: { refusal: string | null; ended_at: string },
): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      update bulk_decisions
      set state = ${refusal === null ? 'Finished' : 'Ended'}, refusal = ${refusal}, ended_at = ${ended_at}
      where id = ${id} and state = 'Running' returning id
    ), left_alone as (
      update bulk_decision_rows set state = 'Left', sentence = ${refusal}
      where ${refusal !== null} and bulk_decision_id in (select id from ended) and state = 'Waiting'
    )
    select id from ended`.execute(db)
  return rows.length > 0
}

/** Stores the notices of a decided row, in the transaction of its decision. */
export async function saveNotices(db: Db, id: number, notices: readonly AddressedNotice[]): Promise<void> {
  if (notices.length === 0) return
  await sql`update bulk_decision_rows set letters = ${JSON.stringify(notices)}::jsonb where id = ${id}`.execute(
    db,
  )
}

/** Removes and returns the notices of all rows, in order; the caller queues the mails in the same transaction. */
export async function takeNotices(db: Db, bulk_id: number): Promise<AddressedNotice[]> {
  const { rows } = await sql<{ letters: AddressedNotice[] }>`
    with kept as (
      select id, letters from bulk_decision_rows
      where bulk_decision_id = ${bulk_id} and letters is not null for update
    ), taken as (
      update bulk_decision_rows set letters = null from kept where kept.id = bulk_decision_rows.id
    )
    select letters from kept order by id`.execute(db)
  return rows.flatMap(({ letters }) => letters)
}

/** Removes the decisions that ended before this time, for the daily clean-up. */
export async function removeOldBulks(db: Db, before: string): Promise<void> {
  await db.deleteFrom('bulk_decisions').where('bulk_decisions.ended_at', '<', before).execute()
}
