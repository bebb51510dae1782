import { Button, Group } from '@mantine/core'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { isWithdrawn, openProposal, withdrawalChoices } from '../../shared/review/withdrawals.policy.ts'
import { WITHDRAWAL_LENGTH, type Withdrawal } from '../../shared/review/withdrawals.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { confirm } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useAction } from '../ui/useAction.ts'
import type { WithdrawalProps } from './LazyApprovalWithdrawal.tsx'
import { useRecordChange } from './review.calls.ts'

const reasonOf = ({ reason }: Pick<Withdrawal, 'reason'>) => reason ?? 'This reason was erased.'

/** The questions before a withdrawal is proposed, confirmed or taken back, and their calls. */
function useWithdrawal({ of: { calls, recordOf, codeOf, nameOf }, shown }: WithdrawalProps) {
  const record = recordOf(shown)
  const { busy, run } = useAction()
  const proposing = useRecordChange(calls.show, record.id, calls.proposeWithdrawal)
  const confirming = useRecordChange(calls.show, record.id, calls.confirmWithdrawal)
  const cancelling = useRecordChange(calls.show, record.id, calls.cancelWithdrawal)
  const params = { id: record.id }
  const name = `${codeOf(record)}, ${nameOf(record)}`

  /** Asks, makes the change, and says what was done. */
  const ask = async (
    question: Parameters<typeof confirm>[0],
    change: (form_key: string, reason: string) => Promise<unknown>,
    done: string,
  ) => {
    const answer = await confirm(question)
    if (answer && (await run((form_key) => change(form_key, answer.reason ?? '')))) notifyDone(done)
  }
  const propose = () =>
    ask(
      {
        title: 'Withdraw this approval?',
        message: `Once a second person of FMB has confirmed it, ${name} leaves the public list and returns to its office. Its public page and its certificates then say “Withdrawn” with the day and your reason. The activities of a profile leave the list with it.`,
        confirmLabel: 'Propose',
        danger: true,
        reason: { label: 'Reason', ...WITHDRAWAL_LENGTH },
      },
      (form_key, reason) => proposing.mutateAsync({ params, body: { reason }, form_key }),
      'The withdrawal is proposed. The others of FMB who can confirm it have a mail.',
    )
  const confirmIt = (open: Withdrawal) =>
    ask(
      {
        title: 'Withdraw this approval?',
        message: `${open.proposed_by} proposed it for ${name}: “${reasonOf(open)}” It leaves the public list now, and its public page and its certificates say “Withdrawn” with the day and this reason.`,
        confirmLabel: 'Withdraw approval',
        danger: true,
      },
      (form_key) => confirming.mutateAsync({ params, body: { withdrawal_id: open.id }, form_key }),
      'The approval was withdrawn.',
    )
  const cancel = (open: Withdrawal) =>
    ask(
      {
        title: 'Take this proposal back?',
        message: `The approval of ${name} stays. The log says that its withdrawal was proposed and taken back.`,
        confirmLabel: 'Take back',
      },
      (form_key) => cancelling.mutateAsync({ params, body: { withdrawal_id: open.id }, form_key }),
      'The proposal was taken back.',
    )
  return { busy, propose, confirmIt, cancel }
}

/** A withdrawal of the record's final approval that waits or has happened, and what this person can do about it (S-170). */
export function ApprovalWithdrawal(props: WithdrawalProps) {
  const { of, keys, shown } = props
  const actor = useActor()
  const record = of.recordOf(shown)
  const open = openProposal(shown.withdrawal)
  const may = withdrawalChoices(actor, keys, record, open)
  const { busy, propose, confirmIt, cancel } = useWithdrawal(props)
  const { withdrawal } = shown
  if (withdrawal && isWithdrawn(record, withdrawal))
    return (
      <Notice tone="warning" title={`Approval withdrawn, ${formatDateTime(withdrawal.confirmed_at)}`}>
        <p>{reasonOf(withdrawal)}</p>
        <p>
          Proposed by {withdrawal.proposed_by}, confirmed by {withdrawal.confirmed_by}.
        </p>
      </Notice>
    )
  if (open)
    return (
      <Notice tone="warning" title="A withdrawal of this approval is proposed">
        <p>{reasonOf(open)}</p>
        <p>
          Proposed by {open.proposed_by}, {formatDateTime(open.proposed_at)}. It takes effect when a second
          person of FMB confirms it.
        </p>
        <Group gap="sm">
          {may.confirm ? (
            <Button color="red" onClick={() => void confirmIt(open)} disabled={busy}>
              Withdraw approval
            </Button>
          ) : null}
          {may.cancel ? (
            <Button variant="default" onClick={() => void cancel(open)} disabled={busy}>
              Take back
            </Button>
          ) : null}
        </Group>
      </Notice>
    )
  if (!may.propose) return null
  return (
    <Group justify="flex-end">
      <Button variant="outline" color="red" onClick={() => void propose()} disabled={busy}>
        Withdraw approval
      </Button>
    </Group>
  )
}
