import { Switch } from '@mantine/core'
import { REASON_LENGTH } from '../../shared/lib/deactivation.ts'
import { useActor } from '../app/actor.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useFailure } from '../ui/useFailure.ts'
import { useOnce } from '../ui/useOnce.ts'
import { type ReviewedRecord, type ReviewedRow, type ReviewFacts, useRecordChange } from './review.calls.ts'
import type { ReviewedScreens } from './reviewed-screens.ts'

const capital = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1)

type RecordSwitchProps<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  of: ReviewedScreens<Shown, Row>
  record: ReviewedRecord
}

/** Switches a record off with a reason, or on again; absent where the policy says no (001 §4, ACTIVITIES-32). */
export function RecordSwitch<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of: { calls, noun, may, status },
  record,
}: RecordSwitchProps<Shown, Row>) {
  const actor = useActor()
  const { confirm } = useDialogs()
  const fail = useFailure({ titlesFaults: status.titlesFaults })
  const params = { id: record.id }
  const activate = useRecordChange(calls, record.id, () => calls.activate({ params }))
  const deactivate = useRecordChange(calls, record.id, (deactivate_reason: string) =>
    calls.deactivate({ params, body: { deactivate_reason } }),
  )
  const mayDeactivate = may.deactivate(actor, record).ok
  const mayActivate = may.activate(actor, record).ok

  const askDeactivate = async () => {
    const answer = await confirm({
      title: `Deactivate this ${noun}?`,
      message: 'It is hidden from other users. This cannot be undone.',
      confirmLabel: 'Deactivate',
      danger: true,
      reason: { label: 'Reason', ...REASON_LENGTH },
    })
    if (answer?.reason === undefined) return
    await deactivate.mutateAsync(answer.reason)
    notifyDone(`${capital(noun)} deactivated.`)
  }

  const askActivate = async () => {
    const answer = await confirm({
      title: `Activate this ${noun}?`,
      message: 'It is shown to other users again and goes on where it stood.',
      confirmLabel: 'Activate',
    })
    if (!answer) return
    await activate.mutateAsync(undefined)
    notifyDone(`${capital(noun)} activated.`)
  }

  const ask = useOnce(() => (mayDeactivate ? askDeactivate() : askActivate()).catch(fail))
  if (!mayDeactivate && !mayActivate) return null

  return (
    <Switch
      label={status.label(record.status)}
      aria-label={status.name}
      size="md"
      checked={mayDeactivate}
      disabled={activate.isPending || deactivate.isPending}
      onChange={() => void ask()}
    />
  )
}
