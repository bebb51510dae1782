import { Button, Group, Textarea } from '@mantine/core'
import { formatDateTime } from '../../shared/lib/dates.ts'
import type { SummaryText } from '../../shared/summaries/summaries.schema.ts'
import { ActionName } from '../ui/ActionName.tsx'
import { Notice } from '../ui/Notice.tsx'

type TextConflictProps = {
  stored: SummaryText
  title: string
  onTakeTheirs: () => void
  onSaveOwn: () => void
}

/** Another user has written the same part meanwhile: both texts side by side, and the choice between them. */
export const TextConflict = ({ stored, title, onTakeTheirs, onSaveOwn }: TextConflictProps) => (
  <Notice
    tone="warning"
    live
    title={`${stored.written_by ?? 'Another user'} changed this part ${formatDateTime(stored.written_at)}`}
  >
    <p>Your text stays in the field above. Copy what you want to keep of theirs into it before you save.</p>
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
