import { Button, Group, Loader, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { yes } from '../../shared/lib/verdict.ts'
import { canAddNote } from '../../shared/notes/notes.policy.ts'
import { partsOf, readersOf } from '../../shared/notes/notes.rules.ts'
import type { Note } from '../../shared/notes/notes.schema.ts'
import { erasedText } from '../../shared/review/erased.ts'
import { useActor } from '../lib/useActor.ts'
import { StepTime, ThreadStep } from '../threads/Thread.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { NoteComposer } from './NoteComposer.tsx'
import type { NotePlace, useNotes } from './notes-context.tsx'
import { notesQuery } from './notes.calls.ts'
import styles from './Notes.module.css'

type NoteItemProps = {
  note: Note
  /** the id of the reader */
  me: number
  /** shows the notes about the same place; absent where only these are shown */
  onPlace?: (place: NotePlace) => void
}

/** One note: who, when, about what, and its text. */
function NoteItem({ note, me, onPlace }: NoteItemProps) {
  const { by, role, office, at, place, label, text, erased_at, erased_reason, mentioned } = note
  const isToMe = mentioned.some(({ id }) => id === me)
  // the parts of a text never change
  const words = partsOf(text, mentioned).map(({ text: part, isMention }, index) =>
    isMention ? <strong key={index}>{part}</strong> : <span key={index}>{part}</span>,
  )
  return (
    <ThreadStep
      className={styles.note}
      data-to-me={isToMe || undefined}
      lead={by}
      rest={`, ${role}, ${office}`}
      above={
        <>
          <p className="quiet">
            <StepTime at={at} />
            {isToMe ? ' · You are mentioned' : ''}
          </p>
          {place.about !== 'record' && onPlace ? (
            <p>
              About{' '}
              <button type="button" className={styles.about} onClick={() => onPlace({ place, label })}>
                {label}
              </button>
            </p>
          ) : null}
        </>
      }
      text={erased_at === null ? words : null}
      erased={
        erased_at && erasedText('The text of this note', { at: erased_at, reason: erased_reason ?? 'none' })
      }
    />
  )
}

type NoteThreadProps = NonNullable<ReturnType<typeof useNotes>>

/** The notes of a record or of one of its places, oldest first, and the form for a new one. */
export function NoteThread(notes: NoteThreadProps) {
  const { form, record, only, showAll, showAt } = notes
  const actor = useActor()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    notesQuery(form, record.id, only?.place ?? null),
  )
  const shown = data?.pages.toReversed().flatMap((page) => page.data) ?? []
  return (
    <Stack gap="md">
      <p>Notes decide nothing and cannot be changed or deleted. {readersOf(record)}</p>
      {only ? (
        <Group gap={8}>
          <p>
            Only notes about <strong className="breaks">{only.label}</strong>
          </p>
          <Button size="compact-sm" variant="subtle" onClick={showAll}>
            Show all notes
          </Button>
        </Group>
      ) : null}
      {error && !data ? (
        <LoadFailed title="The notes could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Loader aria-label="Loading the notes" /> : null}
      {hasNextPage ? (
        <Button
          variant="default"
          size="sm"
          style={{ alignSelf: 'flex-start' }}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show earlier notes
        </Button>
      ) : null}
      {data && shown.length === 0 ? <p className="quiet">No notes yet.</p> : null}
      {shown.length > 0 ? (
        <Stack component="ol" gap={12} aria-label="Notes, oldest first">
          {shown.map((note) => (
            <NoteItem key={note.id} note={note} me={actor.id} {...(only ? {} : { onPlace: showAt })} />
          ))}
        </Stack>
      ) : null}
      {canAddNote(actor, yes).ok ? <NoteComposer {...notes} /> : null}
    </Stack>
  )
}
