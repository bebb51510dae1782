import { sql } from 'kysely'
import {
  approved,
  canDecide,
  isRecalled,
  recalled,
  type Review,
  REVIEW_FIELDS,
  returned,
  submitted,
  unsubmitted,
} from '../../shared/review/review-chain.ts'
import { acceptedChanges } from '../../shared/review/bulk.ts'
import { isOwnWork } from '../../shared/review/review.policy.ts'
import { mayHaveWithdrawal } from '../../shared/review/withdrawals.policy.ts'
import { factChanges } from './public-facts.queries.ts'
import { recordView } from '../audit/views.actions.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import { fieldChanges } from '../context/audit.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import { requireIdentity } from '../context/identity-check.ts'
import { type Db, onOneConnection } from '../database/db.ts'
import { requireAllowed } from '../lib/errors.ts'
import { ACTIVATED_COLUMNS, deactivatedColumns } from '../context/deactivation-columns.ts'
import type { CorrectedSpelling, Decision, RecordKind, ReviewedRow } from './record.kind.ts'
import { answerPoints, prepareReturn, recallAnswers, settleApproved } from './points.actions.ts'
import { wordsOfLooked } from './looked.actions.ts'
import { commentColumns } from './return-comments.ts'
import { recordOpening, recordSending } from './openings.queries.ts'
import { requireStillAllowed, requireSameRevision } from './review.checks.ts'
import {
  mailApproved,
  mailCorrected,
  mailRecalled,
  mailReturned,
  mailSwitched,
  mailWaiting,
  type NoticeOutbox,
} from './review.mails.ts'
import { addReviewStep, findReturnedSubmission, isOnlyApprover, listReviewSteps } from './review.queries.ts'
import { removeSnapshot } from './snapshots.queries.ts'
import { listWarningLabels } from './warnings.queries.ts'
import { findWithdrawal } from './withdrawals.queries.ts'

// Each action saves the record last: saving locks the stored counts of the office until the commit, and the other
// writers of the office wait for them.

/** the value of `deactivate_reason` while a record is activated */
const NO_REASON = 'N/A'

const chainChanges = (before: Review, after: Review) => fieldChanges(before, after, REVIEW_FIELDS)

const switchChanges = (before: ReviewedRow, after: ReviewedRow) =>
  fieldChanges(before, after, ['status', 'deactivate_reason'])

const NOTHING_CORRECTED: CorrectedSpelling = { columns: {}, edits: [], changes: [] }

type SeenRevision = Pick<Decision, 'revision'> | null | undefined

/** Returns a record that the caller may see; rejects with 404 otherwise. */
export async function seeRecord<Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
): Promise<Row> {
  const record = await kind.read(ctx.db, id)
  requireAllowed(kind.policies.maySee(ctx.actor, record))
  return record
}

/**
 * Logs that the caller has viewed a record (P12, A16). If a reviewer names the current revision, and it was sent to
 * this reviewer, the record counts as opened.
 */
export async function viewRecord<Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  revision: number | undefined,
): Promise<void> {
  const record = await seeRecord(ctx, kind, id)
  await recordView(ctx, kind.entry(record, 'View'))
  // an older revision is not the record as it is now, and a later one does not exist
  if (revision !== record.revision || !kind.policies.mayReview(ctx.actor).ok) return
  const opened_at = ctx.services.now().toISOString()
  await recordOpening(ctx.db, { user_id: ctx.actor.id, record_id: record.record_id, revision, opened_at })
}

/** Whether the caller encoded the record and may still approve it, being the only approver at this level (S-70). */
export const isOnlyApproverOfOwn = async <Row extends ReviewedRow>(
  { actor }: Ctx,
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
): Promise<boolean> =>
  isOwnWork(actor, record) && (await isOnlyApprover(db, actor, kind.policies.keys.approve, record))

