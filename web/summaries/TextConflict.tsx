import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime, formatDate, formatTime, manilaDay } from '../../shared/lib/dates.ts'
import type { SummaryText } from '../../shared/summaries/summaries.schema.ts'
import { ActionName } from '../ui/ActionName.tsx'
import { Notice } from '../ui/Notice.tsx'
import { LazyComparison } from './LazyComparison.tsx'
import styles from './Section.module.css'
import { useToday } from '../ui/useNow.ts'
import type { PartState } from './texts-draft.ts'

/** "Saved 10:32 AM", with the date if it was not today */
function savedWords({ written_at, written_by }: SummaryText, today: string): string {
  const at = new Date(written_at)
  const by = written_by === null ? '' : ` by ${written_by}`
  return manilaDay(at) === today
    ? `Saved ${formatTime(written_at)}${by}`
    : `Saved ${formatDate(written_at)}${by}`
}

/** Whether a part is saved, and a note to check it if it was copied from an earlier summary. */
export function TextStatus({ state, busy }: { state: PartState; busy: boolean }) {
  const today = useToday()
  const { stored, isUnsaved } = state
  const takenFrom = !isUnsaved && stored ? stored.taken_from : null
  const words = () => {
    if (busy) return 'Saving…'
    if (isUnsaved) return 'Not saved yet'
    return stored ? savedWords(stored, today) : 'Nothing is written yet'
  }
  return (
    <p role="status" className={takenFrom === null ? 'quiet' : styles.copied}>
      {takenFrom === null || !stored
        ? words()
        : `From ${takenFrom}, written ${formatDate(stored.written_at)}, please check`}
    </p>
  )
}

type TextConflictProps = {
  stored: SummaryText
  title: string
  /** the text in the field */
  mine: string
  onTakeTheirs: () => void
  onSaveOwn: () => void
}

function ComparedOnRequest({ theirs, mine }: { theirs: string; mine: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.compared} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Compare theirs with yours word by word</summary>
      {isOpen ? <LazyComparison old={theirs} now={mine} /> : null}
    </details>
  )
}

/** Another user has written the same part meanwhile: both texts side by side, and the choice between them. */
export const TextConflict = ({ stored, title, mine, onTakeTheirs, onSaveOwn }: TextConflictProps) => (
  <Notice
    tone="warning"
    live
    title={`${stored.written_by ?? 'Another user'} changed this part ${formatDateTime(stored.written_at)}`}
  >
    <p>Your text stays in the field above. Copy what you want to keep of theirs into it before you save.</p>
    <ComparedOnRequest theirs={stored.text} mine={mine} />
    <Textarea
      mt="sm"
      label="Theirs"
      aria-label={`${title}, as it is saved`}
      value={stored.text}
      placeholder="They emptied it."
      readOnly
      autosize
      maxRows={12}
    />
    <Group gap={8} mt="sm">
      <Button size="sm" onClick={onSaveOwn}>
        <ActionName action="Save mine" name={title} />
      </Button>
      <Button size="sm" variant="default" onClick={onTakeTheirs}>
        <ActionName action="Take theirs" name={title} />
      </Button>
    </Group>
  </Notice>
)
