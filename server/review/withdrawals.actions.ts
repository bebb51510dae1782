import { areTwoPeople } from '../../shared/access/two-people.ts'
import { reviewOf, REVIEW_FIELDS, withdrawn } from '../../shared/review/review-chain.ts'
import {
  canCancelWithdrawal,
  canConfirmWithdrawal,
  canProposeWithdrawal,
  openProposal,
} from '../../shared/review/withdrawals.policy.ts'
import type { Withdrawal } from '../../shared/review/withdrawals.schema.ts'
import { listAccountChanges } from '../audit/account-changes.queries.ts'
import { fieldChanges } from '../context/audit.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { prepareReturn } from './points.actions.ts'
import type { RecordKind, ReviewedRow } from './record.kind.ts'
import { mailWithdrawalProposed, mailWithdrawn } from './review.mails.ts'
import { addReviewStep } from './review.queries.ts'
import { confirmProposal, deleteProposal, findWithdrawal, insertWithdrawal } from './withdrawals.queries.ts'

const reasonChange = (reason: string | null) => ({ field: 'reason', old: null, new: reason })

const findProposal = async (db: Db, { record_id }: ReviewedRow): Promise<Withdrawal | null> =>
  openProposal(await findWithdrawal(db, record_id))

/** The proposal that the caller saw; 409 where it was taken back, confirmed or replaced since. */
function requireSeen(open: Withdrawal | null, withdrawal_id: number): Withdrawal {
  if (open?.id !== withdrawal_id) throw new AppError('no_withdrawal')
  return open
}

/** Proposes to withdraw a record's final approval and mails those of FMB who can confirm it (S-170). */
export const proposeWithdrawal = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  reason: string,
): Promise<Row> =>
  ctx.write(async (db, audit) => {
    const record = await kind.lock(db, id)
    const { keys } = kind.policies
    requireAllowed(canProposeWithdrawal(ctx.actor, keys, record, await findProposal(db, record)))
    const { updated_by: proposed_by, updated_at: proposed_at } = changeStamp(ctx)
    await insertWithdrawal(db, record.record_id, { reason, proposed_by, proposed_at })
    await mailWithdrawalProposed(ctx, db, kind, kind.mailed(record), reason)
    audit(kind.entry(record, 'Withdrawal Proposed', [reasonChange(reason)]))
    return record
  })

/** Takes a proposal back; the approval stays. */
export const cancelWithdrawal = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  withdrawal_id: number,
): Promise<Row> =>
  ctx.write(async (db, audit) => {
    const record = await kind.lock(db, id)
    const open = await findProposal(db, record)
    requireAllowed(canCancelWithdrawal(ctx.actor, kind.policies.keys, record, open))
    const { reason } = requireSeen(open, withdrawal_id)
    await deleteProposal(db, withdrawal_id)
    audit(kind.entry(record, 'Withdrawal Cancelled', [reasonChange(reason)]))
    return record
  })

/**
 * Withdraws a final approval, as a second person: the record leaves everything public and is back with its office, as if
 * FMB had returned it with the reason as a point about the whole record.
 */
export const confirmWithdrawal = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  withdrawal_id: number,
): Promise<Row> =>
  ctx.write(async (db, audit) => {
    const before = await kind.lock(db, id)
    const found = await findProposal(db, before)
    requireAllowed(canConfirmWithdrawal(ctx.actor, kind.policies.keys, before, found))
    const open = requireSeen(found, withdrawal_id)
    const clock = ctx.services.now()
    const history = await listAccountChanges(db, clock)
    requireAllowed(areTwoPeople(open.proposed_by_id, ctx.actor.id, history, clock))

    const now = changeStamp(ctx)
    const [confirmed_by, confirmed_at] = [now.updated_by, now.updated_at]
    const reason = open.reason ?? ''
    const next = withdrawn(before)
    const prepared = await prepareReturn(ctx, db, kind, before, {
      points: [{ kind: 'correct', place: { about: 'record' }, text: reason }],
    })
    const step = { round: before.review_round, action: 'Withdrawn', level: 'FMB', at: confirmed_at } as const
    await addReviewStep(db, ctx.actor, before.record_id, { ...step, comment: reason })
    const points = await prepared.send(step)
    await confirmProposal(db, withdrawal_id, { confirmed_by, confirmed_at })
    await mailWithdrawn(ctx.services, db, kind, kind.mailed({ ...before, ...next }), reason)
    const after = await kind.save(db, id, now, {
      ...next,
      ...prepared.columns,
      approved_at: null,
      withdrawn_at: confirmed_at,
      returned_at: confirmed_at,
      ...points.counts,
    })
    await kind.storeWarningsOfStep(db, before, ctx.services.now())
    const changes = fieldChanges(reviewOf(before), reviewOf(after), REVIEW_FIELDS)
    audit(kind.entry(after, 'Withdrawn (FMB)', [...changes, reasonChange(reason), ...points.log]))
    return after
  })
