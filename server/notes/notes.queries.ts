import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { HOUR_MS } from '../../shared/lib/durations.ts'
import type { LabelledPlace } from '../../shared/review/points.rules.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import {
  type Mentioned,
  type Note,
  type NotedPlace,
  NOTES_A_PAGE,
  NOTES_AN_HOUR,
} from '../../shared/notes/notes.schema.ts'
import type { Db } from '../database/db.ts'
import { placeColumns, placeOf, placeValues } from '../review/points.queries.ts'
import type { ReviewedRecord } from '../review/review.queries.ts'
import { columnsOf, isAbout } from '../review/snapshots.queries.ts'

type NewNote = { text: string; mentioned: readonly Mentioned[]; at: string }

/** Adds a note about a place of a record; returns its id. */
export async function insertNote(
  db: Db,
  { actor, record, place }: { actor: Actor; record: ReviewedRecord; place: LabelledPlace },
  { text, mentioned, at }: NewNote,
): Promise<number> {
  const office = sql<string>`coalesce(${actor.penro}, (select name from regions where id = ${actor.region_id}), 'FMB')`
  const { id } = await db
    .insertInto('record_notes')
    .values({
      ...columnsOf(record),
      ...placeValues(place),
      text,
      mentioned: JSON.stringify(mentioned),
      at,
      office,
      user_id: actor.id,
      user_name: actor.name,
      role_name: actor.role,
      access_level: actor.access_level,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A condition for the notes about one place. */
const isAt = ({ about, ...named }: PointPlace): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [
      sql`about = ${about}`,
      ...Object.entries(named).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ],
    sql` and `,
  )}`

type Wanted = { id?: number; before?: number | undefined; place?: PointPlace | undefined; most?: number }

/** Lists the newest notes of a record, newest first: those before one, about one place, or one by its id. */
async function listNewest(
  db: Db,
  record: ReviewedRecord,
  { id, before, place, most = 1 }: Wanted,
): Promise<Note[]> {
  const conditions = [
    isAbout(record),
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(place === undefined ? [] : [isAt(place)]),
  ]
  const { rows } = await sql<Omit<Note, 'place'> & Record<string, unknown>>`
    select id, ${placeColumns}, label, text, mentioned, user_name as by, role_name as role, access_level as level,
      office, at, erased_at, reason as erased_reason
    from record_notes left join audit_erasures on audit_erasures.audit_log_id = record_notes.erased_row
    where ${sql.join(conditions, sql` and `)} order by id desc limit ${most}`.execute(db)
  return rows.map((row) => ({ ...row, place: placeOf(row) }))
}

/** A page of the notes of a record, oldest first, which ends with its newest or with the one before `before`. */
export async function listNotes(
  db: Db,
  record: ReviewedRecord,
  wanted: Pick<Wanted, 'before' | 'place'>,
): Promise<{ data: Note[]; has_earlier: boolean }> {
  const found = await listNewest(db, record, { ...wanted, most: NOTES_A_PAGE + 1 })
  return { data: found.slice(0, NOTES_A_PAGE).toReversed(), has_earlier: found.length > NOTES_A_PAGE }
}

/** Returns one note of a record. */
export async function readNote(db: Db, record: ReviewedRecord, id: number): Promise<Note> {
  const [note] = await listNewest(db, record, { id })
  if (!note) throw new Error(`There is no note ${id}.`)
  return note
}

/** Counts the notes of a record by their place, the place with the newest note first. */
export async function countNotes(
  db: Db,
  record: ReviewedRecord,
): Promise<{ total: number; places: NotedPlace[] }> {
  const { rows } = await sql<Omit<NotedPlace, 'place'> & Record<string, unknown>>`
    select ${placeColumns}, (array_agg(label order by id desc))[1] as label, count(*)::integer as notes
    from record_notes where ${isAbout(record)} group by ${placeColumns} order by max(id) desc`.execute(db)
  return {
    total: rows.reduce((sum, { notes }) => sum + notes, 0),
    places: rows.map((row) => ({ ...row, place: placeOf(row) })),
  }
}

/** The place of earlier notes, with the name it had then; null where there are none about it. */
export async function findNotedPlace(
  db: Db,
  record: ReviewedRecord,
  place: PointPlace,
): Promise<LabelledPlace | null> {
  const { rows } = await sql<Omit<LabelledPlace, 'place'>>`
    select label, principle_number, sites_criteria_indicator_id as indicator_id
    from record_notes where ${isAbout(record)} and ${isAt(place)} order by id desc limit 1`.execute(db)
  return rows[0] ? { ...rows[0], place } : null
}

/** When the person may add a note again, as a moment; null while fewer than the most of an hour are written. */
export async function findNextTurn(db: Db, user_id: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: string }>`
    select at from record_notes where user_id = ${user_id} and at > ${new Date(now.getTime() - HOUR_MS).toISOString()}
    order by at desc offset ${NOTES_AN_HOUR - 1} limit 1`.execute(db)
  return rows[0] ? new Date(new Date(rows[0].at).getTime() + HOUR_MS) : null
}

/** Empties the text of a note whose row of the log is erased; returns what it said, or null without such a note. */
export async function emptyNote(db: Db, id: number, erased_row: number): Promise<string | null> {
  const found = await db.selectFrom('record_notes').select('text').where('id', '=', id).executeTakeFirst()
  if (!found) return null
  await db
    .updateTable('record_notes')
    .set({ text: '', mentioned: '[]', erased_row })
    .where('id', '=', id)
    .execute()
  return found.text
}
