import { Button, Group, Loader, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { yes } from '../../shared/lib/verdict.ts'
import { canAddNote } from '../../shared/notes/notes.policy.ts'
import { readersOf } from '../../shared/notes/notes.rules.ts'
import { useActor } from '../lib/useActor.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { NoteComposer } from './NoteComposer.tsx'
import { NoteItem } from './NoteItem.tsx'
import type { useNotes } from './notes-context.tsx'
import { notesQuery } from './notes.calls.ts'
import styles from './Notes.module.css'

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
            Only notes about <strong className={styles.label}>{only.label}</strong>
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
          className={styles.earlier}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show earlier notes
        </Button>
      ) : null}
      {data && shown.length === 0 ? <p className="quiet">No notes yet.</p> : null}
      {shown.length > 0 ? (
        <ol className={styles.list} aria-label="Notes, oldest first">
          {shown.map((note) => (
            <NoteItem key={note.id} note={note} me={actor.id} {...(only ? {} : { onPlace: showAt })} />
          ))}
        </ol>
      ) : null}
      {canAddNote(actor, yes).ok ? <NoteComposer {...notes} /> : null}
    </Stack>
  )
}
