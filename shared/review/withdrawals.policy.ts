import { type Actor, holds, isAtLevel } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { isWithinReach, type Reviewed, type ReviewKeys } from './review.policy.ts'
import type { Withdrawal } from './withdrawals.schema.ts'

type Keys = Pick<ReviewKeys, 'approve'>
/** the proposal about a record that nobody has confirmed yet, or null */
type Proposal = Pick<Withdrawal, 'proposed_by' | 'proposed_by_id'> | null

/** Whether a person may withdraw approvals of this kind of record at all. */
export const mayWithdrawApprovals = (actor: Actor, { approve }: Keys): Verdict =>
  all(holds(actor, approve), isAtLevel(actor, 'FMB'))

const isApproved = ({ site_status }: Pick<Reviewed, 'site_status'>): boolean => site_status === 'Approved'

const mayWithdraw = (actor: Actor, keys: Keys, record: Reviewed): Verdict =>
  all(
    mayWithdrawApprovals(actor, keys),
    isWithinReach(actor, record),
    isApproved(record) ? yes : no('not_approved'),
  )

export const canProposeWithdrawal = (actor: Actor, keys: Keys, record: Reviewed, open: Proposal): Verdict =>
  all(mayWithdraw(actor, keys, record), open ? no('withdrawal_proposed', { by: open.proposed_by }) : yes)

/** Anybody who may withdraw the approval may take the proposal back. */
export const canCancelWithdrawal = (actor: Actor, keys: Keys, record: Reviewed, open: Proposal): Verdict =>
  all(mayWithdraw(actor, keys, record), open ? yes : no('no_withdrawal'))

/** A second person confirms; whether the two accounts count as two people, `areTwoPeople` says. */
export const canConfirmWithdrawal = (actor: Actor, keys: Keys, record: Reviewed, open: Proposal): Verdict =>
  all(
    canCancelWithdrawal(actor, keys, record, open),
    open?.proposed_by_id === actor.id ? no('one_person') : yes,
  )

/** The proposal that nobody has confirmed yet, or null. */
export const openProposal = (newest: Withdrawal | null): Withdrawal | null =>
  newest?.confirmed_at === null ? newest : null

/** Whether a withdrawal of the record's approval can be proposed or confirmed, so that its page has to ask for it. */
export const mayHaveWithdrawal = (
  record: Pick<Reviewed, 'site_status'>,
  history: readonly { action: string }[],
): boolean => isApproved(record) || history.some(({ action }) => action === 'Withdrawn')

/** Whether the record's approval is withdrawn, and it has no newer one. */
export const isWithdrawn = (
  record: Pick<Reviewed, 'site_status'>,
  { confirmed_at }: Pick<Withdrawal, 'confirmed_at'>,
): boolean => confirmed_at !== null && !isApproved(record)

/** What the record's page offers this person: the same as the three policies, without their sentences. */
export function withdrawalChoices(actor: Actor, keys: Keys, record: Reviewed, open: Proposal) {
  const may = mayWithdrawApprovals(actor, keys).ok && isWithinReach(actor, record).ok && isApproved(record)
  return {
    propose: may && open === null,
    confirm: may && open !== null && open.proposed_by_id !== actor.id,
    cancel: may && open !== null,
  }
}
