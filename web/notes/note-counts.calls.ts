import { queryOptions } from '@tanstack/react-query'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import { call } from '../lib/call.ts'

/** The forms in which notes are typed, one for each kind of record. */
export type NoteForm = Extract<DraftForm, `${string}-note`>

/** How many notes a record has, and about which places; their calls are loaded after the page of the record. */
export const notedPlacesQuery = (form: NoteForm, id: number) =>
  queryOptions({
    queryKey: ['notes', 'places', form, id],
    queryFn: async ({ signal }) => {
      const { NOTE_CALLS } = await import('./notes.calls.ts')
      return call(NOTE_CALLS[form].notePlaces, { params: { id }, signal })
    },
  })
