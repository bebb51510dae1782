import type { ReviewFacts } from '../../shared/review/review.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { useFormKey } from '../lib/form-key.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { notifyDone } from '../ui/notify.ts'
import { fail } from '../ui/fail.ts'
import { useSend } from '../ui/useSend.ts'
import { type ReviewedRecord, type ReviewedRow, useRecordChange } from './review.calls.ts'
import type { ReviewedScreens } from './reviewed-screens.ts'
import { ApiError } from '../lib/call.ts'

const CONFLICT = 409

type RecallRecordProps<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  of: ReviewedScreens<Shown, Row>
  record: ReviewedRecord & Row
}

/** Recalls a submission; hidden once an approver has acted on it, or where the policy refuses. */
export function RecallRecord<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of: { calls, codeOf, nameOf, noun, may, recallTo },
  record,
}: RecallRecordProps<Shown, Row>) {
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
