import { type NoteEndpoints, PEOPLE_MAX } from '../../shared/notes/notes.schema.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { seeRecord } from '../review/review.actions.ts'
import { listNoteReaders } from './note-people.queries.ts'
import { addNote } from './notes.actions.ts'
import { countNotes, listNotes } from './notes.queries.ts'

/** The calls about the notes of a kind of record. */
export function noteRoutes<Row extends ReviewedRow>(
  { route, formRoute }: { route: Routes; formRoute: FormRoutes },
  calls: NoteEndpoints,
  kind: RecordKind<Row>,
) {
  route(calls.notes, async (ctx, { params, query }) => {
    const { id } = await seeRecord(ctx, kind, params.id)
    return listNotes(ctx.db, kind.reference(id), query)
  })
  route(calls.notePlaces, async (ctx, { params }) => {
    const { id } = await seeRecord(ctx, kind, params.id)
    return countNotes(ctx.db, kind.reference(id))
  })
  route(calls.notePeople, async (ctx, { params, query: { search } }) => {
    const record = await seeRecord(ctx, kind, params.id)
    const readers = await listNoteReaders(ctx.db, kind, record, { except: ctx.actor.id, search })
    return { people: readers.slice(0, PEOPLE_MAX).map(({ id, name, office }) => ({ id, name, office })) }
  })
  formRoute(
    calls.addNote,
    (ctx, { params, body }) => addNote(ctx, kind, params.id, body),
    (note) => ({ note }),
  )
}
