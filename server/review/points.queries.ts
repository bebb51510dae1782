import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import { type LabelledPlace, STATE_AFTER } from '../../shared/review/points.rules.ts'
import {
  type Point,
  type PointAction,
  type PointChange,
  PointPlace,
  type PointState,
  type StoredKind,
} from '../../shared/review/points.schema.ts'
import type { Db } from '../database/db.ts'
import type { RecordTable } from './record.kind.ts'
import type { ReviewedRecord } from './review.queries.ts'
import { columnsOf, isAbout } from './snapshots.queries.ts'

/** A point as a change of its state needs it. */
export type StoredPoint = {
  id: number
  kind: StoredKind
  place: PointPlace
  label: string
  principle_number: number | null
  level: Level
  /** of the return that sent it, and of the one that asked it last */
  round: number
  asked_round: number
  state: PointState
  /** the round of its newest answer */
  answered_round: number | null
  draft_answer: string | null
}

/** The columns of a place. */
export const placeColumns = sql`about, field, file_id, principle_number, sites_criteria_indicator_id, indicator_figure_id,
  land_finding_id, land_instrument_id`

/** The place as it is sent: the parser drops the columns that do not belong to it. */
export const placeOf = (row: object): PointPlace => PointPlace.parse(row)

const withPlace = <Row extends object>(row: Row): Row & { place: PointPlace } => ({
  ...row,
  place: placeOf(row),
})

/** A place as its columns, with its name. */
export const placeValues = ({ place, label, principle_number, indicator_id }: LabelledPlace) => ({
  about: place.about,
  label,
  principle_number,
  field: place.about === 'field' ? place.field : null,
  file_id: place.about === 'file' ? place.file_id : null,
  sites_criteria_indicator_id: indicator_id,
  indicator_figure_id: place.about === 'figure' ? place.indicator_figure_id : null,
  land_finding_id: place.about === 'finding' ? place.land_finding_id : null,
  land_instrument_id: place.about === 'instrument' ? place.land_instrument_id : null,
})

/** The round of the newest of these steps of a point. */
const roundOf = (...actions: PointAction[]) => sql<number | null>`(
  select steps.round from review_point_steps as steps
  where steps.review_point_id = points.id and steps.action = any(${actions}) order by steps.id desc limit 1)`

/** Lists the points of a record, oldest first. The caller has locked the record, and so its points. */
export async function listStoredPoints(db: Db, record: ReviewedRecord): Promise<StoredPoint[]> {
  const { rows } = await sql<Omit<StoredPoint, 'place'>>`
    select id, kind, ${placeColumns}, label, level, round, state, draft_answer,
      ${roundOf('Sent', 'Reopened')} as asked_round, ${roundOf('Answered')} as answered_round
    from review_points as points where ${isAbout(record)} order by id`.execute(db)
  return rows.map(withPlace)
}

/** A point that a return sends. */
export type NewPoint = LabelledPlace & { kind: StoredKind; text: string }

/** Who takes a step, for which level (null is the office), in which round and when. */
type By = { actor: Pick<Actor, 'id' | 'name' | 'role'>; round: number; level: Level | null; at: string }

const stepColumns = sql`review_point_id, action, round, level, at, user_id, user_name, role_name`
const stepValues = ({ actor, round, level, at }: By) =>
  sql`${round}::integer, ${level}::text, ${at}::timestamptz, ${actor.id}::integer, ${actor.name}::text,
    ${actor.role}::text`

/** Adds points that a return sends, in their order and each with its first step. */
export async function insertPoints(
  db: Db,
  record: ReviewedRecord,
  points: readonly NewPoint[],
  by: By & { level: Level },
): Promise<void> {
  if (points.length === 0) return
  const { site_profile_id, site_activity_id } = columnsOf(record)
  const rows = points.map(({ place, indicator_id, ...point }) => ({
    ...place,
    ...point,
    sites_criteria_indicator_id: indicator_id,
  }))
  await sql`
    with sent as (
      insert into review_points (site_profile_id, site_activity_id, kind, text, label, ${placeColumns},
        round, level, sent_at, since)
      select ${site_profile_id}::integer, ${site_activity_id}::integer, kind, text, label, ${placeColumns},
        ${by.round}::integer, ${by.level}::text, ${by.at}::timestamptz, ${by.at}::timestamptz
      from rows from (
        jsonb_to_recordset(${JSON.stringify(rows)}) as (kind text, text text, label text, about text, field text,
          file_id integer, principle_number integer, sites_criteria_indicator_id integer, indicator_figure_id integer,
          land_finding_id integer, land_instrument_id integer)
      ) with ordinality
      order by ordinality
      returning id
    )
    insert into review_point_steps (${stepColumns}) select id, 'Sent', ${stepValues(by)} from sent order by id`.execute(
    db,
  )
}

