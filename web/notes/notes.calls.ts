import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '../../shared/access/endpoint.ts'
import { placeKey } from '../../shared/notes/note-places.ts'
import {
  activityNotesApi,
  type NoteEndpoints,
  type NoteInput,
  siteNotesApi,
} from '../../shared/notes/notes.schema.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import { call } from '../lib/call.ts'
import { type NoteForm, notesKey } from './note-counts.calls.ts'

type CallOptions = { params: { id: number }; signal: AbortSignal }

/** The calls about the notes of a kind of record. */
type NoteCalls = {
  list: (
    input: CallOptions & { query: { before?: number; place?: string } },
  ) => Promise<Reply<NoteEndpoints['notes']>>
  places: (input: CallOptions) => Promise<Reply<NoteEndpoints['notePlaces']>>
  people: (input: CallOptions & { query: { search: string } }) => Promise<Reply<NoteEndpoints['notePeople']>>
  add: (input: {
    params: { id: number }
    body: NoteInput
    form_key: string
  }) => Promise<Reply<NoteEndpoints['addNote']>>
}

/** The calls by the form in which a note is typed; loaded after the page of the record. */
export const NOTE_CALLS: Record<NoteForm, NoteCalls> = {
  'site-note': {
    list: (input) => call(siteNotesApi.notes, input),
    places: (input) => call(siteNotesApi.notePlaces, input),
    people: (input) => call(siteNotesApi.notePeople, input),
    add: (input) => call(siteNotesApi.addNote, input),
  },
  'activity-note': {
    list: (input) => call(activityNotesApi.notes, input),
    places: (input) => call(activityNotesApi.notePlaces, input),
    people: (input) => call(activityNotesApi.notePeople, input),
    add: (input) => call(activityNotesApi.addNote, input),
  },
}

/** The newest notes about a record, or about one of its places; the next page is the one before. */
export const notesQuery = (form: NoteForm, id: number, at: PointPlace | null) => {
  const place = at === null ? {} : { place: placeKey(at) }
  return infiniteQueryOptions({
    queryKey: [...notesKey(form, id), 'list', place],
    queryFn: ({ signal, pageParam: before }) =>
      NOTE_CALLS[form].list({
        params: { id },
        query: { ...place, ...(before === null ? {} : { before }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ data, has_earlier }) => (has_earlier ? (data[0]?.id ?? null) : null),
  })
}

/** The people whose names contain the text, of those who may read the notes. */
export const notePeopleQuery = (form: NoteForm, id: number, search: string | null) =>
  queryOptions({
    queryKey: [...notesKey(form, id), 'people', search],
    queryFn: ({ signal }) =>
      NOTE_CALLS[form].people({ params: { id }, query: { search: search ?? '' }, signal }),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  })

/** Reads the notes of a record again. */
export function useReloadNotes(form: NoteForm, id: number) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: notesKey(form, id) })
}
