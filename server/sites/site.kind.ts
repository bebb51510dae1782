import { RECORD_KINDS } from '../../shared/access/record-kinds.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { landChangesSince } from '../../shared/sites/land-places.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
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
import { listSitesAround, storeSiteWarnings } from '../land/site-warnings.queries.ts'
import { requireNoErrors } from '../lib/errors.ts'
import type { RecordKind } from '../review/record.kind.ts'
import { snapshotOfSite } from './changes.queries.ts'
import { countChange, lockSite, readSite, type Site, SITE_QUEUE, saveSite } from './sites.queries.ts'

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

/** Profiles as a kind of record in the review chain. */
export const SITE: RecordKind<Site> = {
  ...RECORD_KINDS.site,
  facts: 'site',

  policies: SITE_POLICIES,
  canEdit: canEditSite,
  canSubmit: canSubmitSite,
  canRecall: canRecallSite,
  requireComplete: (site, now) =>
    requireNoErrors({ ...siteErrors(formOf(site), manilaYear(now)), ...documentErrors(site) }),
  requireNotReplaced: async () => undefined,

  read: readSite,
  lock: lockSite,
  save: saveSite,
  finalColumns: async () => ({}),
  queue: SITE_QUEUE,
  storeWarnings: storeSiteWarnings,
  // whose turn a finding is follows from the review
  storeWarningsOfStep: async (db, { id, has_findings }, now) =>
    has_findings ? storeSiteWarnings(db, [id], now) : 0,
  loseFile: async (db, { id }) => {
    await countChange(db, id)
    return null
  },
  listConcerned: (db, { id }) => listSitesAround(db, [id]),
  snapshot: snapshotOfSite,

  entry,
  spelling: {
    correct: async (_db, site, wanted) => {
      const { edits, errors } = checkSpelling(spelledTextsOfSite(site), wanted)
      requireNoErrors(errors)
      return {
        columns: Object.fromEntries(edits.map((edit) => [edit.field, edit.new])),
        edits,
        changes: edits.map(({ field, old, new: now }) => ({ field, old, new: now })),
      }
    },
  },
  land: { count: countFindings, verdicts: listLandVerdicts, accept: acceptFindings },
  commentPlaces: [
    {
      field: 'returned_reason',
      place: { about: 'record' },
      label: 'The profile',
      principle_number: null,
    },
  ],
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
  // logged even if it repeats the comment of the last return
  commentChanges: (before, after) => [
    { field: 'returned_reason', old: before.returned_reason, new: after.returned_reason },
  ],
  mailed: (site) => site,
}
