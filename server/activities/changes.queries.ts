import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { ScanStatus } from '../../shared/files/files.schema.ts'
import type { PageQuery } from '../../shared/lib/paging.ts'
import type { ActivityChangesReply, EvidenceChange } from '../../shared/activities/activity-changes.schema.ts'
import { activityChanges, activitySnapshot, yearChange } from '../../shared/activities/activity-changes.ts'
import { ActivitySnapshot } from '../../shared/activities/activity-snapshot.schema.ts'
import { correctedActivity } from '../../shared/activities/activity-spelling.ts'
import { pageAmong } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { compareStates } from '../review/comparison.queries.ts'
import type { Activity } from './activities.queries.ts'

const COMPARED = { schema: ActivitySnapshot, corrected: correctedActivity }

type ChangesRequest = PageQuery & { round?: number | undefined; principle_number?: number | undefined }

const NO_CHANGES = {
  reporting_year: null,
  principles: [],
  data: [],
  totalCount: 0,
  filteredCount: 0,
}

/** Returns what changed in an activity since a return: numbers for each principle, and a page of the evidence. */
export async function showActivityChanges(
  db: Db,
  activity: Activity,
  wanted: ChangesRequest,
): Promise<ActivityChangesReply> {
  const { record_id } = activity
  const { comparison, ...states } = await compareStates(db, record_id, wanted.round, COMPARED, () =>
    activitySnapshot(activity),
  )
  if (!states.before) return { ...comparison, ...NO_CHANGES }

  const batch = await listPrinciples(db, activity.principle_batch_number)
  const [was, is] = [states.before, states.after]
  const { principles, evidence } = activityChanges(was, is, batch)
  const overview = { reporting_year: yearChange(was, is), principles }
  return { ...comparison, ...overview, ...pageOfEvidence(evidence, activity, wanted) }
}

/** Returns one page of the changed evidence; a page past the end is the last one (S-103). */
function pageOfEvidence(
  evidence: EvidenceChange[],
  activity: SiteActivity,
  { page, length, principle_number }: ChangesRequest,
) {
  const held = new Map<number, ScanStatus>(
    activity.verification.flatMap(({ upload }) => upload.map((file) => [file.upload_id, file.scan_status])),
  )
  const filtered = evidence.filter(
    (one) => principle_number === undefined || one.principle_number === principle_number,
  )
  const first = (pageAmong(filtered.length, { page, length }) - 1) * length
  return {
    data: filtered.slice(first, first + length).map((one) => ({
      ...one,
      scan_status: held.get(one.new?.id ?? 0) ?? null,
    })),
    totalCount: evidence.length,
    filteredCount: filtered.length,
  }
}
