import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { AGREEMENT_MAX_BYTES, FILE_KINDS } from '../../shared/files/files.schema.ts'
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
import { fieldChanges } from '../lib/audit.ts'
import { dropDraft } from '../drafts/drafts.actions.ts'
import { attachAll, type Attached, detachFiles } from '../files/files.actions.ts'
import type { StoredFile } from '../files/files.queries.ts'
import { type Audit, type Ctx, type Stamp, stamp } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { insist, insistSaved, insistValid, invalid } from '../lib/errors.ts'
import { type ChosenPlaces, findChosenPlaces, placeErrors } from '../places/places.queries.ts'
import { mailWaiting } from '../review/review.mails.ts'
import { addReviewStep } from '../review/review.queries.ts'
import { drawKeptMap, drawNewMap } from './boundaries.actions.ts'
import { keepDrawn, keepFirstDrawn } from './boundaries.queries.ts'
import { keepReplacedBoundary, noteBoundaryChange, snapshotWith } from './changes.queries.ts'
import type { Measured } from './measure.ts'
import { entry, SITE } from './site.kind.ts'
import { insistAll } from './sites.checks.ts'
import { insertSite, lockSite, readSite, type Site, saveSite } from './sites.queries.ts'
import { insistSeen, savedSince } from '../review/review.checks.ts'

const agreement = (id: number): Attached => ({
  ids: [id],
  rule: { kinds: ['pdf'], max_bytes: AGREEMENT_MAX_BYTES, field: 'agreement_id' },
})

const map = (id: number): Attached => ({
  ids: [id],
  rule: { kinds: ['kml'], max_bytes: FILE_KINDS.kml.max_bytes, field: 'map_kml_id' },
})

/** A map that turns out to be no boundary is refused with its reason. */
function insistDrawn(drawn: Measured | null): void {
  if (drawn && !drawn.ok) throw invalid({ map_kml_id: [drawn.reason] })
}

/** The creator's office; for those without one, the PENRO of the province (S-35). */
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
export async function createSite(ctx: Ctx, input: SiteProfileInput): Promise<Site> {
  insist(canCreateSite(ctx.actor))
  const form = tidySite(input)
  const now = stamp(ctx)
  const year = manilaYear(new Date(now.updated_at))
  const places = await findChosenPlaces(ctx.db, form)
  const drawn = await drawNewMap(ctx, form.map_kml_id, places, { ...form, site_profile_id: null })

  return ctx.write(async (db, audit) => {
    const judged = await insistNewSite(ctx, db, { input, form, places, drawn, year })
    await dropDraft(ctx, db, 'site-add')
    return enterSite(ctx, db, audit, {
      ...{ form, drawn, year, now, ...judged },
      tell: (site) => mailWaiting(ctx.services, db, SITE, site),
    })
  })
}

/** A profile on its way in, with what was found out before its transaction; `office_id` where somebody names it. */
export type NewSite = {
  input: SiteProfileInput
  form: SiteForm
  places: ChosenPlaces
  drawn: Measured | null
  year: number
  office_id?: number
}

/** Asks every rule of the form and takes the files; says whose profile it will be. */
export async function insistNewSite(
  ctx: Ctx,
  db: Db,
  { input, form, places, drawn, year, office_id: named }: NewSite,
): Promise<{ office_id: number; files: StoredFile[] }> {
  let office_id = 0
  let files: StoredFile[] = []
  await insistAll([
    () => insistValid(siteErrors(input, year)),
    () => insistValid(ownPlaceErrors(ctx.actor, form)),
    () => insistValid(placeErrors(form, places)),
    async () => {
      files = await attachAll(db, ctx.actor, [agreement(form.agreement_id), map(form.map_kml_id)])
    },
    () => insistDrawn(drawn),
    () => {
      office_id = named ?? officeFor(ctx, form, places)
    },
  ])
  return { office_id, files }
}

