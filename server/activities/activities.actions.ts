import {
  canActivateActivity,
  canApproveActivity,
  canDeactivateActivity,
  canReturnActivity,
  canSubmitActivity,
  ONGOING_ACTIVITY,
  UPLOAD_FIRST,
} from '../../shared/activities/activities.policy.ts'
import {
  type ActivityReturnInput,
  commentsOf,
  reasonField,
  reasonsOf,
  type SiteActivity,
} from '../../shared/activities/activities.schema.ts'
import { indicatorsWithFiles } from '../../shared/activities/verification.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principles.schema.ts'
import { approved, returned, submitted } from '../../shared/review/review-chain.ts'
import { isOwnWork } from '../../shared/sites/sites.policy.ts'
import { fieldChanges } from '../lib/audit.ts'
import { dropDraft } from '../drafts/drafts.actions.ts'
import { type Ctx, stamp } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { AppError, insist, invalid } from '../lib/errors.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { mailApproved, mailReturned, mailSwitched, mailWaiting } from '../review/review.mails.ts'
import { addReviewStep, isOnlyApprover } from '../review/review.queries.ts'
import { lockSite } from '../sites/sites.queries.ts'
import { KIND, mailed } from './activities.mails.ts'
import { hasOpenActivity, lockActivity, saveActivity } from './activities.queries.ts'
import { keepSubmittedActivity } from './changes.queries.ts'
import { entry, GRADE_FIELDS, gradesNow } from './drafts.actions.ts'
import { insistSeen } from '../review/review.checks.ts'

const CHAIN_FIELDS = ['site_status', 'penro_status', 'region_status', 'fmb_status', 'returned_by'] as const
const REASON_FIELDS = PRINCIPLE_NUMBERS.map(reasonField)

type Seen = { revision?: number | undefined } | null | undefined

/** A draft or returned activity with evidence goes to the PENRO approvers of the office (A05, A13). */
export const submitActivity = (ctx: Ctx, id: number, seen: Seen): Promise<SiteActivity> =>
  ctx.write(async (db, audit) => {
    const activity = await lockActivity(db, id)
    insist(canSubmitActivity(ctx.actor, activity))
    insistSeen(seen?.revision, activity)
    if (indicatorsWithFiles(activity.verification).size === 0)
      throw invalid({ verification: [UPLOAD_FIRST.message] }, UPLOAD_FIRST.message)

    const now = stamp(ctx)
    const round = await saveActivity(db, id, now, {
      ...submitted(activity),
      submitted_at: now.updated_at,
      submitted_by: ctx.actor.id,
      waiting_since: now.updated_at,
      starts_round: true,
    })
    const after = await lockActivity(db, id)
    await addReviewStep(db, ctx.actor, { site_activity_id: id }, { round, action: 'Submitted', level: null })
    await keepSubmittedActivity(db, after, round)
    await audit(entry(activity, 'Submitted', fieldChanges(activity, after, CHAIN_FIELDS)))
    await mailWaiting(ctx.services, db, KIND, mailed(after))
    return after
  })

/** Whether this person encoded it and yet may approve it, because nobody else of the office can (S-70). */
export const isOwnOnlyApprover = async (ctx: Ctx, db: Db, activity: SiteActivity): Promise<boolean> =>
  isOwnWork(ctx.actor, activity) && (await isOnlyApprover(db, ctx.actor, KIND.key, activity))

/** The waiting level passes the activity on; FMB's approval is final and freezes the grades (A06 to A08, S-55). */
export const approveActivity = (ctx: Ctx, id: number, seen: Seen): Promise<SiteActivity> =>
  ctx.write(async (db, audit) => {
    const activity = await lockActivity(db, id)
    insist(canApproveActivity(ctx.actor, activity, await isOwnOnlyApprover(ctx, db, activity)))
    insistSeen(seen?.revision, activity)

    const level = ctx.actor.access_level
    const next = approved(activity, level)
    const now = stamp(ctx)
    const isFinal = next.site_status === 'Approved'
    const round = await saveActivity(db, id, now, {
      ...next,
      waiting_since: isFinal ? null : now.updated_at,
      ...(isFinal ? await finalFields(db, activity, now.updated_at) : {}),
    })
    const after = await lockActivity(db, id)
    await addReviewStep(db, ctx.actor, { site_activity_id: id }, { round, action: 'Approved', level })
    const changes = [...fieldChanges(activity, after, CHAIN_FIELDS), ...(isFinal ? gradeList(after) : [])]
    await audit(entry(activity, `Approved (${level})`, changes))
    await dropDraft(ctx, db, 'activity-return', id)
    if (isFinal) await mailApproved(ctx.services, db, KIND, mailed(after))
    else await mailWaiting(ctx.services, db, KIND, mailed(after))
    return after
  })

