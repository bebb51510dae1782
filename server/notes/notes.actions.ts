import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { no } from '../../shared/lib/verdict.ts'
import { canAddNote } from '../../shared/notes/notes.policy.ts'
import { type Note, type NoteInput, NOTES_AN_HOUR } from '../../shared/notes/notes.schema.ts'
import type { Ctx } from '../context/context.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import { AppError, invalid, requireAllowed, requireNoErrors } from '../lib/errors.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { listNoteReaders, type NoteReader } from './note-people.queries.ts'
import { mailMentioned } from './notes.mails.ts'
import { findNextTurn, findNotedPlace, insertNote, readNote } from './notes.queries.ts'

/** the form in which a note about each kind of record is typed */
const FORMS = { site_profiles: 'site-note', site_activities: 'activity-note' } as const satisfies Record<
  string,
  DraftForm
>

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
    const reference = kind.reference(id)
    const [now] = await kind.labelsOf(db, record, [place])
    const labelled = now ?? (await findNotedPlace(db, reference, place))
    if (!labelled) throw invalid({ place: ['This record has no such place. Please choose it again.'] })
    const readers = await requireReaders(ctx, db, kind, record, mentioned)
    await requireTurn(ctx, db)

    const note_id = await insertNote(
      db,
      { actor: ctx.actor, record: reference, place: labelled },
      {
        text,
        mentioned: readers.map((reader) => ({ id: reader.id, name: reader.name })),
        at: ctx.services.now().toISOString(),
      },
    )
    const note = await readNote(db, reference, note_id)
    await deleteDraft(ctx, db, FORMS[kind.table.name], id)
    audit(
      kind.entry(record, 'Note Added', [
        { field: 'note', old: null, new: String(note_id) },
        { field: 'place', old: null, new: labelled.label },
      ]),
    )
    await mailMentioned(ctx, db, kind, kind.mailed(record), { note, mentioned: readers })
    return note
  })
