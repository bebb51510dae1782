import { Loader, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatList } from '../../shared/lib/format.ts'
import { placeKey } from '../../shared/notes/note-places.ts'
import { stillMentioned, unknownNames } from '../../shared/notes/notes.rules.ts'
import type { Mentioned } from '../../shared/notes/notes.schema.ts'
import { DraftGate, DraftStatus } from '../drafts/DraftGate.tsx'
import { type OpenDraft, useTakeOver } from '../drafts/useDraft.ts'
import { call, firstFieldErrors } from '../lib/call.ts'
import { useReadAgain } from '../lib/queries.ts'
import { ThreadForm } from '../threads/ThreadForm.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { fail } from '../ui/fail.ts'
import { useSend } from '../ui/useSend.ts'
import { MentionField } from './MentionField.tsx'
import type { NotePlace, useNotes } from './notes-context.tsx'
import { NOTE_CALLS } from './notes.calls.ts'
import styles from './Notes.module.css'

type ComposerProps = NonNullable<ReturnType<typeof useNotes>>

/** What is typed and not sent. */
type NoteDraft = { text: string; at: NotePlace | null; mentioned: Mentioned[] }

const EMPTY: NoteDraft = { text: '', at: null, mentioned: [] }

// written by this form alone
const readDraft = (stored: unknown): NoteDraft | null =>
  typeof stored === 'object' && stored !== null && 'text' in stored
    ? { ...EMPTY, ...(stored as Partial<NoteDraft>) }
    : null

/** The form for a new note, which opens with what was typed before. */
export function NoteComposer(notes: ComposerProps) {
  const { form, record, name, places } = notes
  // once per opening, as the draft
  const { data: listed } = useQuery({ queryKey: ['note places', useId()], queryFn: places, gcTime: 0 })
  if (!listed) return <Loader aria-label="Loading" />
  return (
    <DraftGate of={{ form, name: `a note on ${name}`, record_id: record.id, read: readDraft }}>
      {(draft) => <Composer {...notes} listed={listed} draft={draft} />}
    </DraftGate>
  )
}

/** The places to choose from: those of the page, and one of an earlier note or of another page. */
const withPlace = (places: NotePlace[], chosen: NotePlace): NotePlace[] =>
  places.some(({ place }) => placeKey(place) === placeKey(chosen.place)) ? places : [...places, chosen]

/** Says before a note is sent which names mention nobody; resolves with whether to send it. */
const askUnknown = async (names: string[]): Promise<boolean> =>
  (await confirm({
    title: 'Add this note?',
    message: `No person is mentioned by ${formatList(names)}. Type @ and choose a name from the list to mention a person.`,
    confirmLabel: 'Add note',
  })) !== null

function Composer({
  form,
  record,
  listed,
  only,
  draft: open,
}: ComposerProps & { listed: NotePlace[]; draft: OpenDraft<NoteDraft> }) {
  const [draft, setDraft] = useState(open.start ?? EMPTY)
  useTakeOver(open, (came) => setDraft(came ?? EMPTY))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sent, setSent] = useState(false)
  const { busy, send } = useSend(open.key, { covers: false })
  const { addNote } = NOTE_CALLS[form]
  const readAgain = useReadAgain()
  const about = draft.at ?? only ?? listed[0]
  if (!about) return null
  const choices = withPlace(listed, about)

  const change = (parts: Partial<NoteDraft>) => {
    const changed = { ...draft, at: about, ...parts }
    setDraft(changed)
    setSent(false)
    if (changed.text === '') void open.drop()
    else open.keep(changed)
  }

  const add = async () => {
    if (draft.text.trim() === '') return setErrors({ text: 'Write the note first.' })
    const unknown = unknownNames(draft.text, draft.mentioned)
    if (unknown.length > 0 && !(await askUnknown(unknown))) return
    const mentioned = stillMentioned(draft.text, draft.mentioned).map(({ id }) => id)
    const goOn = await open.hold()
    try {
      const body = { place: about.place, text: draft.text, ...(mentioned.length > 0 ? { mentioned } : {}) }
      const input = { params: { id: record.id }, body }
      await send((form_key) => call(addNote, { ...input, form_key }))
    } catch (error) {
      goOn()
      const found = firstFieldErrors(error)
      setErrors(found)
      return Object.keys(found).length === 0 ? fail(error) : undefined
    }
    setDraft(EMPTY)
    setErrors({})
    setSent(true)
    await open.drop()
    goOn()
    return readAgain(addNote)
  }

  const [otherError] = Object.entries(errors).flatMap(([field, error]) => (field === 'text' ? [] : [error]))
  return (
    <ThreadForm
      className={styles.composer}
      name="New note"
      send={{ words: 'Add note', variant: 'outline', loading: busy }}
      onSend={() => void add()}
      status={
        <>
          <DraftStatus stored={draft.text === '' ? null : open.stored} />
          <p role="status">{sent ? 'Your note was added.' : ''}</p>
        </>
      }
    >
      <Select
        label="About"
        data={choices.map(({ place, label }) => ({ value: placeKey(place), label }))}
        value={placeKey(about.place)}
        onChange={(key) => {
          const chosen = choices.find(({ place }) => placeKey(place) === key)
          if (chosen) change({ at: chosen })
        }}
        allowDeselect={false}
        searchable
        limit={100}
        nothingFoundMessage="Nothing found"
        // the list itself scrolls: the keyboard cannot reach a scrolling box inside it
        withScrollArea={false}
        classNames={{ options: styles.options ?? '' }}
      />
      <MentionField
        form={form}
        id={record.id}
        text={draft.text}
        error={errors.text ?? otherError ?? null}
        onChange={(text) => change({ text })}
        onMention={(text, person) =>
          change({ text, mentioned: [...draft.mentioned.filter(({ id }) => id !== person.id), person] })
        }
      />
    </ThreadForm>
  )
}