/** Comments leave the record at final approval, the history keeps them (S-45). */
async function finalFields(db: Db, activity: SiteActivity, approved_at: string) {
  const principles = await listPrinciples(db, activity.principle_batch_number)
  return { approved_at, ...reasonsOf({}), ...(await gradesNow(db, activity, principles, activity)) }
}

const gradeList = (activity: SiteActivity): FieldChange[] =>
  GRADE_FIELDS.map((field) => ({ field, old: null, new: activity.grades[field] }))

/** The waiting level sends the activity back to its encoder with a comment per principle (A09 to A11, S-74). */
export const returnActivity = (ctx: Ctx, id: number, input: ActivityReturnInput): Promise<SiteActivity> =>
  ctx.write(async (db, audit) => {
    const activity = await lockActivity(db, id)
    insist(canReturnActivity(ctx.actor, activity))
    insistSeen(input.revision, activity)

    const level = ctx.actor.access_level
    const reasons = reasonsOf(input)
    const now = stamp(ctx)
    const round = await saveActivity(db, id, now, {
      ...returned(activity, level),
      ...reasons,
      returned_at: now.updated_at,
      waiting_since: null,
    })
    const after = await lockActivity(db, id)
    const comments = commentsOf(reasons)
    await addReviewStep(
      db,
      ctx.actor,
      { site_activity_id: id },
      { round, action: 'Returned', level, comments },
    )
    await keepSubmittedActivity(db, activity, round)
    const changes = fieldChanges(activity, after, [...CHAIN_FIELDS, ...REASON_FIELDS])
    await audit(entry(activity, `Returned (${level})`, changes))
    await dropDraft(ctx, db, 'activity-return', id)
    await mailReturned(ctx.services, db, KIND, mailed(after), level)
    return after
  })

/** Switches an activity off before any approval; its profile is free for another one (A14). */
export const deactivateActivity = (ctx: Ctx, id: number, deactivate_reason: string): Promise<SiteActivity> =>
  ctx.write(async (db, audit) => {
    const activity = await lockActivity(db, id)
    insist(canDeactivateActivity(ctx.actor, activity))

    const now = stamp(ctx)
    await saveActivity(db, id, now, {
      status: 'Deactivated',
      deactivated_at: now.updated_at,
      deactivated_by: ctx.actor.id,
      deactivate_reason,
    })
    const after = await lockActivity(db, id)
    await audit(
      entry(activity, 'Deactivated', fieldChanges(activity, after, ['status', 'deactivate_reason'])),
    )
    await mailSwitched(ctx, db, KIND, mailed(after))
    return after
  })

/** Brings an activity back where it was, unless its profile has another one in work by now (A15). */
export const activateActivity = (ctx: Ctx, id: number): Promise<SiteActivity> =>
  ctx.write(async (db, audit) => {
    const activity = await lockActivity(db, id)
    insist(canActivateActivity(ctx.actor, activity))
    await lockSite(db, activity.site_profile_id)
    if (activity.site_status !== 'Approved' && (await hasOpenActivity(db, activity.site_profile_id)))
      throw new AppError('state', ONGOING_ACTIVITY)

    await saveActivity(db, id, stamp(ctx), {
      status: 'Activated',
      deactivated_at: null,
      deactivated_by: null,
      deactivate_reason: 'N/A',
    })
    const after = await lockActivity(db, id)
    await audit(entry(activity, 'Activated', fieldChanges(activity, after, ['status', 'deactivate_reason'])))
    await mailSwitched(ctx, db, KIND, mailed(after))
    return after
  })
