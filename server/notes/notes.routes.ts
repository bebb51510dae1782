import { type NoteEndpoints, PEOPLE_MAX } from '../../shared/notes/notes.schema.ts'
import { actions } from '../http/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { seeRecord } from '../review/review.actions.ts'
import { listNoteReaders } from './note-people.queries.ts'
import { addNote } from './notes.actions.ts'
import { countNotes, listNotes } from './notes.queries.ts'

/** The notes of a kind of record. */
export const noteRoutes = <Row extends ReviewedRow>(calls: NoteEndpoints, kind: RecordKind<Row>) =>
  actions(calls, {
    notes: async (ctx, { params, query }) => {
      const { record_id } = await seeRecord(ctx, kind, params.id)
      return listNotes(ctx.db, record_id, query)
    },
    notePlaces: async (ctx, { params }) => {
      const { record_id } = await seeRecord(ctx, kind, params.id)
      return countNotes(ctx.db, record_id)
    },
    notePeople: async (ctx, { params, query: { search } }) => {
      const record = await seeRecord(ctx, kind, params.id)
      const readers = await listNoteReaders(ctx.db, kind, record, { except: ctx.actor.id, search })
      return readers.slice(0, PEOPLE_MAX).map(({ id, name, office }) => ({ id, name, office }))
    },
    addNote: (ctx, { params, body }) => addNote(ctx, kind, params.id, body),
  })
