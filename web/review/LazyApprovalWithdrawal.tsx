import { lazy, Suspense } from 'react'
import type { ReviewKeys } from '../../shared/review/review.policy.ts'
import type { ReviewFacts } from '../../shared/review/review.schema.ts'
import { mayWithdrawApprovals } from '../../shared/review/withdrawals.policy.ts'
import { useActor } from '../lib/useActor.ts'
import type { ReviewedScreens } from './reviewed-screens.ts'

export type WithdrawalProps = {
  of: Pick<ReviewedScreens, 'calls' | 'recordOf' | 'codeOf' | 'nameOf'>
  keys: ReviewKeys
  shown: ReviewFacts
}

const ApprovalWithdrawal = lazy(() =>
  import('./ApprovalWithdrawal.tsx').then((loaded) => ({ default: loaded.ApprovalWithdrawal })),
)

/** The withdrawal of the record's approval, loaded for those whom it concerns: of few records there is one. */
export function LazyApprovalWithdrawal(props: WithdrawalProps) {
  const actor = useActor()
  if (props.shown.withdrawal === null && !mayWithdrawApprovals(actor, props.keys).ok) return null
  return (
    <Suspense>
      <ApprovalWithdrawal {...props} />
    </Suspense>
  )
}
