import { type Actor, covers, holds, holdsAny, isAtLevel, type Scoped } from '../access/actor.ts'
import type { Status } from '../access/levels.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { isRecallable, type Review } from '../review/review-chain.ts'
import {
  isActivated,
  reaches,
  type Reviewed,
  type ReviewKeys,
  reviewPolicies,
} from '../review/review.policy.ts'
import { type Reasons, reasonField } from './activities.schema.ts'

export const EDIT_ONLY_OPEN = {
  title: 'Site Status is not RETURNED or Save as Draft',
  message: 'Site is only available to edit once RETURNED or Save as Draft.',
} as const

export const UPLOAD_FIRST = {
  title: 'Submit SITES Activity',
  message: 'Please upload 1 or more MOV first.',
} as const

export const ONGOING_ACTIVITY = 'This SITES profile already has an ongoing SITES activity.'
const PROFILE_DEACTIVATED = 'The SITES profile of this activity is deactivated. Please activate it first.'
export const PROFILE_NOT_APPROVED = 'Only an approved SITES profile can have SITES activities.'

/** What the policies need to know of an activity. */
export type ReviewedActivity = Reviewed & {
  /** of its profile; a list leaves those of deactivated profiles out and need not say it */
  site_profile_status?: Status
}

/** An activity goes with its profile: it can be worked on while both are activated (S-37). */
const isInUse = (activity: ReviewedActivity): Verdict =>
  all(
    isActivated(activity),
    activity.site_profile_status === 'Deactivated' ? no('state', PROFILE_DEACTIVATED) : yes,
  )

/** An activity with its encoder, editable, is a draft or a returned one. */
const isOpenForEncoder = (record: Review): Verdict =>
  record.site_status === 'Save as Draft' || record.site_status === 'Returned'
    ? yes
    : no('state', EDIT_ONLY_OPEN.message)

const KEYS: ReviewKeys = {
  access: 'sites_activity_access',
  edit: 'sites_activity_edit',
  approve: 'site_activities_approval',
  return: 'site_activities_return',
  activate: 'sites_activity_activate',
  deactivate: 'sites_activity_deactivate',
}
export const ACTIVITY_POLICIES = reviewPolicies<ReviewedActivity>(KEYS, isInUse)
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
    reaches(actor, activity),
    isInUse(activity),
    isOpenForEncoder(activity),
  )

/** An activity with the comments of its last return, one per principle. */
export type CommentedActivity = ReviewedActivity & Partial<Reasons>

const SWITCH_IN_DRAFTS = 'Add MOV can only be turned on or off while the activity is a draft.'
const SWITCH_COMMENTED =
  'After a return, Add MOV can only be turned on or off for a principle that the return comments on.'

/** Switches belong to drafts, and to what the last return comments on (S-108). */
function isSwitchable(activity: CommentedActivity, principle_number: number | null): Verdict {
  if (activity.site_status === 'Save as Draft') return yes
  if (activity.site_status !== 'Returned') return no('state', SWITCH_IN_DRAFTS)
  return principle_number !== null && activity[reasonField(principle_number)]
    ? yes
    : no('state', SWITCH_COMMENTED)
}

/**
 * Turning Add MOV off or on for a principle or one of its indicators: in a draft (A03, A04), and after a return, with
 * the key of editing, where the return comments on the principle (S-108). Null asks for every principle.
 */
export const canSwitchMeans = (
  actor: Actor,
  activity: CommentedActivity,
  principle_number: number | null,
): Verdict =>
  all(
    isAtLevel(actor, 'PENRO'),
    holds(actor, activity.site_status === 'Returned' ? 'sites_activity_edit' : 'sites_activity_create'),
    reaches(actor, activity),
    isInUse(activity),
    isSwitchable(activity, principle_number),
  )

const SAVED_SINCE =
  'Something was saved after the texts and figures were copied, so this can no longer be undone. Please change or clear what is not correct.'

/** Taking back what was taken over from last time, while nothing was saved since (S-145). */
export const canUndoTakingOver = (
  actor: Actor,
  activity: ReviewedActivity & { revision: number; taken_over_revision: number | null },
): Verdict =>
  all(
    canSaveMeans(actor, activity),
    activity.taken_over_revision === activity.revision ? yes : no('state', SAVED_SINCE),
  )

export const canSubmitActivity = (actor: Actor, activity: ReviewedActivity): Verdict =>
  canSaveMeans(actor, activity)

/** Taking back a submission of the own office: whoever may have submitted it (A05, A13). */
export const canRecallActivity = (actor: Actor, activity: ReviewedActivity): Verdict =>
  all(
    isAtLevel(actor, 'PENRO'),
    activity.returned_by !== null
      ? holds(actor, 'sites_activity_edit')
      : holdsAny(actor, 'sites_activity_create', 'sites_activity_edit'),
    covers(actor, activity),
    isInUse(activity),
    isRecallable(activity),
  )

export const ONLY_DRAFTS_DISCARDED = 'Only a draft can be discarded.'
export const SUBMITTED_BEFORE =
  'This SITES activity has been submitted before, so its history is kept. It can be deactivated instead.'

const isDiscardable = (activity: ReviewedActivity, wasSubmitted: boolean): Verdict => {
  if (activity.site_status !== 'Save as Draft') return no('state', ONLY_DRAFTS_DISCARDED)
  return wasSubmitted ? no('state', SUBMITTED_BEFORE) : yes
}

/** Throwing a draft away that was never submitted: whoever may fill it in. */
export const canDiscardActivity = (
  actor: Actor,
  activity: ReviewedActivity,
  wasSubmitted: boolean,
): Verdict =>
  all(
    isAtLevel(actor, 'PENRO'),
    holdsAny(actor, 'sites_activity_create', 'sites_activity_edit'),
    reaches(actor, activity),
    isInUse(activity),
    isDiscardable(activity, wasSubmitted),
  )
