import {
  ACTIVITY_POLICIES,
  canRecallActivity,
  canSaveMeans,
  canSubmitActivity,
} from '../../shared/activities/activities.policy.ts'
import { commentsOf, returnCommentsOf, type SiteActivity } from '../../shared/activities/activities.schema.ts'
import { reasonField } from '../../shared/activities/reason-fields.ts'
import { indicatorsWithFiles } from '../../shared/activities/verification.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { activitySnapshot } from '../../shared/activities/activity-changes.ts'
import { activityChangesAt, activityLabel } from '../../shared/activities/activity-points.ts'
import { ActivitySnapshot } from '../../shared/activities/activity-snapshot.schema.ts'
import {
  correctedActivity,
  indicatorOfField,
  spelledTextsOfActivity,
} from '../../shared/activities/activity-spelling.ts'
import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import { NEW_REVIEW } from '../../shared/review/review-chain.ts'
import { checkSpelling } from '../../shared/review/spelling.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principles.schema.ts'
import { type AuditEntry, fieldChanges } from '../context/audit.ts'
import { AppError, invalid, requireNoErrors } from '../lib/errors.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import type { RecordKind } from '../review/record.kind.ts'
import { lockSite } from '../sites/sites.queries.ts'
import {
  ACTIVITIES,
  type Activity,
  hasOpenActivity,
  lockActivity,
  readActivity,
  saveActivity,
} from './activities.queries.ts'
import { currentGrades } from './draft-activity.actions.ts'
import { correctStatements } from './facts.queries.ts'
import { ACTIVITY_QUEUE } from './lists.queries.ts'
import { listWarningLabelsOfActivities } from './warnings.queries.ts'

const REASON_FIELDS = PRINCIPLE_NUMBERS.map(reasonField)

/** Returns a row of the log about an activity. */
export const entry = (
  activity: Pick<SiteActivity, 'id' | 'site_profile_code'>,
  event: AuditEntry<'SITES Activities'>['event'],
  changes: FieldChange[] = [],
): AuditEntry<'SITES Activities'> & { id: number } => ({
  module: 'SITES Activities',
  event,
  id: activity.id,
  code: activity.site_profile_code,
  changes,
})

/** Activities as a kind of record in the review chain. */
export const ACTIVITY: RecordKind<Activity> = {
  table: ACTIVITIES,
  module: 'SITES Activities',
  noun: 'SITES activity',
  facts: 'activity',
  approvalPath: (id) => `/sites/activity/approval/view/${id}`,
  encoderPath: (id) => `/sites/activity/${id}`,
  lists: { approval: '/sites/activity/approval', encoder: '/sites/activity/datatable' },
  editPath: (id) => `/sites/activity/${id}?from=edit`,
  reference: (id) => ({ site_activity_id: id }),
  returnDraft: 'activity-return',

  policies: ACTIVITY_POLICIES,
  canEdit: canSaveMeans,
  canSubmit: canSubmitActivity,
  canRecall: canRecallActivity,
  unsubmitted: NEW_REVIEW,
  requireComplete: ({ verification }) => {
    if (indicatorsWithFiles(verification).size === 0)
      throw invalid({ verification: [sentenceOf(no('upload_first'))] }, 'upload_first')
  },
  // the profile may have another open activity by now
  requireNotReplaced: async (db, { site_profile_id, site_status }) => {
    await lockSite(db, site_profile_id)
    if (site_status !== 'Approved' && (await hasOpenActivity(db, site_profile_id)))
      throw new AppError('ongoing_activity')
  },

  read: readActivity,
  lock: lockActivity,
  save: saveActivity,
  // comments are removed from the record and remain in its history (S-45); the grades are frozen (S-55)
  finalColumns: async (db, activity) => {
    const principles = await listPrinciples(db, activity.principle_batch_number)
    return { ...returnCommentsOf({}), ...(await currentGrades(db, activity, principles, activity)) }
  },
  queue: ACTIVITY_QUEUE,
  listMarks: listWarningLabelsOfActivities,
  snapshot: async (_db, activity) => activitySnapshot(activity),

  entry,
  correctSpelling: async (db, activity, wanted) => {
    const batch = wanted.length > 0 ? await listPrinciples(db, activity.principle_batch_number) : []
    const { edits, errors } = checkSpelling(spelledTextsOfActivity(activity, batch), wanted)
    requireNoErrors(errors)
    await correctStatements(
      db,
      activity.id,
      edits.map(({ field, new: text }) => ({ indicator: indicatorOfField(field), text })),
    )
    return {
      columns: {},
      edits,
      changes: edits.map(({ label, old, new: now }) => ({ field: label, old, new: now })),
    }
  },
  // one comment per principle
  commentsOf: (decision) => {
    const columns = returnCommentsOf(decision)
    return { columns, step: { comments: commentsOf(columns) } }
  },
  commentPoints: (decision) =>
    commentsOf(returnCommentsOf(decision)).map(({ principle_number, comment }) => ({
      place: { about: 'principle', principle_number },
      label: `Principle #${principle_number}`,
      principle_number,
      indicator_id: null,
      kind: 'comment',
      text: comment,
    })),
  // a point about the whole activity is told with the first principle
  commentField: (principle_number) => reasonField(principle_number ?? 1),
  labelsOf: async (db, activity, places) => {
    const batch = await listPrinciples(db, activity.principle_batch_number)
    return places.map((place) => (place.about === 'document' ? null : activityLabel(activity, batch, place)))
  },
  comparison: async (db, activity, asked) => {
    const batch = await listPrinciples(db, activity.principle_batch_number)
    const after = activitySnapshot(activity)
    return ({ content, edits }) =>
      activityChangesAt(correctedActivity(ActivitySnapshot.parse(content), edits), after, batch, asked)
  },
  acceptFindings: async () => [],
  countFindings: async () => ({ open: 0, accepted: 0 }),
  landVerdicts: async () => new Map(),
  checklist: async (db, { principle_batch_number }) =>
    (await listPrinciples(db, principle_batch_number)).flatMap(({ principle_number, checks }) =>
      checks.map((line) => ({ ...line, principle_number })),
    ),
  commentChanges: (before, after) => fieldChanges(before, after, REASON_FIELDS),
  mailed: (activity) => ({
    ...activity,
    code: activity.site_profile_code,
    name_of_partner: activity.site_profile_name,
  }),
}
