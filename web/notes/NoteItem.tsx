import { formatDateTime } from '../../shared/lib/dates.ts'
import { partsOf } from '../../shared/notes/notes.rules.ts'
import type { Note } from '../../shared/notes/notes.schema.ts'
import { erasedText } from '../../shared/review/erased.ts'
import type { NotePlace } from './notes-context.tsx'
import styles from './Notes.module.css'

type NoteItemProps = {
  note: Note
  /** the id of the reader */
  me: number
  /** shows the notes about the same place; absent where only these are shown */
  onPlace?: (place: NotePlace) => void
}

function Text({ note: { text, mentioned } }: Pick<NoteItemProps, 'note'>) {
  return (
    <p className={styles.text}>
      {partsOf(text, mentioned).map(({ text: part, isMention }, index) =>
        // the parts of a text never change
        isMention ? <strong key={index}>{part}</strong> : <span key={index}>{part}</span>,
      )}
    </p>
  )
}

/** One note: who, when, about what, and its text. */
export function NoteItem({ note, me, onPlace }: NoteItemProps) {
  const { by, role, office, at, place, label, erased_at, erased_reason, mentioned } = note
  const isToMe = mentioned.some(({ id }) => id === me)
  return (
    <li className={styles.note} data-to-me={isToMe || undefined}>
      <p>
        <strong>{by}</strong>, {role}, {office}
      </p>
      <p className="quiet">
        <time dateTime={at}>{formatDateTime(at)}</time>
        {isToMe ? ' · You are mentioned' : ''}
      </p>
      {place.about === 'record' ? null : onPlace ? (
        <p>
          About{' '}
          <button type="button" className={styles.about} onClick={() => onPlace({ place, label })}>
            {label}
          </button>
        </p>
      ) : null}
      {erased_at === null ? (
        <Text note={note} />
      ) : (
        <p className={styles.erased}>
          {erasedText('The text of this note', { at: erased_at, reason: erased_reason ?? 'none' })}
        </p>
      )}
    </li>
  )
}
