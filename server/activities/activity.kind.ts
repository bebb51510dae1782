import {
  ACTIVITY_POLICIES,
  canRecallActivity,
  canSaveMeans,
  canSubmitActivity,
} from '../../shared/activities/activities.policy.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { reasonField } from '../../shared/activities/reason-fields.ts'
import type { Grades } from '../../shared/activities/grading.ts'
import { indicatorsWithFiles } from '../../shared/activities/verification.ts'
import { RECORD_KINDS } from '../../shared/access/record-kinds.ts'
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
import { checkSpelling } from '../../shared/review/spelling.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principles.schema.ts'
import { type AuditEntry, fieldChanges } from '../context/audit.ts'
import type { Db } from '../database/db.ts'
import { AppError, invalid, requireNoErrors } from '../lib/errors.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import type { CommentPlace, RecordKind } from '../review/record.kind.ts'
import { lockSite } from '../sites/sites.queries.ts'
import {
  type Activity,
  hasOpenActivity,
  lockActivity,
  readActivity,
  saveActivity,
} from './activities.queries.ts'
import { currentGrades, GRADE_FIELDS } from './draft-activity.actions.ts'
import { correctStatements } from './facts.queries.ts'
import { ACTIVITY_QUEUE } from './lists.queries.ts'
import { saveGrades } from './means.queries.ts'
import { listActivitiesOfSite, storeActivityWarnings } from './warnings.queries.ts'

const REASON_FIELDS = PRINCIPLE_NUMBERS.map(reasonField)

/** The comment on a principle. */
const commentPlace = (principle_number: number): CommentPlace => ({
  field: reasonField(principle_number),
  place: { about: 'principle', principle_number },
  label: `Principle #${principle_number}`,
  principle_number,
})

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

const presentGrades = async (db: Db, activity: Activity): Promise<Grades> =>
  currentGrades(db, activity, await listPrinciples(db, activity.principle_batch_number), activity)

/** Activities as a kind of record in the review chain. */
export const ACTIVITY: RecordKind<Activity> = {
  ...RECORD_KINDS.activity,
  facts: 'activity',

  policies: ACTIVITY_POLICIES,
  canEdit: canSaveMeans,
  canSubmit: canSubmitActivity,
  canRecall: canRecallActivity,
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
  // the grades are frozen (S-55)
  finalColumns: presentGrades,
  queue: ACTIVITY_QUEUE,
  storeWarnings: storeActivityWarnings,
  storeWarningsOfStep: async () => 0,
  // grades follow the evidence
  loseFile: async (db, activity) => {
    const grades = await presentGrades(db, activity)
    // saved even if no grade changes
    await saveGrades(db, activity.id, grades)
    const changes = fieldChanges(activity.grades, grades, GRADE_FIELDS)
    return changes.length > 0 ? entry(activity, 'Updated', changes) : null
  },
  listConcerned: listActivitiesOfSite,
  snapshot: async (_db, activity) => activitySnapshot(activity),

  entry,
  spelling: {
    correct: async (db, activity, wanted) => {
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
  },
  commentPlaces: [commentPlace(1), ...PRINCIPLE_NUMBERS.slice(1).map(commentPlace)],
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
  checklist: {
    lines: async (db, { principle_batch_number }) =>
      (await listPrinciples(db, principle_batch_number)).flatMap(({ principle_number, checks }) =>
        checks.map((line) => ({ ...line, principle_number })),
      ),
  },
  commentChanges: (before, after) => fieldChanges(before, after, REASON_FIELDS),
  mailed: (activity) => ({
    ...activity,
    code: activity.site_profile_code,
    name_of_partner: activity.site_profile_name,
  }),
}
