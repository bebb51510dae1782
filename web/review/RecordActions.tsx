import { Switch } from '@mantine/core'
import { ApiError } from '../lib/call.ts'
import { useFormKey } from '../lib/form-key.ts'
import { useActor } from '../lib/useActor.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { confirm, inform } from '../ui/dialogs.tsx'
import { fail } from '../ui/fail.ts'
import { notifyDone } from '../ui/notify.ts'
import { useSend } from '../ui/useSend.ts'
import { useStatusChange } from '../ui/useStatusChange.ts'
import { useRecordChange } from './review.calls.ts'
import type { ReviewedRecord, ReviewedRow, ReviewedScreens } from './reviewed-screens.ts'

type RecordActionProps = {
  of: ReviewedScreens
  record: ReviewedRecord & ReviewedRow
}

const CONFLICT = 409

/** Recalls a submission; hidden once an approver has acted on it, or where the policy refuses. */
export function RecallRecord({
  of: { calls, codeOf, nameOf, noun, may, recallTo },
  record,
}: RecordActionProps) {
  const actor = useActor()
  const { busy, send } = useSend(useFormKey())
  const recall = useRecordChange(calls.show, record.id, calls.recall)

  const ask = async () => {
    const answer = await confirm({
      title: `Recall this ${noun}?`,
      message: `${codeOf(record)}, ${nameOf(record)}, leaves the review queue of ${record.office}. ${recallTo(record)}`,
      confirmLabel: 'Recall',
    })
    if (!answer) return
    try {
      const input = { params: { id: record.id }, body: { revision: record.revision } }
      await send((form_key) => recall.mutateAsync({ ...input, form_key }))
      notifyDone(`The ${noun} was recalled.`)
    } catch (error) {
      // another user was quicker: the message says who, and the page shows the record as it is now
      if (error instanceof ApiError && error.status === CONFLICT)
        await inform({ title: 'It was not recalled', message: error.message })
      else await fail(error)
    }
  }

  // stays visible during its own call, so that a failure can be reported
  if (!busy && !may.recall(actor, record).ok) return null
  return (
    <ActionButton verdict={may.recall(actor, record)} onClick={ask} variant="default" disabled={busy}>
      Recall
    </ActionButton>
  )
}

const capital = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1)

/** Deactivates a record with a reason, or activates it; hidden where the policy refuses (001 §4, ACTIVITIES-32). */
export function RecordSwitch({ of: { calls, noun, may, status }, record }: RecordActionProps) {
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
