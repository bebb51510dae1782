import { sql } from 'kysely'
import { plural } from '../../shared/lib/format.ts'
import { no } from '../../shared/lib/verdict.ts'
import { canAddNote } from '../../shared/notes/notes.policy.ts'
import { NOTE } from '../../shared/notes/notes.rules.ts'
import { type Note, type NoteInput, NOTES_AN_HOUR } from '../../shared/notes/notes.schema.ts'
import type { Ctx } from '../context/context.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import { AppError, invalid, requireAllowed, requireNoErrors } from '../lib/errors.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { listNoteReaders, type NoteReader } from './note-people.queries.ts'
import { mailMentioned } from './notes.mails.ts'
import { addSteps, insertThread } from '../threads/threads.queries.ts'
import { findNextTurn, findNotedLabel, type NoteFacts, readNote } from './notes.queries.ts'

/** The author of a note, with the level and the office that are named with it. */
const writer = ({ actor, services }: Ctx) => ({
  actor,
  level: actor.access_level,
  office: sql<string>`coalesce(${actor.penro}, (select name from regions where id = ${actor.region_id}), 'FMB')`,
  at: services.now().toISOString(),
})

/** Refuses a flood of notes by one person, on all records together. */
async function requireTurn({ actor, services }: Ctx, db: Db): Promise<void> {
  await lockUntilCommit(db, `notes of ${actor.id}`)
  const now = services.now()
  const turn = await findNextTurn(db, actor.id, now)
  if (!turn) return
  const seconds = Math.max(1, Math.ceil((turn.getTime() - now.getTime()) / 1000))
  const wait = plural(Math.ceil(seconds / 60), 'minute')
  throw new AppError(no('too_many_notes', { most: NOTES_AN_HOUR, wait }), {
    headers: { 'retry-after': String(seconds) },
  })
}

/** The mentioned people in the order of their ids; 422 for a person who may not read the note. */
async function requireReaders<Row extends ReviewedRow>(
  ctx: Ctx,
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
  ids: readonly number[],
): Promise<NoteReader[]> {
  if (ids.length === 0) return []
  const readers = await listNoteReaders(db, kind, record, { except: ctx.actor.id, ids })
  const unknown = ids.flatMap((id, index) => (readers.some((one) => one.id === id) ? [] : [index]))
  requireNoErrors(
    Object.fromEntries(
      unknown.map((index) => [
        `mentioned.${index}`,
        ['This person cannot be mentioned here. Please choose the name again.'],
      ]),
    ),
  )
  return readers
}

/**
 * Adds a note about a place of a record, for everyone who may see the record, and mails the people it mentions. A place
 * that the record no longer has, such as a replaced file, can be written about while there are earlier notes about it.
 * The row of the log does not have the text.
 */
export const addNote = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  { place, text, mentioned = [] }: NoteInput,
): Promise<Note> =>
  ctx.write(async (db, audit) => {
    // of two notes at once the second waits, so their ids are in the order in which readers see them
    const record = await kind.lock(db, id)
    requireAllowed(canAddNote(ctx.actor, kind.policies.maySee(ctx.actor, record)))
    const { record_id } = record
    const [now] = await kind.labelsOf(db, record, [place])
    const label = now?.label ?? (await findNotedLabel(db, record_id, place))
    if (label === null) throw invalid({ place: ['This record has no such place. Please choose it again.'] })
    const readers = await requireReaders(ctx, db, kind, record, mentioned)
    await requireTurn(ctx, db)

    const thread_id = await insertThread(db, NOTE.name, { record_id, label }, now?.place ?? place)
    const facts: NoteFacts = { mentioned: readers.map(({ id: reader, name }) => ({ id: reader, name })) }
    await addSteps(db, NOTE.name, [{ thread_id, action: 'Added', text, facts }], writer(ctx))
    const note = await readNote(db, record_id, thread_id)
    await deleteDraft(ctx, db, `${kind.name}-note`, id)
    audit(
      kind.entry(record, NOTE.events.Added, [
        { field: 'note', old: null, new: String(thread_id) },
        { field: 'place', old: null, new: label },
      ]),
    )
    await mailMentioned(ctx, db, kind, kind.mailed(record), { note, mentioned: readers })
    return note
  })
