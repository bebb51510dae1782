import { infiniteQueryOptions } from '@tanstack/react-query'
import { placeKey } from '../../shared/notes/note-places.ts'
import { activityNotesApi, type NoteEndpoints, siteNotesApi } from '../../shared/notes/notes.schema.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import { call } from '../lib/call.ts'
import { keyOf } from '../lib/queries.ts'
import type { NoteForm } from './notes-context.tsx'

/** The calls by the form in which a note is typed; loaded after the page of the record. */
export const NOTE_CALLS: Record<NoteForm, NoteEndpoints> = {
  'site-note': siteNotesApi,
  'activity-note': activityNotesApi,
}

/** The newest notes about a record, or about one of its places; the next page is the one before. */
export const notesQuery = (form: NoteForm, id: number, at: PointPlace | null) => {
  const { notes } = NOTE_CALLS[form]
  const place = at === null ? {} : { place: placeKey(at) }
  return infiniteQueryOptions({
    queryKey: [...keyOf(notes), id, place],
    queryFn: ({ signal, pageParam: before }) =>
      call(notes, { params: { id }, query: { ...place, ...(before === null ? {} : { before }) }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ data, has_earlier }) => (has_earlier ? (data[0]?.id ?? null) : null),
  })
}
