import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { landChangesSince } from '../../shared/sites/land-places.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import { RECALLED_PROFILE } from '../../shared/review/review-chain.ts'
import { checkSpelling } from '../../shared/review/spelling.ts'
import { siteChangesAt, siteLabel } from '../../shared/sites/site-points.ts'
import { SiteSnapshot } from '../../shared/sites/site-snapshot.schema.ts'
import { correctedSite, spelledTextsOfSite } from '../../shared/sites/site-spelling.ts'
import { canEditSite, canRecallSite, canSubmitSite, SITE_POLICIES } from '../../shared/sites/sites.policy.ts'
import { documentErrors, formOf, siteErrors } from '../../shared/sites/sites.rules.ts'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import type { AuditEntry } from '../context/audit.ts'
import { acceptFindings, countFindings, listLandVerdicts } from '../land/accept.actions.ts'
import { listLandPlaces, readSiteLand } from '../land/land-places.queries.ts'
import { requireNoErrors } from '../lib/errors.ts'
import type { RecordKind } from '../review/record.kind.ts'
import { snapshotOfSite } from './changes.queries.ts'
import { listWarningLabelsOfSites } from './warnings.queries.ts'
import { lockSite, readSite, type Site, SITE_QUEUE, SITES, saveSite } from './sites.queries.ts'

/** Returns a row of the log about a profile. */
export const entry = (
  site: Pick<SiteProfile, 'id' | 'code'>,
  event: AuditEntry<'Profiling of SITES'>['event'],
  changes: FieldChange[] = [],
): AuditEntry<'Profiling of SITES'> & { id: number } => ({
  module: 'Profiling of SITES',
  event,
  id: site.id,
  code: site.code,
  changes,
})

const THE_PROFILE = {
  place: { about: 'record' },
  label: 'The profile',
  principle_number: null,
  indicator_id: null,
} as const

/** Profiles as a kind of record in the review chain. */
export const SITE: RecordKind<Site> = {
  table: SITES,
  module: 'Profiling of SITES',
  noun: 'SITES profile',
  facts: 'site',
  approvalPath: (id) => `/sites/approval/view/${id}`,
  encoderPath: (id) => `/sitemap/view/${id}`,
  lists: { approval: '/sites/approval', encoder: '/sitemap' },
  editPath: (id) => `/sitemap/edit/${id}`,
  reference: (id) => ({ site_profile_id: id }),
  returnDraft: 'site-return',

  policies: SITE_POLICIES,
  canEdit: canEditSite,
  canSubmit: canSubmitSite,
  canRecall: canRecallSite,
  unsubmitted: RECALLED_PROFILE,
  requireComplete: (site, now) =>
    requireNoErrors({ ...siteErrors(formOf(site), manilaYear(now)), ...documentErrors(site) }),
  requireNotReplaced: async () => undefined,

  read: readSite,
  lock: lockSite,
  save: saveSite,
  // the comment is removed from the record and remains in its history (S-45)
  finalColumns: async () => ({ returned_reason: null }),
  queue: SITE_QUEUE,
  listMarks: listWarningLabelsOfSites,
  snapshot: snapshotOfSite,

  entry,
  correctSpelling: async (_db, site, wanted) => {
    const { edits, errors } = checkSpelling(spelledTextsOfSite(site), wanted)
    requireNoErrors(errors)
    return {
      columns: Object.fromEntries(edits.map((edit) => [edit.field, edit.new])),
      edits,
      changes: edits.map(({ field, old, new: now }) => ({ field, old, new: now })),
    }
  },
  acceptFindings,
  countFindings,
  landVerdicts: listLandVerdicts,
  commentsOf: ({ returned_reason = null }) => ({
    columns: { returned_reason },
    step: { comment: returned_reason },
  }),
  commentPoints: ({ returned_reason }) =>
    returned_reason ? [{ ...THE_PROFILE, kind: 'comment', text: returned_reason }] : [],
  commentField: () => 'returned_reason',
  labelsOf: async (db, site, places) => {
    const land = await listLandPlaces(db, site.id, places)
    return places.map((place) => siteLabel(site, place, land))
  },
  comparison: async (db, site) => {
    const after = await snapshotOfSite(db, site)
    const land = await readSiteLand(db, site.id)
    return ({ content, edits, returned_at }) =>
      siteChangesAt(
        correctedSite(SiteSnapshot.parse(content), edits),
        after,
        returned_at === null ? [] : landChangesSince(land, returned_at),
      )
  },
  checklist: async () => [],
  // logged even if it repeats the comment of the last return
  commentChanges: (before, after) => [
    { field: 'returned_reason', old: before.returned_reason, new: after.returned_reason },
  ],
  mailed: (site) => site,
}
