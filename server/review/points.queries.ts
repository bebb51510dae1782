import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import { type LabelledPlace, POINT } from '../../shared/review/points.rules.ts'
import {
  type Point,
  type PointAction,
  type PointChange,
  PointPlace,
  type StoredKind,
} from '../../shared/review/points.schema.ts'
import type { Db } from '../database/db.ts'
import { insertSteps, listThreads, rowsOf } from '../threads/threads.queries.ts'
import type { RecordTable } from './record.kind.ts'

/** A point as it is stored, without the change at its place, which is computed for its office alone. */
export type StoredPoint = Omit<Point, 'change'> & {
  /** the round of the return that asked it last */
  asked_round: number
  /** the round of its newest answer */
  answered_round: number | null
}

type PointThread = Pick<Point, 'id' | 'kind' | 'label' | 'principle_number' | 'state' | 'draft_answer'> & {
  place: object
}
type StoredStep = Omit<Point['steps'][number], 'change'> & { facts: { change: PointChange } | null }

const lastOf = (steps: readonly StoredStep[], ...actions: PointAction[]) =>
  steps.findLast(({ action }) => actions.includes(action))

/** Reads the points of a query, oldest first. The text of a point is that of its first step. */
async function readPoints<Thread extends PointThread>(db: Db, wanted: RawBuilder<unknown>) {
  const threads = await listThreads<Thread, StoredStep>(db, POINT.name, wanted)
  return threads.map(({ place, steps, ...thread }) => {
    const [{ text, round, level, at }] = steps
    return {
      ...thread,
      // the parser drops the number of its principle
      place: PointPlace.parse(place),
      text: text ?? '',
      round,
      // a return is of a level
      level: level as Level,
      sent_at: at,
      since: steps.at(-1)?.at ?? at,
      asked_round: lastOf(steps, 'Sent', 'Reopened')?.round ?? round,
      answered_round: lastOf(steps, 'Answered')?.round ?? null,
      steps: steps.map(({ facts, ...step }) => ({
        ...step,
        text: step.action === 'Sent' ? null : step.text,
        change: facts?.change ?? null,
      })),
    }
  })
}

/** SQL: the points of a record, or the one with this id. */
const pointsOf = (record_id: number, id: number | null) => sql`
  select threads.id, points.kind, place, place -> 'principle_number' as principle_number, label, state, draft_answer
  from threads join review_points as points using (id)
  where threads.kind = ${POINT.name} and record_id = ${record_id} and (${id}::integer is null or id = ${id})`

/**
 * Lists the points of a record, oldest first, or the one with this id. The caller has locked the record, and so its
 * points.
 */
export const listStoredPoints = (
  db: Db,
  record_id: number,
  id: number | null = null,
): Promise<StoredPoint[]> => readPoints(db, pointsOf(record_id, id))

/** A point that a return sends. */
export type NewPoint = LabelledPlace & { kind: StoredKind; text: string }

/** Who takes a step, for which level (null is the office), in which round and when. */
type By = { actor: Pick<Actor, 'id' | 'name' | 'role'>; round: number; level: Level | null; at: string }

/** Adds points that a return sends, in their order and each with its first step. */
export async function insertPoints(
  db: Db,
  record_id: number,
  points: readonly NewPoint[],
  by: By & { level: Level },
): Promise<void> {
  if (points.length === 0) return
  const rows = points.map(({ place, principle_number, ...point }) => ({
    ...point,
    place: principle_number === null ? place : { ...place, principle_number },
  }))
  const steps = sql`(
    select id as thread_id, 'Sent' as action, text, null::integer as file_id, null::jsonb as facts
    from sent join asked using (id)
  ) as steps`
  await sql`
    with sent as (
      select nextval(pg_get_serial_sequence('threads', 'id'))::integer as id, rows.*
      from jsonb_to_recordset(${JSON.stringify(rows)}) as rows (kind text, place jsonb, label text, text text)
    ), begun as (
      insert into threads (kind, id, record_id, place, label)
      select ${POINT.name}, id, ${record_id}::integer, place, label from sent
      returning id
    ), asked as (
      insert into review_points (id, kind, sent_at)
      select id, kind, ${by.at}::timestamptz from sent join begun using (id)
      returning id
    )
    ${insertSteps(POINT.name, steps, by)}`.execute(db)
}

export type NewStep = {
  id: number
  action: Exclude<PointAction, 'Sent'>
  text?: string | null
  change?: PointChange | null
  /** of a recall: the words of the answer, which are the draft of the next one */
  draft_answer?: string | null
}

/** Adds a step to each of these points, each named once, and stores the state that it leads to. */
export async function addPointSteps(db: Db, steps: readonly NewStep[], by: By): Promise<void> {
  if (steps.length === 0) return
  const added = steps.map(({ id, action, text, change }) => ({
    thread_id: id,
    action,
    text: text ?? null,
    facts: change ? { change } : null,
  }))
  const points = steps.map(({ id, action, draft_answer }) => ({
    id,
    state: POINT.after[action],
    draft_answer: draft_answer ?? null,
  }))
  await sql`
    with added as (${insertSteps(POINT.name, rowsOf(added), by)})
    update review_points as points set state = changed.state, draft_answer = changed.draft_answer,
      answered_at = case changed.state when 'answered' then ${by.at}::timestamptz when 'settled' then answered_at end
    from jsonb_to_recordset(${JSON.stringify(points)}) as changed (id integer, state text, draft_answer text)
    where points.id = changed.id`.execute(db)
}

export type PointCounts = { open_points: number; answered_points: number }

/** Counts the points of a record for its own columns. */
export async function countPoints(db: Db, record_id: number): Promise<PointCounts> {
  const { rows } = await sql<PointCounts>`
    select count(*) filter (where state = 'open') as open_points,
      count(*) filter (where state = 'answered') as answered_points
    from threads join review_points using (id) where threads.kind = ${POINT.name} and record_id = ${record_id}`.execute(
    db,
  )
  return rows[0] ?? { open_points: 0, answered_points: 0 }
}

/** Stores these counts without a new revision, so that an open form of the record can still be saved. */
export const savePointCounts = (db: Db, { name }: RecordTable, id: number, counts: PointCounts) =>
  sql`update ${sql.table(name)} set open_points = ${counts.open_points}, answered_points = ${counts.answered_points}
    where id = ${id}`.execute(db)

/** Stores the words that the office has typed as the answer of an open point. */
export const saveDraftAnswer = (db: Db, id: number, draft_answer: string | null) =>
  db.updateTable('review_points').set({ draft_answer }).where('review_points.id', '=', id).execute()

type PageOfPoints = { page: number; length: number; id?: number | null }

/**
 * Lists a page of the points of a record with their steps, or the one with this id: open, answered, then the others. A
 * page past the end is the last one (S-103).
 */
export async function listPoints(
  db: Db,
  record_id: number,
  { page, length, id = null }: PageOfPoints,
): Promise<{ data: StoredPoint[]; totalCount: number }> {
  const points = await readPoints<PointThread & { position: number; total: number }>(
    db,
    sql`
      select * from (
        select *, count(*) over () as total,
          row_number() over (order by case state when 'open' then 1 when 'answered' then 2 else 3 end, id) as position
        from (${pointsOf(record_id, id)}) as points
      ) as placed
      where position > (least(${page}, ceil(total::numeric / ${length})) - 1) * ${length}
      order by position limit ${length}`,
  )
  return {
    data: points.toSorted((a, b) => a.position - b.position),
    totalCount: points[0]?.total ?? 0,
  }
}
