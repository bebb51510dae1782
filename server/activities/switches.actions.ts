import { canSwitchMeans } from '../../shared/activities/activities.policy.ts'
import type { DisabledInput, SiteActivity } from '../../shared/activities/activities.schema.ts'
import { removedFacts } from '../../shared/activities/fact-plan.ts'
import {
  isOff,
  principleOf,
  type SwitchOf,
  withSwitchOff,
  withSwitchOn,
} from '../../shared/activities/switches.ts'
import { indicatorNumbers } from '../../shared/activities/verification.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import { no } from '../../shared/lib/verdict.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { fieldChanges } from '../context/audit.ts'
import { detachFiles } from '../uploads/files.actions.ts'
import { changeStamp, type Ctx, type Stamp } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError, invalid, requireAllowed, requireNoErrors } from '../lib/errors.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { type Activity, lockActivity, saveActivity } from './activities.queries.ts'
import { entry } from './activity.kind.ts'
import { currentGrades, GRADE_FIELDS, startDraft } from './draft-activity.actions.ts'
import { saveFacts } from './facts.actions.ts'
import { deleteMeans } from './means.queries.ts'
import { storeActivityWarnings } from './warnings.queries.ts'

/**
 * Turns Add MOV off or on for a principle or an indicator of a draft (A03, A04), or of a returned activity if the
 * return has a comment on the principle (S-108). Turning it off removes the files for good (S-53), and starts the draft
 * if there is no activity yet (S-49).
 */
export const setDisabled = (
  ctx: Ctx,
  path: { id: number; type: string },
  input: DisabledInput,
): Promise<Activity> =>
  ctx.write(async (db, audit) => {
    requireNoErrors(pathErrors(path, input))
    const now = changeStamp(ctx)
    const { site_activity_id, site_profile_id = 0 } = input
    const activity = site_activity_id
      ? await lockActivity(db, site_activity_id)
      : await startDraft(ctx, db, now, site_profile_id)
    const principles = await listPrinciples(db, activity.principle_batch_number)
    const target = { type: input.type, id: input.id }
    const principle = principleOf(principles, target)
    requireAllowed(canSwitchMeans(ctx.actor, activity, principle?.principle_number ?? null))
    if (!principle) throw invalid({ id: [`This ${target.type} does not belong to the SITES activity.`] })
    if (input.site_profile_id !== undefined && input.site_profile_id !== activity.site_profile_id)
      throw invalid({ site_profile_id: ['This SITES profile is not the one of the activity.'] })
    if (!site_activity_id)
      audit(
        entry(activity, 'Created', [{ field: 'site_profile', old: null, new: activity.site_profile_name }]),
      )

    const off = input.isDisabled ?? false
    const { changes, after } = await setSwitch(db, now, { activity, principles, principle }, target, off)
    audit(entry(activity, off ? 'MOV Disabled' : 'MOV Enabled', changes))
    await storeActivityWarnings(db, [activity.id], ctx.services.now())
    return after
  })

/** The values come from the body; the path must agree with them (S-52). */
function pathErrors(path: { id: number; type: string }, input: DisabledInput): FieldErrors {
  const errors: FieldErrors = {}
  if (path.id !== input.site_activity_id && path.id !== input.id)
    errors.id = ['The id in the address is neither the activity nor the switch.']
  if (path.type !== input.type) errors.type = ['The type in the address is another one.']
  if (input.site_activity_id === undefined && input.site_profile_id === undefined)
    errors.site_activity_id = ['SITES activity is required.']
  return errors
}

type SwitchContext = { activity: SiteActivity; principles: SitePrinciple[]; principle: SitePrinciple }

async function setSwitch(
  db: Db,
  now: Stamp,
  { activity, principles, principle }: SwitchContext,
  target: SwitchOf,
  off: boolean,
): Promise<{ changes: FieldChange[]; after: Activity }> {
  if (isOff(principle, activity, target) === off)
    throw new AppError(no('switch_as_it_is', { now: off ? 'off' : 'on' }))

  const { disabled_principle, disabled_indicator } = off
    ? withSwitchOff(activity, target)
    : withSwitchOn(principle, activity, target)
  const removed = off ? await removeEvidence(db, activity, principle, target) : []
  const grades = await currentGrades(db, activity, principles, { disabled_principle, disabled_indicator })
  const columns = { disabled_principle, disabled_indicator, ...grades }
  return {
    changes: [
      { field: target.type, old: null, new: titleOf(principle, target) },
      ...removed,
      ...fieldChanges(activity.grades, grades, GRADE_FIELDS),
    ],
    after: await saveActivity(db, activity.id, now, columns),
  }
}

/** Removes the files, statements and figures under a switch that is turned off; returns the changes for the log. */
async function removeEvidence(
  db: Db,
  activity: SiteActivity,
  principle: SitePrinciple,
  { type, id }: SwitchOf,
): Promise<FieldChange[]> {
  const numbers = indicatorNumbers(principle)
  const removedFiles = activity.verification.filter((one) =>
    type === 'principle' ? one.sites_principle_id === id : one.sites_criteria_indicator_id === id,
  )
  const ids = removedFiles.flatMap((one) => one.upload.map((file) => file.upload_id))
  await deleteMeans(db, activity.id, ids)
  await detachFiles(db, ids)
  const factPlanOfRemoval = removedFacts(
    principle,
    activity.facts,
    type === 'principle' ? [...numbers.keys()] : [id],
  )
  await saveFacts(db, activity.id, factPlanOfRemoval)
  return [
    ...removedFiles.flatMap((one) =>
      one.upload.map((file) => ({
        field: `MOV ${numbers.get(one.sites_criteria_indicator_id)}`,
        old: file.upload_file_name,
        new: null,
      })),
    ),
    ...factPlanOfRemoval.changes,
  ]
}

function titleOf(principle: SitePrinciple, { type, id }: SwitchOf): string {
  const indicators = principle.criteria.flatMap((criteria) => criteria.criteria_indicator)
  const indicator = indicators.find((one) => one.id === id)
  return type === 'indicator' && indicator ? indicator.title : principle.title
}
