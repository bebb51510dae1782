import { type RawBuilder, sql } from 'kysely'
import type { Level } from '../../shared/access/levels.ts'
import { HOUR_MS } from '../../shared/lib/durations.ts'
import { NOTE } from '../../shared/notes/notes.rules.ts'
import {
  type Mentioned,
  type Note,
  type NotedPlace,
  NOTES_A_PAGE,
  NOTES_AN_HOUR,
} from '../../shared/notes/notes.schema.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import type { Db } from '../database/db.ts'
import { listThreads } from '../threads/threads.queries.ts'

/** What a note keeps beside its text. */
export type NoteFacts = { mentioned: readonly Mentioned[] }

type NoteThread = Pick<Note, 'id' | 'place' | 'label'>
type StoredNote = Omit<Note, 'id' | 'place' | 'label' | 'text' | 'mentioned'> & {
  level: Level
  text: string | null
  facts: { mentioned: Mentioned[] } | null
}

/** A condition for the notes of a record, or those about one of its places. */
const isOn = (record_id: number, place?: PointPlace): RawBuilder<boolean> =>
  sql<boolean>`kind = 'note' and record_id = ${record_id}
    and ${place ? sql`place = ${JSON.stringify(place)}::jsonb` : sql`true`}`

type Wanted = { id?: number; before?: number | undefined; place?: PointPlace | undefined; most?: number }

/** Lists the newest notes of a record, oldest first: those before one, about one place, or one by its id. */
async function listNewest(
  db: Db,
  record_id: number,
  { id, before, place, most = 1 }: Wanted,
): Promise<Note[]> {
  const newest = sql`
    select id, place, label from threads
    where ${isOn(record_id, place)} and ${id === undefined ? sql`true` : sql`id = ${id}`}
      and ${before === undefined ? sql`true` : sql`id < ${before}`}
    order by id desc limit ${most}`
  const threads = await listThreads<NoteThread, StoredNote>(db, NOTE.name, newest)
  return threads.map(({ steps: [{ text, facts, ...step }], ...thread }) => ({
    ...step,
    ...thread,
    text: text ?? '',
    mentioned: facts?.mentioned ?? [],
  }))
}

/** A page of the notes of a record, oldest first, which ends with its newest or with the one before `before`. */
export async function listNotes(
  db: Db,
  record_id: number,
  wanted: Pick<Wanted, 'before' | 'place'>,
): Promise<{ data: Note[]; has_earlier: boolean }> {
  const found = await listNewest(db, record_id, { ...wanted, most: NOTES_A_PAGE + 1 })
  return { data: found.slice(-NOTES_A_PAGE), has_earlier: found.length > NOTES_A_PAGE }
}

/** Returns one note of a record. */
export async function readNote(db: Db, record_id: number, id: number): Promise<Note> {
  const [note] = await listNewest(db, record_id, { id })
  if (!note) throw new Error(`There is no note ${id}.`)
  return note
}

/** Counts the notes of a record by their place, the place with the newest note first. */
export async function countNotes(
  db: Db,
  record_id: number,
): Promise<{ total: number; places: NotedPlace[] }> {
  const { rows } = await sql<NotedPlace>`
    select place, (array_agg(label order by id desc))[1] as label, count(*)::integer as notes
    from threads where ${isOn(record_id)} group by place order by max(id) desc`.execute(db)
  return { total: rows.reduce((sum, { notes }) => sum + notes, 0), places: rows }
}

/** The name that a place of earlier notes had then; null where there are none about it. */
export async function findNotedLabel(db: Db, record_id: number, place: PointPlace): Promise<string | null> {
  const [note] = await listNewest(db, record_id, { place })
  return note?.label ?? null
}

/** When the person may add a note again, as a moment; null while fewer than the most of an hour are written. */
export async function findNextTurn(db: Db, user_id: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: string }>`
    select at from thread_steps
    where kind = 'note' and user_id = ${user_id} and at > ${new Date(now.getTime() - HOUR_MS).toISOString()}
    order by at desc offset ${NOTES_AN_HOUR - 1} limit 1`.execute(db)
  return rows[0] ? new Date(new Date(rows[0].at).getTime() + HOUR_MS) : null
}
