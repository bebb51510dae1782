import { canWithdrawPoint } from '../../../shared/review/points.policy.ts'
import type { Point } from '../../../shared/review/points.schema.ts'
import { useChange } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import { Button } from '@mantine/core'
import { ActionName } from '../../ui/ActionName.tsx'
import { confirm } from '../../ui/dialogs.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { useAction } from '../../ui/useAction.ts'
import { type Points, usePoints } from './points-context.tsx'
import styles from './Points.module.css'

/** Withdraws an open point of the reader's own level, with a reason, while the office works on the record. */
export function WithdrawPoint({ point }: { point: Point }) {
  const shown = usePoints()
  const actor = useActor()
  if (!shown?.keys || !canWithdrawPoint(actor, shown.keys, shown.record, point).ok) return null
  return <Withdraw point={point} calls={shown.calls} record={shown.record} />
}

function Withdraw({ point, calls, record }: Pick<Points, 'calls' | 'record'> & { point: Point }) {
  const { busy, run } = useAction()
  const withdraw = useChange(calls.withdrawPoint)

  const ask = async () => {
    const answer = await confirm({
      title: 'Withdraw this point?',
      message: `${point.label}: ${record.returned_at ? 'its office need not answer it any more. ' : ''}The point and your reason stay in the history.`,
      confirmLabel: 'Withdraw',
      reason: { label: 'Reason', min: 1, max: 1000 },
    })
    if (!answer?.reason) return
    const params = { id: record.id, point_id: point.id }
    const body = { text: answer.reason }
    const done = await run((form_key) => withdraw.mutateAsync({ params, body, form_key }))
    if (done) notifyDone('The point was withdrawn.')
  }
  return (
    <div className={styles.actions}>
      <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void ask()}>
        <ActionName action="Withdraw" name={`the point about ${point.label}`} />
      </Button>
    </div>
  )
}
