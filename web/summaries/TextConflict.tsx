import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime } from '../../shared/lib/dates.ts'
import type { SummaryText } from '../../shared/summaries/summaries.schema.ts'
import { ActionName } from '../ui/ActionName.tsx'
import { Notice } from '../ui/Notice.tsx'
import { LazyComparison } from './LazyComparison.tsx'
import styles from './Section.module.css'

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
