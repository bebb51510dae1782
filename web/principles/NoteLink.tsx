import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { HELPER_MESSAGES } from '../../shared/principles/helper-blocks.ts'
import { LinkIcon } from '../ui/icons.tsx'
import { linkOf } from './link-address.ts'

/** The address of the link at the cursor, or ''. */
const hrefIn = (editor: Editor): string => {
  const { href } = editor.getAttributes('link')
  return typeof href === 'string' ? href : ''
}

/** Links the selected text, or inserts the address itself without a selection. */
function setLink(editor: Editor, href: string) {
  const { empty } = editor.state.selection
  if (empty && !editor.isActive('link'))
    return editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  return editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
}

/** Adds, changes or removes the link of the selected text. */
export function NoteLink({ editor }: { editor: Editor }) {
  const [opened, setOpened] = useState(false)
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string | null>(null)
  const isOn = useEditorState({ editor, selector: ({ editor: at }) => at.isActive('link') })

  const open = () => {
    setAddress(hrefIn(editor))
    setError(null)
    setOpened(true)
  }
  const save = () => {
    const href = linkOf(address)
    if (!href) return setError(HELPER_MESSAGES.link)
    setOpened(false)
    setLink(editor, href)
  }
  const remove = () => {
    setOpened(false)
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
  }
  // the popover handles Escape only while it has the focus, which it does not have at first and may lose
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') setOpened(false)
  })
  // the popover is inside a form that Enter would submit
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    save()
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      position="bottom-start"
      withinPortal
      width={320}
    >
      <Popover.Target>
        <ActionIcon
          variant={isOn ? 'filled' : 'subtle'}
          size="lg"
          aria-label="Link"
          title="Link"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => (opened ? setOpened(false) : open())}
        >
          <LinkIcon />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Link">
        <TextInput
          label="Link address"
          type="text"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.org"
          value={address}
          error={error}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            setError(null)
          }}
          onKeyDown={onKeyDown}
          data-autofocus
        />
        <Group mt="sm" gap="xs" justify="flex-end">
          {isOn ? (
            <Button size="xs" variant="default" onClick={remove}>
              Remove link
            </Button>
          ) : null}
          <Button size="xs" onClick={save}>
            Set link
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
