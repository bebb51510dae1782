import { Button, Group, Loader } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { formatDateTime, formatTime } from '../../shared/lib/dates.ts'
import { confirm } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { DraftLocation } from './draft-keeper.ts'
import { SideBySide, type Side } from './SideBySide.tsx'
import { type DraftOf, type OpenDraft, type RestoredDraft, useDraft } from './useDraft.ts'

type RestoredLineProps<Values extends object> = {
  name: string
  restored: RestoredDraft<Values>
  /** the differences from the record; absent where there is no record to compare with */
  sides?: (values: Values) => Side[]
}

/** Says above a form that it contains unsent work, from when, and offers to discard it (S-143). */
export function RestoredLine<Values extends object>({ name, restored, sides }: RestoredLineProps<Values>) {
  const [isShown, setShown] = useState(false)
  const { saved_at, isOutdated, values } = restored
  const differing = sides?.(values) ?? []
  const discard = async () => {
    const answer = await confirm({
      title: 'Discard this unfinished form?',
      message: <p>What you had entered for {name} is deleted. This cannot be undone.</p>,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep it',
      danger: true,
    })
    if (answer) restored.discard()
  }
  return (
    <Notice
      tone={isOutdated ? 'warning' : 'info'}
      title={`You have an unfinished form for ${name}, last saved ${formatDateTime(saved_at)}`}
    >
      <p>
        It is open below.
        {isOutdated ? ' The record was changed after you began it.' : ''}
        {differing.length > 0 ? ' The record itself has other values.' : ''}
      </p>
      <Group mt="sm" gap="sm">
        {differing.length > 0 ? (
          <Button size="sm" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide them' : 'Show them'}
          </Button>
        ) : null}
        <Button size="sm" variant="default" onClick={() => void discard()}>
          Discard
        </Button>
      </Group>
      {isShown ? <SideBySide theirs="In the record" mine="In your form" sides={differing} /> : null}
    </Notice>
  )
}

type DraftGateProps<Values extends object> = {
  of: DraftOf<Values>
  sides?: (values: Values) => Side[]
  children: (draft: OpenDraft<Values>) => ReactNode
}

/** Opens a form with its unsent work and a line about it; after a discard the form starts again. */
export function DraftGate<Values extends object>({ of, sides, children }: DraftGateProps<Values>) {
  const { loading, restored, open, opening } = useDraft(of)
  if (loading || !open) return <Loader aria-label="Loading" />
  return (
    <>
      {restored ? <RestoredLine name={of.name} restored={restored} {...(sides ? { sides } : {})} /> : null}
      <Fragment key={opening}>{children(open)}</Fragment>
    </>
  )
}

/**
 * "Draft saved 10:42 AM". Announced when the minute changes, not at every key.
 * `unsent` says that the draft is not part of its record yet.
 */
export function DraftStatus({ stored, unsent }: { stored: DraftLocation; unsent?: string | undefined }) {
  const words = { server: 'Draft saved', device: 'No connection. Draft kept on this device' }
  const said = stored ? `${words[stored.where]} ${formatTime(stored.at)}` : ''
  return (
    <span role="status">
      <span>{said}</span>
      {said && unsent ? '. ' : null}
      {unsent ? <span>{unsent}</span> : null}
      {stored?.says.map((sentence) => (
        <span key={sentence}> {sentence}</span>
      ))}
    </span>
  )
}