/** Writes a profile that nothing speaks against, submitted to its PENRO; `tell` says so to whoever must act. */
export async function enterSite(
  ctx: Ctx,
  db: Db,
  audit: Audit,
  judged: Pick<NewSite, 'form' | 'drawn' | 'year'> & {
    now: Stamp
    office_id: number
    files: readonly StoredFile[]
    /** what its first line in the log says besides */
    noted?: FieldChange[]
    tell?: (site: Site) => Promise<void>
  },
): Promise<Site> {
  const { form, drawn, year, now, office_id, files, noted = [] } = judged
  // from here on the others of its region wait for their number
  const inserted = await insertSite(db, year, {
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
  const site = drawn?.ok ? { ...inserted, mapped_area_ha: drawn.report.area_ha } : inserted
  const step = { round: 1, action: 'Submitted', level: null, at: now.updated_at } as const
  await addReviewStep(db, ctx.actor, SITE.reference(site.id), step, snapshotWith(site, files))
  audit(entry(site, 'Created', [...fieldChanges({}, site, LOGGED_FIELDS), ...noted]))
  audit(entry(site, 'Submitted'))
  await judged.tell?.(site)
  if (drawn?.ok) await keepFirstDrawn(db, site.id, form.map_kml_id, drawn)
  return site
}

/** Corrects a returned profile; it stays returned until it is submitted again (P08, C-41, S-46). */
export async function updateSite(ctx: Ctx, id: number, patch: SiteProfilePatch): Promise<Site> {
  const opened = await readSite(ctx.db, id)
  const since = (db: Db, now: Site) => () => savedSince(db, SITE.module, patch.revision, now)
  await insistSaved(canEditSite(ctx.actor, opened), since(ctx.db, opened))
  await insistSeen(ctx.db, SITE.module, patch.revision, opened)
  const input = patchedForm(opened, patch)
  const form = tidySite(input)
  const isNewAgreement = form.agreement_id !== opened.agreement_id
  const isNewMap = form.map_kml_id !== opened.map_kml_id
  const newFiles = [
    ...(isNewAgreement ? [agreement(form.agreement_id)] : []),
    ...(isNewMap ? [map(form.map_kml_id)] : []),
  ]
  const places = await findChosenPlaces(ctx.db, form)
  const around = { ...form, site_profile_id: id }
  const drawn = isNewMap
    ? await drawNewMap(ctx, form.map_kml_id, places, around)
    : await drawKeptMap(ctx, opened, places, around)

  return ctx.write(async (db, audit) => {
    const before = await lockSite(db, id)
    const now = stamp(ctx)
    await insistSaved(canEditSite(ctx.actor, before), since(db, before))
    // the boundary above was measured for the profile as it was opened
    await insistSeen(db, SITE.module, opened.revision, before)
    await insistAll([
      () => insistSameRegion(before, patch),
      () => insistValid(siteErrors(input, manilaYear(new Date(now.updated_at)))),
      () => insistOwnPlaceIfMoved(ctx, before, form),
      () => insistValid(placeErrors(form, places)),
      () => attachAll(db, ctx.actor, newFiles),
      () => isNewMap && insistDrawn(drawn),
    ])
    const after = await saveSite(db, id, now, form)
    if (isNewMap) await keepReplacedBoundary(db, id)
    if (drawn?.ok) await keepDrawn(db, id, form.map_kml_id, drawn)
    if (isNewMap && drawn?.ok) await noteBoundaryChange(db, id, form.map_kml_id)
    await detachFiles(db, [
      ...(isNewAgreement ? [before.agreement_id] : []),
      ...(isNewMap ? [before.map_kml_id] : []),
    ])
    const saved = drawn?.ok ? { ...after, mapped_area_ha: drawn.report.area_ha } : after
    audit(entry(after, 'Updated', fieldChanges(before, after, LOGGED_FIELDS)))
    await dropDraft(ctx, db, 'site-edit', id)
    return saved
  })
}

function insistSameRegion(site: Site, patch: SiteProfilePatch): void {
  if (patch.region_id !== undefined && patch.region_id !== site.region_id)
    throw invalid({ region_id: ['The region of a profile cannot be changed.'] })
}

/** A profile stays where it is whoever edits it, and moves only to where the editor may add one. */
function insistOwnPlaceIfMoved(ctx: Ctx, site: Site, form: SiteForm): void {
  if (form.province_id !== site.province_id) insistValid(ownPlaceErrors(ctx.actor, form))
}