/**
 * Reads a record with its review and its warnings for its page, and what `more` reads of it, in one piece; rejects with
 * 404 what the caller may not see. Stores that the record was sent if the caller can decide.
 */
export const showRecord = <Row extends ReviewedRow, More>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  more: (ctx: Ctx, record: Promise<Row>) => Promise<More>,
) =>
  onOneConnection(ctx.services.db, async (db) => {
    const held = { ...ctx, db }
    const reading = seeRecord(held, kind, id)
    const [record, history, labels, own] = await Promise.all([
      reading,
      listReviewSteps(db, sql`(select record_id from ${sql.table(kind.table.name)} where id = ${id})`),
      listWarningLabels(db, kind.table, [id]),
      more(held, reading),
    ])
    const { record_id, revision } = record
    const marks = labels.get(id) ?? []
    const only_approver = await isOnlyApproverOfOwn(held, db, kind, record)
    const withdrawal = mayHaveWithdrawal(record, history) ? await findWithdrawal(db, record_id) : null
    const { id: user_id, access_level } = ctx.actor
    if (kind.policies.mayReview(ctx.actor).ok && canDecide(record, access_level).ok)
      await recordSending(db, { user_id, record_id, revision, marks })
    return { record, own, review: { only_approver, history, withdrawal, marks } }
  })

/** Submits a complete record to its office's PENRO approvers, whichever level returned it (P09, A05, A13, S-72). */
export const submitRecord = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  seen: SeenRevision,
): Promise<Row> =>
  ctx.write(async (db, audit) => {
    const before = await kind.lock(db, id)
    const now = changeStamp(ctx)
    requireAllowed(kind.canSubmit(ctx.actor, before))
    await requireSameRevision(db, kind.module, seen?.revision, before)
    kind.requireComplete(before, new Date(now.updated_at))

    const next = submitted(before)
    // no reviewer decided on a recalled submission, so its round continues (S-146)
    const round = isRecalled(before) ? before.review_round : before.review_round + 1
    const answered = await answerPoints(ctx, db, kind, before, { round, at: now.updated_at })
    const step = { round, action: 'Submitted', level: null, at: now.updated_at } as const
    const snapshot = await kind.snapshot(db, before)
    await Promise.all([
      addReviewStep(db, ctx.actor, before.record_id, step, snapshot),
      mailWaiting(ctx.services, db, kind, kind.mailed({ ...before, ...next })),
    ])
    const [after] = await Promise.all([
      kind.save(db, id, now, {
        ...next,
        submitted_by: now.updated_by,
        submitted_at: now.updated_at,
        waiting_since: now.updated_at,
        review_round: round,
        recalled_at: null,
        ...answered.counts,
      }),
      kind.storeWarningsOfStep(db, before, ctx.services.now()),
    ])
    audit(kind.entry(after, 'Submitted', [...chainChanges(before, after), ...answered.log]))
    return after
  })

/**
 * Recalls a submission that no approver has acted on: the record returns to its state before, with the comments of its
 * last return (P13, A18). The next submission continues the round and replaces this one's snapshot (S-146).
 */
export const recallRecord = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  seen: SeenRevision,
): Promise<Row> =>
  ctx.write(async (db, audit) => {
    const before = await kind.lock(db, id)
    const now = changeStamp(ctx)
    await requireStillAllowed(db, kind.canRecall(ctx.actor, before), before)
    await requireSameRevision(db, kind.module, seen?.revision, before)

    const next = recalled(before, unsubmitted(kind))
    const step = { round: before.review_round, action: 'Recalled', level: null, at: now.updated_at } as const
    await addReviewStep(db, ctx.actor, before.record_id, step)
    await removeSnapshot(db, before.record_id, before.review_round)
    const points = await recallAnswers(ctx, db, kind, before, step)
    await mailRecalled(ctx, db, kind, kind.mailed(before))
    const after = await kind.save(db, id, now, {
      ...next,
      ...(await submissionBefore(db, before)),
      waiting_since: null,
      recalled_at: now.updated_at,
      ...points,
    })
    await kind.storeWarningsOfStep(db, before, ctx.services.now())
    audit(kind.entry(after, 'Recalled', chainChanges(before, after)))
    return after
  })

