import { sql } from 'kysely'
import type { SpellingEdit } from '../../shared/review/review.schema.ts'
import type { Db } from '../database/db.ts'

/** Returns the content of the snapshot of a submitted round; the caller parses it. */
export async function readSnapshot(db: Db, record_id: number, round: number): Promise<unknown> {
  const { content } = await db
    .selectFrom('review_snapshots')
    .select('review_snapshots.content')
    .where('review_snapshots.round', '=', round)
    .where('review_snapshots.record_id', '=', record_id)
    .executeTakeFirstOrThrow()
  return content
}

/** A record as it was submitted in a round, the spelling that reviewers have corrected since, in order, and its return. */
export type ReturnedState = { content: unknown; edits: SpellingEdit[]; returned_at: string | null }

/** Returns the states of a record in these rounds, by round; a round without a snapshot is left out. */
export async function listReturnedStates(
  db: Db,
  record_id: number,
  rounds: readonly number[],
): Promise<Map<number, ReturnedState>> {
  const { rows } = await sql<ReturnedState & { round: number }>`
    select round, content, (
      select coalesce(jsonb_agg(edit order by steps.id, place), '[]')
      from review_steps as steps, jsonb_array_elements(steps.edits) with ordinality as element (edit, place)
      where steps.record_id = ${record_id} and steps.round >= snapshots.round
    ) as edits, (
      select max(steps.at) from review_steps as steps
      where steps.record_id = ${record_id} and steps.round = snapshots.round and steps.action in ('Returned', 'Withdrawn')
    ) as returned_at
    from review_snapshots as snapshots where round = any(${rounds}::integer[]) and record_id = ${record_id}`.execute(
    db,
  )
  return new Map(rows.map(({ round, ...state }) => [round, state]))
}

/** Removes the snapshot of this round, whose submission was recalled. */
export async function removeSnapshot(db: Db, record_id: number, round: number): Promise<void> {
  await sql`delete from review_snapshots where round = ${round} and record_id = ${record_id}`.execute(db)
}

/** The statement that stores a snapshot. It never replaces one (S-45); a recall has removed the one before. */
export function insertSnapshot(record_id: number, round: number, content: object, created_at: string) {
  return sql`
    insert into review_snapshots (record_id, round, content, created_at)
    values (${record_id}, ${round}, ${JSON.stringify(content)}, ${created_at})
    on conflict do nothing`
}
