import { Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { NoteEditorProps } from './NoteEditor.tsx'
import styles from './NoteEditor.module.css'

const Editor = lazy(() => import('./NoteEditor.tsx').then(({ NoteEditor }) => ({ default: NoteEditor })))

/** The editor, loaded when the first note is opened; its place is kept meanwhile. */
export const LazyNoteEditor = (props: NoteEditorProps) => (
  <Suspense
    fallback={
      <div className={styles.place}>
        <Loader aria-label="Loading the editor" />
      </div>
    }
  >
    <Editor {...props} />
  </Suspense>
)