/** Returns the submission columns of the last returned submission; null values before the first return. */
async function submissionBefore(db: Db, record: ReviewedRow) {
  if (record.returned_by === null) return { submitted_by: null, submitted_at: null }
  const returned = await findReturnedSubmission(db, record.record_id)
  // a record that was entered without its history keeps its columns
  return returned ? { submitted_by: returned.user_id, submitted_at: returned.at } : {}
}

/** Refuses an approval that the caller may not give now, or of another revision than they have seen. */
async function requireMayApprove<Row extends ReviewedRow>(
  ctx: Ctx,
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
  seen: SeenRevision,
): Promise<void> {
  const isOnlyApprover = await isOnlyApproverOfOwn(ctx, db, kind, record)
  await requireStillAllowed(db, kind.policies.mayApprove(ctx.actor, record, isOnlyApprover), record)
  await requireSameRevision(db, kind.module, seen?.revision, record)
}

/** What a final approval stores beside the status. */
const finalColumns = async <Row extends ReviewedRow>(
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
  approved_at: string,
) => ({
  approved_at,
  waiting_since: null,
  withdrawn_at: null,
  // the comments of the last return remain in the history (S-45)
  ...commentColumns(kind.commentPlaces, {}),
  ...(await kind.finalColumns(db, record)),
})

/** Approves the record at the caller's level; FMB's approval is final (P02 to P04, A06 to A08, S-55). */
export const approveRecord = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  decision: Decision | null | undefined,
  outbox?: NoticeOutbox,
): Promise<Row> =>
  ctx.write(async (db, audit, send) => {
    const before = await kind.lock(db, id)
    const now = changeStamp(ctx)
    await requireMayApprove(ctx, db, kind, before, decision)

    const [{ looked, counted }, labels, spelling = NOTHING_CORRECTED] = await Promise.all([
      wordsOfLooked(db, kind, before, decision?.looked),
      listWarningLabels(db, kind.table, [id]),
      kind.spelling?.correct(db, before, decision?.edits ?? []),
    ])
    const marks = labels.get(id) ?? []
    const level = ctx.actor.access_level
    const next = { ...approved(before, level), ...spelling.columns }
    const isFinal = next.site_status === 'Approved'
    const identity = isFinal ? await requireIdentity(ctx, db, { isFinalDecision: true }) : []
    const step = { round: before.review_round, action: 'Approved', level, at: now.updated_at } as const
    send(addReviewStep(db, ctx.actor, before.record_id, { ...step, looked, edits: spelling.edits }))
    send(deleteDraft(ctx, db, `${kind.name}-return`, id))
    const settled = await settleApproved(ctx, db, kind, before, step)
    const columns = isFinal
      ? await finalColumns(db, kind, before, now.updated_at)
      : { waiting_since: now.updated_at }
    const mailed = kind.mailed({ ...before, ...next })
    const accepting = kind.land?.accept(ctx, db, before, decision?.accepted_findings ?? [], step)
    const tell = () => (isFinal ? mailApproved : mailWaiting)(ctx.services, db, kind, mailed, { outbox })
    const [accepted = []] = await Promise.all([
      accepting,
      // the mail counts the findings that are accepted now
      mailed.has_findings === false ? tell() : Promise.resolve(accepting).then(tell),
      mailCorrected(ctx, db, kind, mailed, spelling.edits),
    ])
    const [after, facts] = await Promise.all([
      kind.save(db, id, now, { ...next, ...columns, ...settled.counts }),
      isFinal && kind.facts ? factChanges(db, kind.facts, id) : [],
      kind.storeWarningsOfStep(db, before, ctx.services.now()),
    ])
    const changes = [...chainChanges(before, after), ...spelling.changes, ...facts, ...identity]
    audit(kind.entry(after, `Approved (${level})`, changes))
    // in a separate row, because the row of the approval can be proved in public
    const noted = [...acceptedChanges(marks), ...settled.log, ...accepted, ...counted]
    if (noted.length > 0) audit(kind.entry(after, 'Decision Noted', noted))
    return after
  })

