import { canDiscardActivity } from '../../shared/activities/activities.policy.ts'
import { indicatorNumbers } from '../../shared/activities/verification.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { evidenceForm } from '../../shared/drafts/drafts.schema.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { removeDraftsOfRecord } from '../drafts/drafts.queries.ts'
import { detachFiles } from '../uploads/files.actions.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { requireAllowed } from '../lib/errors.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { requireSameRevision } from '../review/review.checks.ts'
import { type Activity, deleteActivity, lockActivity } from './activities.queries.ts'
import { entry } from './activity.kind.ts'
import { yearChanges } from './facts.actions.ts'
import { storeWarningsOfSite } from './warnings.queries.ts'

const EVIDENCE_FORMS = PRINCIPLE_NUMBERS.map(evidenceForm)

/**
 * Discards a draft that was never submitted, such as one begun for the wrong site (A19). Its unfinished forms are
 * deleted too. Its files are then unused, and the clean-up removes them a day later (S-97).
 */
export const discardActivity = (ctx: Ctx, id: number, revision?: number): Promise<void> =>
  ctx.write(async (db, audit) => {
    const activity = await lockActivity(db, id)
    requireAllowed(canDiscardActivity(ctx.actor, activity, activity.review_round > 0))
    await requireSameRevision(db, 'SITES Activities', revision, activity)

    const changes = await discardedFields(db, activity)
    await removeDraftsOfRecord(db, EVIDENCE_FORMS, activity.site_profile_id)
    await removeDraftsOfRecord(db, ['activity-note'], id)
    await deleteActivity(db, activity)
    await detachFiles(
      db,
      activity.verification.flatMap(({ upload }) => upload.map((file) => file.upload_id)),
    )
    audit(entry(activity, 'Discarded', changes))
    await storeWarningsOfSite(db, activity, ctx.services.now())
  })

/** Returns the changes that the log has of a discarded draft: its site, its year and its files. */
async function discardedFields(db: Db, activity: Activity): Promise<FieldChange[]> {
  const principles = await listPrinciples(db, activity.principle_batch_number)
  const numbers = new Map(principles.flatMap((principle) => [...indicatorNumbers(principle)]))
  return [
    { field: 'site_profile', old: activity.site_profile_name, new: null },
    ...yearChanges(activity.reporting_year, null),
    ...activity.verification.flatMap(({ sites_criteria_indicator_id, upload }) =>
      upload.map((file) => ({
        field: `MOV ${numbers.get(sites_criteria_indicator_id)}`,
        old: file.upload_file_name,
        new: null,
      })),
    ),
  ]
}
