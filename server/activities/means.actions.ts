import type {
  ActivityInput,
  MeansInput,
  SiteActivity,
  VerificationInput,
} from '../../shared/activities/activities.schema.ts'
import { factComplaints, factPlan, hasFacts } from '../../shared/activities/fact-plan.ts'
import { indicatorsOn, isPrincipleOff } from '../../shared/activities/switches.ts'
import { indicatorNumbers, movExists, repeatedName } from '../../shared/activities/verification.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { evidenceForm } from '../../shared/drafts/drafts.schema.ts'
import { MOV_MAX_BYTES } from '../../shared/files/files.schema.ts'
import { no } from '../../shared/lib/verdict.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { fieldChanges } from '../context/audit.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import { attachFiles, detachFiles } from '../uploads/files.actions.ts'
import { changeStamp, type Ctx, type Stamp } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError, invalid, requireNoErrors } from '../lib/errors.ts'
import { queuePhotoDistances } from '../land/photo-distances.queries.ts'
import { findPrinciple, listPrinciples } from '../principles/principles.queries.ts'
import { type Activity, lockActivity, saveActivity } from './activities.queries.ts'
import { entry } from './activity.kind.ts'
import { currentGrades, GRADE_FIELDS, requireSavable, startDraft } from './draft-activity.actions.ts'
import { saveFacts, yearChanges } from './facts.actions.ts'
import { deleteMeans, insertMeans } from './means.queries.ts'
import { storeActivityWarnings, storeWarningsOfSite } from './warnings.queries.ts'

type Upload = { upload_id: number; upload_file_name: string }

type Change = { indicator: number; remaining: Upload[]; removed: Upload[]; added: number[] }

/** Starts an activity, with the evidence of one principle if the input has any (A01). */
export const createActivity = (ctx: Ctx, input: ActivityInput): Promise<Activity> =>
  ctx.write(async (db, audit) => {
    const now = changeStamp(ctx)
    const draft = await startDraft(ctx, db, now, input.site_profile_id, input.reporting_year ?? null)
    const { changes, after } =
      input.sites_principle_id === undefined
        ? { changes: [], after: draft }
        : await replaceMeans(ctx, db, now, draft, input.sites_principle_id, input.criteria_means ?? [])
    const changed = [
      { field: 'site_profile', old: null, new: draft.site_profile_name },
      ...yearChanges(null, draft.reporting_year),
      ...changes,
    ]
    audit(entry(draft, 'Created', changed))
    await storeWarningsOfSite(db, draft, ctx.services.now())
    return after
  })

/** Replaces the evidence, statements and figures of the given indicators of one principle (A02, A12, S-51). */
export const saveMeans = (ctx: Ctx, id: number, input: VerificationInput): Promise<Activity> =>
  ctx.write(async (db, audit) => {
    const activity = await lockActivity(db, id)
    await requireSavable(ctx, db, activity, input.revision)

    const { sites_principle_id, criteria_means } = input
    const now = changeStamp(ctx)
    const { changes, after } = await replaceMeans(ctx, db, now, activity, sites_principle_id, criteria_means)
    audit(entry(activity, 'Updated', changes))
    await storeActivityWarnings(db, [id], ctx.services.now())
    return after
  })

async function replaceMeans(
  ctx: Ctx,
  db: Db,
  now: Stamp,
  activity: SiteActivity,
  principleId: number,
  means: MeansInput[],
): Promise<{ changes: FieldChange[]; after: Activity }> {
  const principles = await listPrinciples(db, activity.principle_batch_number)
  const principle = principles.find((one) => one.id === principleId)
  if (!principle) throw invalid({ sites_principle_id: [await unknownPrinciple(db, principleId)] })
  requireOpenIndicators(principle, activity, means)
  requireNoErrors(factComplaints(principle, means))

  await deleteDraft(ctx, db, evidenceForm(principle.principle_number), activity.site_profile_id)
  const plan = means.map((one) => evidencePlan(activity, one))
  const files = await saveEvidenceChanges(ctx, db, now, activity, plan)
  const factChanges = factPlan(principle, activity.facts, means)
  await saveFacts(db, activity.id, factChanges)
  const grades = await currentGrades(db, activity, principles, activity)
  return {
    changes: [
      ...fileChanges(principle, plan, files),
      ...factChanges.changes,
      ...fieldChanges(activity.grades, grades, GRADE_FIELDS),
    ],
    after: await saveActivity(db, activity.id, now, grades),
  }
}

