import { Box, Button, Group } from '@mantine/core'
import type { User } from '../../shared/auth/auth.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import { FieldList } from './FieldList.tsx'
import { PencilIcon } from './icons.tsx'
import { StatusSwitch } from './StatusSwitch.tsx'
import { informInactive, type RecordWord } from './inform-inactive.ts'

type RecordHeadProps = {
  name: string
  /** names the status: "Account status" */
  label: string
  record: Pick<User, 'status' | 'deactivate_reason' | 'deactivated_at' | 'deactivated_by'>
  verdict: Verdict
  onSwitch: () => void
}

/** The head of a record's details: its name, its status, and why it was deactivated. */
export function RecordHead({ name, label, record, verdict, onSwitch }: RecordHeadProps) {
  return (
    <>
      <Group justify="space-between" gap="12px 24px" mb="lg">
        <p className="figure breaks">{name}</p>
        <StatusSwitch label={label} status={record.status} verdict={verdict} onSwitch={onSwitch} />
      </Group>
      {record.status === 'Deactivated' ? (
        <Box className="card" data-tone="warning" mb="lg">
          <FieldList
            fields={[
              { label: 'Reason for Deactivation', value: record.deactivate_reason, wide: true },
              { label: 'Date Deactivated', value: formatDateTime(record.deactivated_at) },
              { label: 'Deactivated By', value: record.deactivated_by },
            ]}
          />
        </Box>
      ) : null}
    </>
  )
}

type EditButtonProps = { word: RecordWord; verdict: Verdict; onEdit: () => void; children: string }

/** Opens the form if the role may edit; for a deactivated record, says why it cannot be edited. */
export function EditButton({ word, verdict, onEdit, children }: EditButtonProps) {
  if (!verdict.ok && verdict.why !== 'state') return null
  return (
    <Button leftSection={<PencilIcon />} onClick={() => (verdict.ok ? onEdit() : void informInactive(word))}>
      {children}
    </Button>
  )
}
