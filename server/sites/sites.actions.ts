import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { AGREEMENT_MAX_BYTES, FILE_KINDS, MAP_KINDS } from '../../shared/files/files.schema.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import { NEW_REVIEW, submitted } from '../../shared/review/review-chain.ts'
import { canCreateSite, canEditSite } from '../../shared/sites/sites.policy.ts'
import { LOGGED_FIELDS } from '../../shared/sites/sites.fields.ts'
import {
  ownPlaceErrors,
  patchedForm,
  type SiteForm,
  siteErrors,
  tidySite,
} from '../../shared/sites/sites.rules.ts'
import type { SiteProfileInput, SiteProfilePatch } from '../../shared/sites/sites.schema.ts'
import { fieldChanges } from '../context/audit.ts'
import { storeScreenings } from '../land/findings-store.queries.ts'
import type { ScreenedLayer } from '../land/screening.actions.ts'
import { storeSiteWarnings } from '../land/site-warnings.queries.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import { removeSentDraft } from '../drafts/drafts.queries.ts'
import { attachAll, detachFiles, type FilesOfField } from '../uploads/files.actions.ts'
import type { StoredFile } from '../store/files.queries.ts'
import { type Audit, changeStamp, type Ctx, type Stamp } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { invalid, requireAllowed, requireAllowedSaved, requireNoErrors } from '../lib/errors.ts'
import { type ChosenPlaces, findChosenPlaces, placeErrors } from '../places/places.queries.ts'
import { listApprovers, mailWaiting } from '../review/review.mails.ts'
import { addReviewStep } from '../review/review.queries.ts'
import { type MeasuredMap, measureNewMap, remeasureMap } from './boundaries.actions.ts'
import { insertBoundary, replaceBoundary, sitesMet } from './boundaries.queries.ts'
import { lockNearbyBoundaries } from './overlaps.queries.ts'
import { archiveBoundary, recordBoundaryChange, snapshotWith } from './changes.queries.ts'
import type { ScreenedResult } from './measure.ts'
import { entry, SITE } from './site.kind.ts'
import { requireAll } from './sites.checks.ts'
import { insertSite, lockSite, readSite, type Site, saveSite } from './sites.queries.ts'
import { findNewerChange, requireSameRevision } from '../review/review.checks.ts'

const agreement = (id: number): FilesOfField => ({
  ids: [id],
  rule: { kinds: ['pdf'], max_bytes: AGREEMENT_MAX_BYTES, field: 'agreement_id' },
})

const map = (id: number, drawn: MeasuredMap | null): FilesOfField => ({
  ids: [id],
  rule: {
    kinds: MAP_KINDS,
    max_bytes: FILE_KINDS.kml.max_bytes,
    field: 'map_kml_id',
    answers: drawn?.answers ?? null,
  },
})

/** Rejects a map without a boundary that can be measured, with the reason. */
function requireMeasured(drawn: ScreenedResult | null): void {
  if (drawn && !drawn.ok) throw invalid({ map_kml_id: [drawn.reason] })
}

/** Returns the creator's office; for a creator without one, the PENRO of the province (S-35). */
export function officeFor(
  { actor }: Pick<Ctx, 'actor'>,
  form: Pick<SiteForm, 'province_id'>,
  { penro_id }: ChosenPlaces,
): number {
  if (actor.office_id !== null) return actor.office_id
  if (form.province_id === null)
    throw invalid({ region_id: ['Profiles of this region are added by its field offices.'] })
  if (penro_id === null) throw invalid({ province_id: ['This province has no PENRO to submit the profile.'] })
  return penro_id
}