/** Says why the principle is unknown; a page opened before FMB saved the criteria names one of another batch (S-60). */
const unknownPrinciple = async (db: Db, id: number): Promise<string> =>
  (await findPrinciple(db, id))
    ? 'The criteria were changed after this page was opened. Your files are kept: please check where they belong now and save again.'
    : 'This principle does not belong to the SITES activity.'

/** Rejects input under indicators of another principle, or whose Add MOV is off. */
function requireOpenIndicators(principle: SitePrinciple, activity: SiteActivity, means: MeansInput[]): void {
  const known = indicatorNumbers(principle)
  if (means.some((one) => !known.has(one.sites_criteria_indicator_id)))
    throw invalid({ sites_criteria_indicator_id: ['This indicator does not belong to the principle.'] })
  if (isPrincipleOff(principle, activity)) throw new AppError(no('switched_off', { place: 'principle' }))
  const on = indicatorsOn(principle, activity)
  const tells = (one: MeansInput) => one.upload_id.length > 0 || hasFacts(one)
  if (means.some((one) => tells(one) && !on.includes(one.sites_criteria_indicator_id)))
    throw new AppError(no('switched_off', { place: 'indicator' }))
}

function evidencePlan(activity: SiteActivity, means: MeansInput): Change {
  const indicator = means.sites_criteria_indicator_id
  const stored =
    activity.verification.find((one) => one.sites_criteria_indicator_id === indicator)?.upload ?? []
  const wanted = new Set(means.upload_id)
  return {
    indicator,
    remaining: stored.filter((file) => wanted.has(file.upload_id)),
    removed: stored.filter((file) => !wanted.has(file.upload_id)),
    added: [...wanted].filter((id) => !stored.some((file) => file.upload_id === id)),
  }
}

/** Removes files before it adds any, so that a file can move from one of the given indicators to another. */
async function saveEvidenceChanges(ctx: Ctx, db: Db, now: Stamp, activity: SiteActivity, plan: Change[]) {
  const removed = plan.flatMap((change) => change.removed.map((file) => file.upload_id))
  await deleteMeans(db, activity.id, removed)
  await detachFiles(db, removed)

  const added = plan.flatMap((change) => change.added)
  const rule = { kinds: ['pdf', 'csv', 'image'] as const, max_bytes: MOV_MAX_BYTES, field: 'upload_id' }
  const files = await attachFiles(db, ctx.actor, added, rule)
  const names = new Map(files.map((file) => [file.id, file.name]))

  for (const { indicator, remaining, added: ids } of plan) {
    const both = [...remaining.map((file) => file.upload_file_name), ...ids.map((id) => names.get(id) ?? '')]
    const twice = repeatedName(both)
    if (twice) throw invalid({ upload_id: [movExists(twice)] })
    const place = { site_activity_id: activity.id, sites_criteria_indicator_id: indicator }
    await insertMeans(db, { ...place, created_by: now.updated_by, created_at: now.updated_at }, ids)
  }
  if (files.some(({ kind }) => kind === 'image')) await queuePhotoDistances(db, activity.site_profile_id)
  return names
}

function fileChanges(principle: SitePrinciple, plan: Change[], names: Map<number, string>): FieldChange[] {
  const numbers = indicatorNumbers(principle)
  return plan.flatMap(({ indicator, removed, added }) => {
    const field = `MOV ${numbers.get(indicator)}`
    return [
      ...removed.map((file) => ({ field, old: file.upload_file_name, new: null })),
      ...added.map((id) => ({ field, old: null, new: names.get(id) ?? null })),
    ]
  })
}