export type NewStep = {
  id: number
  action: Exclude<PointAction, 'Sent'>
  text?: string | null
  change?: PointChange | null
}

/**
 * Adds a step to each of these points, each named once, and stores the state that it leads to. A recalled answer becomes
 * the draft of the next one.
 */
export async function addPointSteps(db: Db, steps: readonly NewStep[], by: By): Promise<void> {
  if (steps.length === 0) return
  const rows = steps.map((step) => ({ ...step, state: STATE_AFTER[step.action] }))
  await sql`
    with steps as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)})
        as (id integer, action text, state text, text text, change jsonb)
    ), added as (
      insert into review_point_steps (${stepColumns}, text, change)
      select id, action, ${stepValues(by)}, text, change from steps
    )
    update review_points as points set state = steps.state, since = ${by.at},
      answered_at = case steps.state when 'answered' then ${by.at}::timestamptz when 'settled' then answered_at end,
      draft_answer = case when steps.action = 'Recalled' then (
        select answers.text from review_point_steps as answers
        where answers.review_point_id = points.id and answers.action = 'Answered' order by answers.id desc limit 1
      ) end
    from steps where points.id = steps.id`.execute(db)
}

export type PointCounts = { open_points: number; answered_points: number }

/** Counts the points of a record for its own columns. */
export async function countPoints(db: Db, record: ReviewedRecord): Promise<PointCounts> {
  const { rows } = await sql<PointCounts>`
    select count(*) filter (where state = 'open') as open_points,
      count(*) filter (where state = 'answered') as answered_points
    from review_points where ${isAbout(record)}`.execute(db)
  return rows[0] ?? { open_points: 0, answered_points: 0 }
}

/** Stores these counts without a new revision, so that an open form of the record can still be saved. */
export const savePointCounts = (db: Db, { name }: RecordTable, id: number, counts: PointCounts) =>
  sql`update ${sql.table(name)} set open_points = ${counts.open_points}, answered_points = ${counts.answered_points}
    where id = ${id}`.execute(db)

/** Stores the words that the office has typed as the answer of an open point. */
export const saveDraftAnswer = (db: Db, id: number, draft_answer: string | null) =>
  db.updateTable('review_points').set({ draft_answer }).where('review_points.id', '=', id).execute()

/** A point as it is shown, without the change at its place, which is computed for its office alone. */
export type ListedPoint = Omit<Point, 'change'> & { asked_round: number }

type PageOfPoints = { page: number; length: number; id?: number | null }

/**
 * Lists a page of the points of a record with their steps, or the one with this id: open, answered, then the others. A
 * page past the end is the last one (S-103).
 */
export async function listPoints(
  db: Db,
  record: ReviewedRecord,
  { page, length, id = null }: PageOfPoints,
): Promise<{ data: ListedPoint[]; totalCount: number }> {
  const { rows } = await sql<Omit<ListedPoint, 'place'> & { total: number }>`
    with points as (
      select *, count(*) over () as total,
        row_number() over (order by case state when 'open' then 1 when 'answered' then 2 else 3 end, id) as place
      from review_points where ${isAbout(record)} and (${id}::integer is null or id = ${id})
    )
    select id, kind, ${placeColumns}, label, text, round, level, sent_at, state, since, draft_answer, total,
      ${roundOf('Sent', 'Reopened')} as asked_round,
      (select json_agg(json_build_object('action', action, 'round', steps.round, 'level', steps.level, 'by', user_name,
          'role', role_name, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'text', steps.text,
          'change', change) order by steps.id)
        from review_point_steps as steps where steps.review_point_id = points.id) as steps
    from points where place > (least(${page}, ceil(total::numeric / ${length})) - 1) * ${length}
    order by place limit ${length}`.execute(db)
  return {
    data: rows.map(({ total: _total, ...row }) => withPlace(row)),
    totalCount: rows[0]?.total ?? 0,
  }
}
