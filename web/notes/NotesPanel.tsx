import { Button, Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { yes } from '../../shared/lib/verdict.ts'
import { canAddNote } from '../../shared/notes/notes.policy.ts'
import { useActor } from '../lib/useActor.ts'
import { Panel } from '../ui/Panel.tsx'
import { NOTES_ID, useNotes } from './notes-context.tsx'
import styles from './Notes.module.css'

const Thread = lazy(() => import('./NoteThread.tsx').then(({ NoteThread }) => ({ default: NoteThread })))

/** The notes of the record of this page, read when they are opened. */
export function NotesPanel() {
  const notes = useNotes()
  const mayAdd = canAddNote(useActor(), yes).ok
  if (!notes || (notes.total === 0 && !mayAdd)) return null
  const { total, isOpen, setOpen } = notes
  const toOpen = total === 0 ? 'Write a note' : 'Show notes'
  return (
    <div id={NOTES_ID} tabIndex={-1} className={styles.place}>
      <Panel
        title={total === null ? 'Notes' : `Notes (${total})`}
        actions={
          <Button size="sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide notes' : toOpen}
          </Button>
        }
      >
        {isOpen ? (
          <Suspense fallback={<Loader aria-label="Loading the notes" />}>
            <Thread {...notes} />
          </Suspense>
        ) : (
          <p className="quiet">Messages between the offices of this record. They decide nothing.</p>
        )}
      </Panel>
    </div>
  )
}