/** Adds a profile and submits it to the PENRO approvers of its office, in one step (P01, C-05). */
export async function createSite(
  ctx: Ctx,
  input: SiteProfileInput,
  form_key: string | undefined,
): Promise<Site> {
  requireAllowed(canCreateSite(ctx.actor))
  const form = tidySite(input)
  const now = changeStamp(ctx)
  const year = manilaYear(new Date(now.updated_at))
  const places = await findChosenPlaces(ctx.db, form)
  const drawn = await measureNewMap(ctx, form.map_kml_id, places, { ...form, site_profile_id: null })

  return ctx.write(async (db, audit, send) => {
    send(removeSentDraft(db, ctx.actor.id, 'site-add', form_key ?? null))
    const judged = await requireNewSite(ctx, db, { input, form, places, drawn, year })
    const approvers = listApprovers(
      db,
      SITE,
      { region_id: form.region_id, office_id: judged.office_id },
      'PENRO',
    )
    send(approvers)
    return enterSite(ctx, db, audit, {
      form,
      drawn,
      year,
      now,
      ...judged,
      tell: async (site) => mailWaiting(ctx.services, db, SITE, site, { readers: await approvers }),
    })
  })
}

/** A new profile with the results from before its transaction; `office_id` if the caller chooses the office. */
export type NewSite = {
  input: SiteProfileInput
  form: SiteForm
  places: ChosenPlaces
  drawn: MeasuredMap | null
  year: number
  office_id?: number
}

/** Checks every rule of the form and attaches the files; returns the office that will own the profile. */
export async function requireNewSite(
  ctx: Ctx,
  db: Db,
  { input, form, places, drawn, year, office_id: named }: NewSite,
): Promise<{ office_id: number; files: StoredFile[] }> {
  let office_id = 0
  let files: StoredFile[] = []
  await requireAll([
    () => requireNoErrors(siteErrors(input, year)),
    () => requireNoErrors(ownPlaceErrors(ctx.actor, form)),
    () => requireNoErrors(placeErrors(form, places)),
    async () => {
      files = await attachAll(db, ctx.actor, [agreement(form.agreement_id), map(form.map_kml_id, drawn)])
    },
    () => requireMeasured(drawn),
    () => {
      office_id = named ?? officeFor(ctx, form, places)
    },
  ])
  return { office_id, files }
}

/** Saves a profile that has passed every check, submitted to its PENRO; `tell` notifies the approvers. */
export async function enterSite(
  ctx: Ctx,
  db: Db,
  audit: Audit,
  judged: Pick<NewSite, 'form' | 'drawn' | 'year'> & {
    now: Stamp
    office_id: number
    files: readonly StoredFile[]
    /** further changes for its first row in the log */
    noted?: FieldChange[]
    tell?: (site: Site) => Promise<void>
  },
): Promise<Site> {
  const { form, drawn, year, now, office_id, files, noted = [] } = judged
  const locking = drawn?.ok ? lockNearbyBoundaries(db, drawn.report.bbox) : null
  // from here on, other new profiles of the region wait for their code: two answers are waited for, and the commit
  const inserting = insertSite(db, year, {
    ...form,
    ...submitted(NEW_REVIEW),
    ...now,
    office_id,
    created_by: now.updated_by,
    created_at: now.updated_at,
    submitted_by: now.updated_by,
    submitted_at: now.updated_at,
    waiting_since: now.updated_at,
  })
  const [inserted] = await Promise.all([inserting, locking])
  const site = drawn?.ok ? { ...inserted, mapped_area_ha: drawn.report.area_ha } : inserted
  const step = { round: 1, action: 'Submitted', level: null, at: now.updated_at } as const
  await Promise.all([
    addReviewStep(db, ctx.actor, site.record_id, step, snapshotWith(site, files)),
    judged.tell?.(site),
    drawn?.ok ? storeDrawn(ctx, db, site, drawn) : storeSiteWarnings(db, [site.id], ctx.services.now(), []),
  ])
  audit(entry(site, 'Created', [...fieldChanges({}, site, LOGGED_FIELDS), ...noted]))
  audit(entry(site, 'Submitted'))
  return site
}

/** Stores the first boundary of a profile, what it meets in the layers of land, and the warnings that follow. */
async function storeDrawn(
  ctx: Ctx,
  db: Db,
  { id, map_kml_id }: Site,
  drawn: Extract<ScreenedResult, { ok: true }>,
): Promise<void> {
  const met = sitesMet(drawn)
  const boundary = insertBoundary(db, id, map_kml_id, drawn)
  // behind the boundary, from which they follow
  const warnings = storeLand(ctx, db, id, map_kml_id, drawn.land).then(() =>
    storeSiteWarnings(db, [id, ...met], ctx.services.now(), met),
  )
  await Promise.all([boundary, warnings])
}

