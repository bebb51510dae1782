import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import { placeKey } from '../../shared/notes/note-places.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import type { SiteStatus } from '../../shared/review/review-chain.ts'
import { call } from '../lib/call.ts'
import { toElement } from '../ui/to-element.ts'

/** The forms in which notes are typed, one for each kind of record. */
export type NoteForm = Extract<DraftForm, `${string}-note`>

/** A place that a note can be about, with its name. */
export type NotePlace = { place: PointPlace; label: string }

/** The record of a page with notes. */
type NotedRecord = { id: number; office: string; region: string; site_status: SiteStatus }

type NotesOf = {
  form: NoteForm
  record: NotedRecord
  /** for the draft of a note: the code and the name of the record */
  name: string
  /** loads the places of this page that a note can be about, the whole record first */
  places: () => Promise<NotePlace[]>
}

type Notes = NotesOf & {
  /** null until it is known */
  total: number | null
  countAt: (place: PointPlace) => number
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** the place whose notes alone are shown, or null */
  only: NotePlace | null
  showAll: () => void
  /** opens the notes about one place */
  showAt: (place: NotePlace) => void
}

/** the id of the notes on their page, and what an address ends with that opens them */
export const NOTES_ID = 'notes'

const NotesContext = createContext<Notes | null>(null)

/** The notes of the record of this page; null on a page without them. */
export const useNotes = (): Notes | null => use(NotesContext)

const toNotes = () => requestAnimationFrame(() => toElement(NOTES_ID, 'start'))

/** Counts the notes of a record for everything on its page, and opens them from any place of it. */
export function WithNotes({ children, ...of }: NotesOf & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(() => location.hash === `#${NOTES_ID}`)
  const [only, setOnly] = useState<NotePlace | null>(null)
  const { form, record } = of
  const { data } = useQuery({
    queryKey: ['notes', 'places', form, record.id],
    queryFn: async ({ signal }) => {
      // the calls are loaded after the page of the record
      const { NOTE_CALLS } = await import('./notes.calls.ts')
      return call(NOTE_CALLS[form].notePlaces, { params: { id: record.id }, signal })
    },
  })
  useEffect(() => {
    if (location.hash === `#${NOTES_ID}`) toNotes()
  }, [])
  const counts = new Map(data?.places.map(({ place, notes }) => [placeKey(place), notes]))
  return (
    <NotesContext
      value={{
        ...of,
        total: data?.total ?? null,
        countAt: (place) => counts.get(placeKey(place)) ?? 0,
        isOpen,
        setOpen,
        only,
        showAll: () => setOnly(null),
        showAt: (place) => {
          setOnly(place)
          setOpen(true)
          toNotes()
        },
      }}
    >
      {children}
    </NotesContext>
  )
}
