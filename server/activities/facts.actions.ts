import { canUndoCopyFromPrevious } from '../../shared/activities/activities.policy.ts'
import type {
  PreviousFacts,
  ReportingYearInput,
  SiteActivity,
} from '../../shared/activities/activities.schema.ts'
import {
  copiedFacts,
  type FactPlan,
  matchPreviousFacts,
  undoneCopies,
} from '../../shared/activities/fact-plan.ts'
import { indicatorsOn } from '../../shared/activities/switches.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { type Activity, lockActivity, readActivity, saveActivity } from './activities.queries.ts'
import { entry } from './activity.kind.ts'
import { requireReportingYear, requireSavable } from './draft-activity.actions.ts'
import { findLastApproved, saveFigures, saveStatements } from './facts.queries.ts'
import { storeActivityWarnings, storeWarningsOfSite } from './warnings.queries.ts'

/** Saves the statements and figures of a plan. */
export async function saveFacts(db: Db, site_activity_id: number, plan: FactPlan): Promise<void> {
  await saveStatements(db, site_activity_id, plan.statements)
  await saveFigures(db, site_activity_id, plan.figures)
}

/** Returns the change of the reporting year for the log; empty if it is the same. */
export const yearChanges = (old: number | null, now: number | null): FieldChange[] =>
  old === now ? [] : [{ field: 'reporting_year', old: old?.toString() ?? null, new: now?.toString() ?? null }]

/** Sets the reporting year of an activity; allowed to those who may save its evidence. */
export const setReportingYear = (
  ctx: Ctx,
  id: number,
  { reporting_year, revision }: ReportingYearInput,
): Promise<Activity> =>
  ctx.write(async (db, audit) => {
    const activity = await lockActivity(db, id)
    await requireSavable(ctx, db, activity, revision)
    const now = changeStamp(ctx)
    requireReportingYear(reporting_year, activity, now)
    const after = await saveActivity(db, id, now, { reporting_year })
    audit(entry(activity, 'Updated', yearChanges(activity.reporting_year, reporting_year)))
    await storeWarningsOfSite(db, activity, ctx.services.now())
    return after
  })

/** Returns the statements and figures of the site's latest approved activity, matched to this one's batch; or null. */
export async function findPreviousFacts(
  db: Db,
  activity: Pick<SiteActivity, 'id' | 'site_profile_id' | 'principle_batch_number'>,
  principles?: SitePrinciple[],
): Promise<PreviousFacts | null> {
  const site_activity_id = await findLastApproved(db, activity)
  if (site_activity_id === null) return null
  const last = await readActivity(db, site_activity_id)
  const before = { principles: await listPrinciples(db, last.principle_batch_number), facts: last.facts }
  const facts = matchPreviousFacts(
    before,
    principles ?? (await listPrinciples(db, activity.principle_batch_number)),
  )
  const approved = manilaYear(new Date(last.approved_at ?? last.updated_at))
  return { site_activity_id, year: last.reporting_year ?? approved, facts }
}

/** Returns what can be copied from last time; null if there is no earlier approved activity. */
async function planCopyFromPrevious(db: Db, activity: Activity): Promise<FactPlan | null> {
  const principles = await listPrinciples(db, activity.principle_batch_number)
  const last = await findPreviousFacts(db, activity, principles)
  const on = new Set(principles.flatMap((principle) => indicatorsOn(principle, activity)))
  return last && copiedFacts(principles, activity.facts, last, (indicator) => on.has(indicator))
}

const isEmptyPlan = (plan: FactPlan | null): plan is null => !plan || plan.changes.length === 0

/**
 * Copies statements and figures from last time where the activity has none yet, each marked until the office confirms
 * it. Nothing is overwritten, so a second call changes nothing.
 */
export async function copyFromPrevious(ctx: Ctx, id: number, revision?: number): Promise<Activity> {
  const opened = await readActivity(ctx.db, id)
  await requireSavable(ctx, ctx.db, opened, revision)
  if (isEmptyPlan(await planCopyFromPrevious(ctx.db, opened))) return opened
  return ctx.write(async (db, audit) => {
    const activity = await lockActivity(db, id)
    await requireSavable(ctx, db, activity, revision)
    const plan = await planCopyFromPrevious(db, activity)
    if (isEmptyPlan(plan)) throw new AppError('acted_on')
    await saveFacts(db, id, plan)
    const after = await saveActivity(db, id, changeStamp(ctx), { taken_over_revision: activity.revision + 1 })
    audit(entry(activity, 'Updated', plan.changes))
    await storeActivityWarnings(db, [id], ctx.services.now())
    return after
  })
}

/** Removes the copies from last time, as long as nothing was saved since (S-145). Without copies, nothing changes. */
export async function undoCopyFromPrevious(ctx: Ctx, id: number, revision?: number): Promise<Activity> {
  const opened = await readActivity(ctx.db, id)
  await requireSavable(ctx, ctx.db, opened, revision)
  if (opened.taken_over_revision === null) return opened
  return ctx.write(async (db, audit) => {
    const activity = await lockActivity(db, id)
    await requireSavable(ctx, db, activity, revision)
    requireAllowed(canUndoCopyFromPrevious(ctx.actor, activity))
    const principles = await listPrinciples(db, activity.principle_batch_number)
    const plan = undoneCopies(principles, activity.facts)
    await saveFacts(db, id, plan)
    const after = await saveActivity(db, id, changeStamp(ctx), { taken_over_revision: null })
    audit(entry(activity, 'Updated', plan.changes))
    await storeActivityWarnings(db, [id], ctx.services.now())
    return after
  })
}
