import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { plural } from '../../shared/lib/format.ts'
import { mentionAt, NOTE, withMention } from '../../shared/notes/notes.rules.ts'
import { paragraphsComplaint } from '../../shared/lib/plain-text.ts'
import type { Mentioned } from '../../shared/notes/notes.schema.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/debounces.ts'
import { useRead } from '../lib/queries.ts'
import type { NoteForm } from './notes-context.tsx'
import { NOTE_CALLS } from './notes.calls.ts'
import styles from './Notes.module.css'

type MentionFieldProps = {
  form: NoteForm
  /** of the record */
  id: number
  text: string
  error: string | null
  onChange: (text: string) => void
  /** a person was chosen; the text has the name */
  onMention: (text: string, person: Mentioned) => void
}

/** The text of a note. An @ opens the list of the people who may read it, with pointer and keyboard. */
export function MentionField({ form, id, text, error, onChange, onMention }: MentionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  // where an @ is whose list was closed
  const [closed, setClosed] = useState<number | null>(null)
  const next = useRef<number | null>(null)
  const mention = caret === null ? null : mentionAt(text, caret)
  const [asked] = useDebouncedValue(mention?.search.trim() ?? null, SEARCH_DEBOUNCE_MS)
  const { data, isPlaceholderData } = useRead(NOTE_CALLS[form].notePeople, {
    params: { id },
    query: { search: asked ?? '' },
    enabled: mention !== null && asked !== null,
    keep: true,
  })
  const isCurrent = mention !== null && asked === mention.search.trim() && !isPlaceholderData
  const found = isCurrent ? (data?.people ?? []) : []
  const isOpen = mention !== null && mention.from !== closed && found.length > 0
  const list = useCombobox({
    opened: isOpen,
    onDropdownClose: () => setClosed(mention?.from ?? null),
  })

  // Enter takes the first name unless the arrows have chosen another
  const names = found.map((person) => person.id).join()
  useEffect(() => {
    if (!isOpen) return undefined
    // once the list is on the page
    const frame = requestAnimationFrame(() => list.selectFirstOption())
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store is another object at each drawing
  }, [isOpen, names, text])

  // after a name was put into the text
  useLayoutEffect(() => {
    if (next.current === null) return
    field.current?.setSelectionRange(next.current, next.current)
    next.current = null
  })

  const follow = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
    setCaret(currentTarget.selectionStart)
    if (mentionAt(currentTarget.value, currentTarget.selectionStart) === null) setClosed(null)
  }

  const choose = (chosen: string) => {
    const person = found.find((one) => String(one.id) === chosen)
    if (!person || caret === null) return
    const written = withMention(text, caret, person.name)
    next.current = written.caret
    setCaret(written.caret)
    list.resetSelectedOption()
    onMention(written.text, { id: person.id, name: person.name })
  }

  return (
    <Combobox store={list} onOptionSubmit={choose} position="bottom-start" width="target">
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          ref={field}
          label="New note"
          description="Up to 2,000 characters. Type @ and a name to mention a person, who is mailed if they want mails."
          value={text}
          error={paragraphsComplaint('Note', NOTE.most, text) ?? error}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => {
            follow(event)
            // the list is another one from here on
            list.resetSelectedOption()
            onChange(event.currentTarget.value)
          }}
          onSelect={follow}
          onBlur={() => setCaret(null)}
        />
      </Combobox.Target>
      <p role="status" className="visually-hidden">
        {isOpen
          ? `${plural(found.length, 'person', 'people')} found. Enter takes the first, the arrow keys lead to the others.`
          : ''}
      </p>
      <Combobox.Dropdown>
        <Combobox.Options className={styles.options} aria-label="People to mention">
          {found.map((person) => (
            <Combobox.Option key={person.id} value={String(person.id)}>
              {person.name} <span className="quiet">{person.office}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
