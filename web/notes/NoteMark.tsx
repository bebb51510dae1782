import { plural } from '../../shared/lib/format.ts'
import { NoteIcon } from '../ui/icons.tsx'
import { type NotePlace, useNotes } from './notes-context.tsx'
import styles from './Notes.module.css'

/** The number of notes about a place, which opens them; nothing where there are none. */
export function NoteMark({ place, label }: NotePlace) {
  const notes = useNotes()
  const count = notes?.countAt(place) ?? 0
  if (!notes || count === 0) return null
  return (
    <button type="button" className={styles.mark} onClick={() => notes.showAt({ place, label })}>
      <NoteIcon size={16} />
      {plural(count, 'note')}
      <span className="visually-hidden"> about {label}</span>
    </button>
  )
}
