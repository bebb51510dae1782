import { Switch } from '@mantine/core'
import type { ReviewFacts } from '../../shared/review/review.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { notifyDone } from '../ui/notify.ts'
import { fail } from '../ui/fail.ts'
import { useStatusChange } from '../ui/useStatusChange.ts'
import { type ReviewedRecord, type ReviewedRow, useRecordChange } from './review.calls.ts'
import type { ReviewedScreens } from './reviewed-screens.ts'

const capital = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1)

type RecordSwitchProps<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  of: ReviewedScreens<Shown, Row>
  record: ReviewedRecord
}

/** Deactivates a record with a reason, or activates it; hidden where the policy refuses (001 §4, ACTIVITIES-32). */
export function RecordSwitch<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of: { calls, noun, may, status },
  record,
}: RecordSwitchProps<Shown, Row>) {
  const actor = useActor()
  const params = { id: record.id }
  const activate = useRecordChange(calls.show, record.id, calls.activate)
  const deactivate = useRecordChange(calls.show, record.id, calls.deactivate)
  const mayDeactivate = may.deactivate(actor, record).ok
  const mayActivate = may.activate(actor, record).ok
  const { run, busy } = useStatusChange({
    status: record.status,
    off: {
      title: `Deactivate this ${noun}?`,
      message: 'It is hidden from other users. This cannot be undone.',
    },
    on: {
      title: `Activate this ${noun}?`,
      message: 'It is shown to other users again, and its review continues where it was.',
    },
    deactivate: (input) => deactivate.mutateAsync({ params, ...input }),
    activate: (input) => activate.mutateAsync({ params, ...input }),
    onDone: (now) => notifyDone(`${capital(noun)} ${now.toLowerCase()}.`),
    onFailed: (error) => fail(error, { titlesFaults: status.titlesFaults }),
  })
  if (!mayDeactivate && !mayActivate) return null

  return (
    <Switch
      label={status.label(record.status)}
      aria-label={status.name}
      size="md"
      checked={mayDeactivate}
      disabled={busy}
      onChange={() => void run()}
    />
  )
}
