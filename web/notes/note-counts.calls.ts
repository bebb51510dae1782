import { queryOptions } from '@tanstack/react-query'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'

/** The forms in which notes are typed, one for each kind of record. */
export type NoteForm = Extract<DraftForm, `${string}-note`>

/** The beginning of the key of every query about the notes of a record. */
export const notesKey = (form: NoteForm, id: number) => ['notes', form, id] as const

/** How many notes a record has, and about which places. */
export const notedPlacesQuery = (form: NoteForm, id: number) =>
  queryOptions({
    queryKey: [...notesKey(form, id), 'places'],
    queryFn: async ({ signal }) => {
      const { NOTE_CALLS } = await import('./notes.calls.ts')
      return NOTE_CALLS[form].places({ params: { id }, signal })
    },
  })
