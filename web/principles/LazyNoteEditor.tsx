import { lazy } from 'react'
import { LazyPlaceholder } from '../ui/LazyPlaceholder.tsx'
import type { NoteEditorProps } from './NoteEditor.tsx'

const Editor = lazy(() => import('./NoteEditor.tsx').then(({ NoteEditor }) => ({ default: NoteEditor })))

/** The editor, loaded when the first note is opened; a placeholder keeps its space. */
export const LazyNoteEditor = (props: NoteEditorProps) => (
  <LazyPlaceholder height={297} label="Loading the editor">
    <Editor {...props} />
  </LazyPlaceholder>
)
