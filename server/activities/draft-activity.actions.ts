import {
  canCreateActivity,
  canSaveMeans,
  canStartActivity,
  PROFILE_NOT_APPROVED,
} from '../../shared/activities/activities.policy.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { type GradeField, type Grades, gradeActivity, gradeField } from '../../shared/activities/grading.ts'
import { NO_SWITCHES, type Switches } from '../../shared/activities/switches.ts'
import { reportingYearComplaint } from '../../shared/activities/facts.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import { indicatorsWithFiles } from '../../shared/activities/verification.ts'
import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import { PRINCIPLE_NUMBERS, type SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { Ctx, Stamp } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { invalid, requireAllowed, requireAllowedSaved } from '../lib/errors.ts'
import { BATCHES, listPrinciples } from '../principles/principles.queries.ts'
import { findNewerChange, requireSameRevision } from '../review/review.checks.ts'
import { lockSite } from '../sites/sites.queries.ts'
import { type Activity, hasOpenActivity, insertActivity, readActivity } from './activities.queries.ts'
import { listVerification } from './means.queries.ts'

export const GRADE_FIELDS: readonly GradeField[] = PRINCIPLE_NUMBERS.map(gradeField)

/** Returns the eight grades for the present evidence (S-54). */
export async function currentGrades(
  db: Db,
  activity: Pick<SiteActivity, 'id'>,
  principles: SitePrinciple[],
  switches: Switches,
): Promise<Grades> {
  return gradeActivity(principles, switches, indicatorsWithFiles(await listVerification(db, activity.id)))
}

/** Rejects a change that is not allowed, or that is based on an older revision; the error says who changed it since. */
export async function requireSavable(
  ctx: Ctx,
  db: Db,
  activity: Activity,
  revision: number | undefined,
): Promise<void> {
  const module = 'SITES Activities'
  await requireAllowedSaved(canSaveMeans(ctx.actor, activity), () =>
    findNewerChange(db, module, revision, activity),
  )
  await requireSameRevision(db, module, revision, activity)
}

/** Rejects a reporting year in the future or outside the project's years. */
export function requireReportingYear(
  reporting_year: number | null,
  project: { project_year_start: number; project_year_end: number },
  now: Stamp,
): void {
  const complaint = reportingYearComplaint(reporting_year, project, manilaYear(new Date(now.updated_at)))
  if (complaint) throw invalid({ reporting_year: [complaint] })
}

/**
 * Starts a draft on an approved profile of the office, with the current batch (A01, S-47, S-60). The profile stays
 * locked until the transaction ends, so of two users who start one at once only the first succeeds (S-48).
 */
export async function startDraft(
  ctx: Ctx,
  db: Db,
  now: Stamp,
  site_profile_id: number,
  reporting_year: number | null = null,
): Promise<Activity> {
  requireAllowed(canCreateActivity(ctx.actor))
  const profile = await lockSite(db, site_profile_id)
  requireAllowed(canStartActivity(ctx.actor, profile))
  if (profile.site_status !== 'Approved' || profile.status !== 'Activated')
    throw invalid({ site_profile_id: [PROFILE_NOT_APPROVED] })
  if (await hasOpenActivity(db, profile.id))
    throw invalid({ site_profile_id: [sentenceOf(no('ongoing_activity'))] })

  requireReportingYear(reporting_year, profile, now)

  const principle_batch_number = await BATCHES.findNewest(db)
  const principles = await listPrinciples(db, principle_batch_number)
  const id = await insertActivity(db, {
    site_profile_id: profile.id,
    site_profile_code: profile.code,
    site_profile_name: profile.name_of_partner,
    region_id: profile.region_id,
    province_id: profile.province_id,
    city_id: profile.city_id,
    office_id: profile.office_id,
    principle_batch_number,
    reporting_year,
    site_status: 'Save as Draft',
    created_by: now.updated_by,
    created_at: now.updated_at,
    ...now,
    ...gradeActivity(principles, NO_SWITCHES, new Set()),
  })
  return readActivity(db, id)
}
