import { z } from 'zod/mini'
import type { Wraps } from '../lib/replies.ts'
import type { CallRights } from './review.policy.ts'
import { mayWithdrawApprovals } from './withdrawals.policy.ts'
import { endpoint } from '../access/endpoint.ts'
import type { KindNames } from '../access/record-kinds.ts'
import { Id, IdParams } from '../lib/ids.ts'
import { requiredText } from '../lib/plain-text.ts'

/** of the reason for withdrawing an approval, which the public reads */
export const WITHDRAWAL_LENGTH = { min: 2, max: 500 } as const

/** The withdrawal of a final approval: proposed by one person of FMB, in force once another has confirmed it. */
export const Withdrawal = z.object({
  id: z.number(),
  /** null if an operator has erased it */
  reason: z.nullable(z.string()),
  proposed_by_id: z.number(),
  proposed_by: z.string(),
  proposed_at: z.string(),
  confirmed_by: z.nullable(z.string()),
  confirmed_at: z.nullable(z.string()),
})
export type Withdrawal = z.output<typeof Withdrawal>

const ProposalSeen = z.object({ withdrawal_id: Id })

type WithdrawalCallKind<Answer, Shown> = {
  names: Pick<KindNames, 'path' | 'one'>
  reply: z.ZodMiniType<Answer> & Wraps<Shown>
  rights: Pick<CallRights, 'keys'>
}

/** The calls by which two people of FMB withdraw the approval of a record. */
export const withdrawalCalls = <Answer, Shown>({
  names: { path, one },
  reply,
  rights,
}: WithdrawalCallKind<Answer, Shown>) => {
  const ofForm = { form: true, params: IdParams, reply } as const
  return {
    proposeWithdrawal: endpoint('POST', `${path}/withdrawals/propose/:id`, {
      may: (actor) => mayWithdrawApprovals(actor, rights.keys),
      identity: 'every_caller',
      summary: `Propose to withdraw the final approval of ${one}, with a reason that the public reads`,
      ...ofForm,
      body: z.object({ reason: requiredText('Reason', WITHDRAWAL_LENGTH) }),
    }),
    confirmWithdrawal: endpoint('POST', `${path}/withdrawals/confirm/:id`, {
      may: (actor) => mayWithdrawApprovals(actor, rights.keys),
      identity: 'every_caller',
      summary: `Withdraw the final approval of ${one}, as another person has proposed`,
      ...ofForm,
      body: ProposalSeen,
    }),
    cancelWithdrawal: endpoint('POST', `${path}/withdrawals/cancel/:id`, {
      may: (actor) => mayWithdrawApprovals(actor, rights.keys),
      summary: `Take back the proposal to withdraw the final approval of ${one}`,
      ...ofForm,
      body: ProposalSeen,
    }),
  }
}
