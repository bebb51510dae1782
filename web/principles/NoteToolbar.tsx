import { ActionIcon } from '@mantine/core'
import { type Editor, useEditorState } from '@tiptap/react'
import type { ReactNode } from 'react'
import { BoldIcon, BulletListIcon, ItalicIcon } from '../ui/icons.tsx'
import styles from './NoteEditor.module.css'
import { NoteLink } from './NoteLink.tsx'

type StyleButtonProps = { label: string; isOn: boolean; onClick: () => void; children: ReactNode }

/** Turns one style on or off; a click keeps the selection in the text. */
const StyleButton = ({ label, isOn, onClick, children }: StyleButtonProps) => (
  <ActionIcon
    variant={isOn ? 'filled' : 'subtle'}
    size="lg"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {children}
  </ActionIcon>
)

/** The styles of a note, each shown as on or off at the cursor. */
export function NoteToolbar({ editor, name }: { editor: Editor; name: string }) {
  const on = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      bold: at.isActive('bold'),
      italic: at.isActive('italic'),
      bullets: at.isActive('bulletList'),
    }),
  })
  return (
    <div role="toolbar" aria-label={`Style of ${name}`} className={styles.toolbar}>
      <StyleButton label="Bold" isOn={on.bold} onClick={() => editor.chain().focus().toggleBold().run()}>
        <BoldIcon />
      </StyleButton>
      <StyleButton
        label="Italic"
        isOn={on.italic}
        onClick={() => editor.chain().focus().toggleItalic().run()}
      >
        <ItalicIcon />
      </StyleButton>
      <NoteLink editor={editor} />
      <StyleButton
        label="Bullet list"
        isOn={on.bullets}
        onClick={() => editor.chain().focus().toggleBulletList().run()}
      >
        <BulletListIcon />
      </StyleButton>
    </div>
  )
}