/** Stores what the boundary meets in the layers of land, as it was compared before the transaction. */
const storeLand = (
  ctx: Ctx,
  db: Db,
  site_profile_id: number,
  map_kml_id: number,
  land: readonly ScreenedLayer[],
): Promise<void> => storeScreenings(db, { site_profile_id, map_kml_id }, land, ctx.services.now())

/** Corrects a returned profile; it stays returned until it is submitted again (P08, C-41, S-46). */
export async function updateSite(ctx: Ctx, id: number, patch: SiteProfilePatch): Promise<Site> {
  const opened = await readSite(ctx.db, id)
  const since = (db: Db, now: Site) => () => findNewerChange(db, SITE.module, patch.revision, now)
  await requireAllowedSaved(canEditSite(ctx.actor, opened), since(ctx.db, opened))
  await requireSameRevision(ctx.db, SITE.module, patch.revision, opened)
  const input = patchedForm(opened, patch)
  const form = tidySite(input)
  const isNewAgreement = form.agreement_id !== opened.agreement_id
  const isNewMap = form.map_kml_id !== opened.map_kml_id
  const places = await findChosenPlaces(ctx.db, form)
  const surroundings = { ...form, site_profile_id: id }
  const screened = isNewMap ? await measureNewMap(ctx, form.map_kml_id, places, surroundings) : null
  const drawn = isNewMap ? screened : await remeasureMap(ctx, opened, places, surroundings)
  const newFiles = [
    ...(isNewAgreement ? [agreement(form.agreement_id)] : []),
    ...(isNewMap ? [map(form.map_kml_id, screened)] : []),
  ]

  return ctx.write(async (db, audit) => {
    const before = await lockSite(db, id)
    const now = changeStamp(ctx)
    await requireAllowedSaved(canEditSite(ctx.actor, before), since(db, before))
    // the boundary above was measured for the profile as it was opened
    await requireSameRevision(db, SITE.module, opened.revision, before)
    await requireAll([
      () => requireSameRegion(before, patch),
      () => requireNoErrors(siteErrors(input, manilaYear(new Date(now.updated_at)))),
      () => requireOwnPlaceIfMoved(ctx, before, form),
      () => requireNoErrors(placeErrors(form, places)),
      () => attachAll(db, ctx.actor, newFiles),
      () => isNewMap && requireMeasured(screened),
    ])
    const after = await saveSite(db, id, now, form)
    if (isNewMap) await archiveBoundary(db, before)
    const met = drawn?.ok ? await replaceBoundary(db, id, form.map_kml_id, drawn) : []
    if (screened?.ok) {
      await recordBoundaryChange(db, after)
      await storeLand(ctx, db, id, form.map_kml_id, screened.land)
    }
    await detachFiles(db, [
      ...(isNewAgreement ? [before.agreement_id] : []),
      ...(isNewMap ? [before.map_kml_id] : []),
    ])
    const saved = drawn?.ok ? { ...after, mapped_area_ha: drawn.report.area_ha } : after
    audit(entry(after, 'Updated', fieldChanges(before, after, LOGGED_FIELDS)))
    await deleteDraft(ctx, db, 'site-edit', id)
    await storeSiteWarnings(db, [id, ...met], ctx.services.now())
    return saved
  })
}

function requireSameRegion(site: Site, patch: SiteProfilePatch): void {
  if (patch.region_id !== undefined && patch.region_id !== site.region_id)
    throw invalid({ region_id: ['The region of a profile cannot be changed.'] })
}

/** Any editor may leave a profile in its province; another province must be one where the editor may add profiles. */
function requireOwnPlaceIfMoved(ctx: Ctx, site: Site, form: SiteForm): void {
  if (form.province_id !== site.province_id) requireNoErrors(ownPlaceErrors(ctx.actor, form))
}
