import { randomUUID } from 'node:crypto'
import type { Review } from '../../shared/review/review-chain.ts'
import { ACTIVITY, entry } from '../activities/activity.kind.ts'
import { type Activity, lockActivity } from '../activities/activities.queries.ts'
import { currentGrades, GRADE_FIELDS } from '../activities/draft-activity.actions.ts'
import { saveGrades } from '../activities/means.queries.ts'
import { type AuditEntry, fieldChanges } from '../context/audit.ts'
import { type Audit, createCtx, type Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { mailQuarantined } from '../review/review.mails.ts'
import { SITE } from '../sites/site.kind.ts'
import { countChange, lockSite, type Site } from '../sites/sites.queries.ts'
import { findOwnedFile, type OwnedFile } from '../store/files.queries.ts'
import { endCheck } from '../uploads/scan.queries.ts'

/**
 * Quarantines an infected file: it cannot be opened and counts no longer as evidence. The log names it; its uploader
 * and the reviewers of its record are notified (docs/decisions/07-files.md).
 */
export async function quarantine(services: Services, file_id: number, virus: string): Promise<void> {
  const origin = { request_id: `virus check ${randomUUID()}`, network_address: '', user_agent: '' }
  await createCtx(services, null, origin).write(async (db, audit) => {
    // record before file, the order in which a save locks them
    const before = await findOwnedFile(db, file_id)
    const activity = before?.activity ? await lockActivity(db, before.activity.id) : null
    const site = before?.site ? await lockSite(db, before.site.id) : null
    const ended = await endCheck(db, file_id, 'quarantined')
    const file = await findOwnedFile(db, file_id)
    if (!ended || !file || file.activity?.id !== activity?.id || file.site?.id !== site?.id)
      throw new Error(`File ${file_id} changed while it was put into quarantine.`)

    audit({
      actor: systemActorOf(file),
      module: 'System',
      event: 'File Quarantined',
      id: file.id,
      code: site?.code ?? activity?.site_profile_code ?? null,
      changes: [
        { field: 'name', old: file.name, new: file.name },
        { field: 'scan_status', old: 'checking', new: 'quarantined' },
        { field: 'virus', old: null, new: virus },
      ],
    })
    if (activity && !isFinal(activity)) await regrade(db, audit, activity, systemActorOf(file))
    if (site && !isFinal(site)) await countChange(db, site.id)
    await notifyOfVirus(services, db, file, { activity, site })
  })
}

type SystemActor = NonNullable<AuditEntry['actor']>

/** No person acted, but the log's row belongs to the file's office: its administrators see it, drafts too (S-112). */
const systemActorOf = ({ region_id, office_id }: OwnedFile): SystemActor => ({
  id: null,
  name: null,
  email: null,
  role: null,
  access_level: null,
  region_id,
  office_id,
})

const isFinal = ({ site_status }: Review): boolean => site_status === 'Approved'

/** Until the final approval, which freezes them, grades follow the evidence. */
async function regrade(db: Db, audit: Audit, activity: Activity, actor: SystemActor): Promise<void> {
  const principles = await listPrinciples(db, activity.principle_batch_number)
  const grades = await currentGrades(db, activity, principles, activity)
  // saved even if no grade changes: the new version stops a decision on the earlier content
  await saveGrades(db, activity.id, grades)
  const changes = fieldChanges(activity.grades, grades, GRADE_FIELDS)
  if (changes.length > 0) audit({ ...entry(activity, 'Updated', changes), actor })
}

type Owner = { activity: Activity | null; site: Site | null }

async function notifyOfVirus(
  services: Services,
  db: Db,
  file: OwnedFile,
  { activity, site }: Owner,
): Promise<void> {
  if (activity)
    await mailQuarantined(services, db, file, { kind: ACTIVITY, record: ACTIVITY.mailed(activity) })
  else if (site) await mailQuarantined(services, db, file, { kind: SITE, record: site })
  else await mailQuarantined(services, db, file, null)
}
