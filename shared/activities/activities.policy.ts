import { type Actor, covers, holds, holdsAny, isAtLevel, type Scoped } from '../access/actor.ts'
import type { Status } from '../access/levels.ts'
import { RECORD_KEYS } from '../access/record-keys.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { isRecallable, type Review } from '../review/review-chain.ts'
import { isActivated, isWithinReach, type Reviewed, reviewPolicies } from '../review/review.policy.ts'
import { type ReasonField, reasonField } from './reason-fields.ts'

/** The heading over a refused edit, in the specification's words. */
export const NOT_OPEN = 'Site Status is not RETURNED or Save as Draft'

export const PROFILE_NOT_APPROVED = 'Only an approved SITES profile can have SITES activities.'

export type ReviewedActivity = Reviewed & {
  /** of its profile; lists exclude deactivated profiles and may omit it */
  site_profile_status?: Status
}

/** An activity can be edited only while it and its profile are both activated (S-37). */
const isUsable = (activity: ReviewedActivity): Verdict =>
  all(isActivated(activity), activity.site_profile_status === 'Deactivated' ? no('profile_deactivated') : yes)

/** The encoder can edit a draft or a returned activity. */
const isOpenForEncoder = (record: Review): Verdict =>
  record.site_status === 'Save as Draft' || record.site_status === 'Returned' ? yes : no('edit_only_open')

export const ACTIVITY_POLICIES = reviewPolicies<ReviewedActivity>(RECORD_KEYS.activity, isUsable)
export const {
  mayList: canListActivities,
  mayReview: canReviewActivities,
  maySee: canSeeActivity,
  mayApprove: canApproveActivity,
  mayReturn: canReturnActivity,
  mayDeactivate: canDeactivateActivity,
  mayActivate: canActivateActivity,
} = ACTIVITY_POLICIES

/** Starting an activity: PENRO level with sites_activity_create (001 §6, C-47). */
export const canCreateActivity = (actor: Actor): Verdict =>
  all(isAtLevel(actor, 'PENRO'), holds(actor, 'sites_activity_create'))

/** Starting one on this profile: the same office as well (A01). */
export const canStartActivity = (actor: Actor, profile: Scoped): Verdict =>
  all(canCreateActivity(actor), covers(actor, profile))

/** Saving evidence: a draft with either key, a returned one with sites_activity_edit (A02, A12). */
export const canSaveMeans = (actor: Actor, activity: ReviewedActivity): Verdict =>
  all(
    isAtLevel(actor, 'PENRO'),
    activity.site_status === 'Save as Draft'
      ? holdsAny(actor, 'sites_activity_create', 'sites_activity_edit')
      : holds(actor, 'sites_activity_edit'),
    isWithinReach(actor, activity),
    isUsable(activity),
    isOpenForEncoder(activity),
  )

/** An activity with the comments of its last return, per principle. */
export type CommentedActivity = ReviewedActivity & Partial<Record<ReasonField, string | null>>

/** Switches can be changed in drafts, and after a return under the principles it comments on (S-108). */
function isSwitchable(activity: CommentedActivity, principle_number: number | null): Verdict {
  if (activity.site_status === 'Save as Draft') return yes
  if (activity.site_status !== 'Returned') return no('switch_in_drafts')
  return principle_number !== null && activity[reasonField(principle_number)] ? yes : no('switch_commented')
}

/**
 * Turning Add MOV off or on for a principle or one of its indicators: in a draft (A03, A04), and after a return, with
 * the edit key, where the return comments on the principle (S-108). Null asks about all principles.
 */
export const canSwitchMeans = (
  actor: Actor,
  activity: CommentedActivity,
  principle_number: number | null,
): Verdict =>
  all(
    isAtLevel(actor, 'PENRO'),
    holds(actor, activity.site_status === 'Returned' ? 'sites_activity_edit' : 'sites_activity_create'),
    isWithinReach(actor, activity),
    isUsable(activity),
    isSwitchable(activity, principle_number),
  )

/** Undoing the copy from last time, as long as nothing has been saved since (S-145). */
export const canUndoCopyFromPrevious = (
  actor: Actor,
  activity: ReviewedActivity & { revision: number; taken_over_revision: number | null },
): Verdict =>
  all(
    canSaveMeans(actor, activity),
    activity.taken_over_revision === activity.revision ? yes : no('saved_since'),
  )

export const canSubmitActivity = (actor: Actor, activity: ReviewedActivity): Verdict =>
  canSaveMeans(actor, activity)

/** Recalling a submission of the actor's office: allowed with the rights to submit it (A05, A13). */
export const canRecallActivity = (actor: Actor, activity: ReviewedActivity): Verdict =>
  all(
    isAtLevel(actor, 'PENRO'),
    activity.returned_by !== null
      ? holds(actor, 'sites_activity_edit')
      : holdsAny(actor, 'sites_activity_create', 'sites_activity_edit'),
    covers(actor, activity),
    isUsable(activity),
    isRecallable(activity),
  )

const isDiscardable = (activity: ReviewedActivity, wasSubmitted: boolean): Verdict => {
  if (activity.site_status !== 'Save as Draft') return no('discard_only_drafts')
  return wasSubmitted ? no('submitted_before') : yes
}

/** Discarding a draft that was never submitted: allowed to those who may fill it in. */
export const canDiscardActivity = (
  actor: Actor,
  activity: ReviewedActivity,
  wasSubmitted: boolean,
): Verdict =>
  all(
    isAtLevel(actor, 'PENRO'),
    holdsAny(actor, 'sites_activity_create', 'sites_activity_edit'),
    isWithinReach(actor, activity),
    isUsable(activity),
    isDiscardable(activity, wasSubmitted),
  )