/** Returns the record to its encoder with comments (P05 to P07, A09 to A11, S-74). */
export const returnRecord = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  decision: Decision,
  outbox?: NoticeOutbox,
): Promise<Row> =>
  ctx.write(async (db, audit) => {
    const before = await kind.lock(db, id)
    const now = changeStamp(ctx)
    await requireStillAllowed(db, kind.policies.mayReturn(ctx.actor, before), before)
    await requireSameRevision(db, kind.module, decision.revision, before)

    const { looked, counted } = await wordsOfLooked(db, kind, before, decision.looked)
    const prepared = await prepareReturn(ctx, db, kind, before, decision)
    const level = ctx.actor.access_level
    const next = returned(before, level)
    const step = { round: before.review_round, action: 'Returned', level, at: now.updated_at } as const
    await addReviewStep(db, ctx.actor, before.record_id, { ...step, ...prepared.step, looked })
    const points = await prepared.send(step)
    await deleteDraft(ctx, db, `${kind.name}-return`, id)
    const mailed = kind.mailed({ ...before, ...next })
    await mailReturned(ctx.services, db, kind, mailed, prepared.mailed, outbox)
    const after = await kind.save(db, id, now, {
      ...next,
      ...prepared.columns,
      returned_at: now.updated_at,
      waiting_since: null,
      ...points.counts,
    })
    await kind.storeWarningsOfStep(db, before, ctx.services.now())
    const said = prepared.logged(kind.commentChanges(before, after))
    const changes = [...chainChanges(before, after), ...said, ...points.log]
    audit(kind.entry(after, `Returned (${level})`, changes))
    if (counted.length > 0) audit(kind.entry(after, 'Decision Noted', counted))
    return after
  })

/** Deactivates a record before any approval; its review status does not change (P10, A14). */
export const deactivateRecord = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  deactivate_reason: string,
): Promise<Row> =>
  switchOff(ctx, kind, id, deactivate_reason, async (_db, before) =>
    requireAllowed(kind.policies.mayDeactivate(ctx.actor, before)),
  )

/** Deactivates a record unless `requireMay` rejects that for the locked record. */
export const switchOff = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  deactivate_reason: string,
  requireMay: (db: Db, before: Row) => Promise<void>,
): Promise<Row> =>
  ctx.write(async (db, audit) => {
    const before = await kind.lock(db, id)
    await requireMay(db, before)

    const now = changeStamp(ctx)
    const after = await kind.save(db, id, now, deactivatedColumns(now, deactivate_reason))
    audit(kind.entry(after, 'Deactivated', switchChanges(before, after)))
    await mailSwitched(ctx, db, kind, kind.mailed(after))
    await kind.storeWarnings(db, await kind.listConcerned(db, after), ctx.services.now())
    return after
  })

/** Activates a record in its former review status, unless another one has replaced it (P11, A15). */
export const activateRecord = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
): Promise<Row> =>
  ctx.write(async (db, audit) => {
    const before = await kind.lock(db, id)
    requireAllowed(kind.policies.mayActivate(ctx.actor, before))
    await kind.requireNotReplaced(db, before)

    const after = await kind.save(db, id, changeStamp(ctx), {
      ...ACTIVATED_COLUMNS,
      deactivate_reason: NO_REASON,
    })
    audit(kind.entry(after, 'Activated', switchChanges(before, after)))
    await mailSwitched(ctx, db, kind, kind.mailed(after))
    await kind.storeWarnings(db, await kind.listConcerned(db, after), ctx.services.now())
    return after
  })
