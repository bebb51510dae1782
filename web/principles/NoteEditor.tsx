import { useDebouncedCallback } from '@mantine/hooks'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useMemo, useState } from 'react'
import { blocksOf, helperToJson } from '../../shared/principles/helper-blocks.ts'
import { NOTES_DEBOUNCE_MS } from '../lib/debounces.ts'
import styles from './NoteEditor.module.css'
import { NoteToolbar } from './NoteToolbar.tsx'
import { blocksOfDoc, docOfBlocks } from './note-doc.ts'
import { NOTE_EXTENSIONS } from './note-extensions.ts'

export type NoteEditorProps = {
  /** the accessible name, such as "Notes of 3.2.1" */
  name: string
  helper: string
  onChange: (helper: string) => void
  errorId: string | undefined
}

/** Edits one note. Reports it as a block list (001 §9) after a pause in typing and on leaving the editor. */
export function NoteEditor({ name, helper, onChange, errorId }: NoteEditorProps) {
  const [start] = useState(() => docOfBlocks(blocksOf(helper)))
  const handOn = useDebouncedCallback(onChange, { delay: NOTES_DEBOUNCE_MS, flushOnUnmount: true })
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': name,
        ...(errorId ? { 'aria-invalid': 'true', 'aria-describedby': errorId } : {}),
      },
    }),
    [name, errorId],
  )
  const editor = useEditor({
    extensions: NOTE_EXTENSIONS,
    content: start,
    // the styles are in NoteEditor.module.css
    injectCSS: false,
    editorProps,
    onUpdate: ({ editor: changed }) => handOn(helperToJson(blocksOfDoc(changed.getJSON()))),
    onBlur: () => handOn.flush(),
  })
  // not `autofocus`: its timer may fire before the editor is on the page, which then never gets the focus. An editor
  // that is attached too late has been destroyed, and another one replaces it.
  useEffect(() => {
    if (editor.isDestroyed) return
    editor.chain().setTextSelection(editor.state.doc.content.size).scrollIntoView().run()
    editor.view.focus()
  }, [editor])
  return (
    <div className={styles.editor} data-error={errorId ? true : undefined}>
      <NoteToolbar editor={editor} name={name} />
      <EditorContent editor={editor} className={styles.content} />
    </div>
  )
}
