import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Insertable, sql } from 'kysely'
import { ENTERED, logReviews } from '../../../bench/log-reviews.ts'
import type { SiteActivities, SiteActivityMeans, SiteProfiles } from '../../../db/types.ts'
import type { Level } from '../../../shared/access/levels.ts'
import { areaHectares, roundHectares } from '../../../shared/boundary/area.ts'
import type { BoundaryGeometry, Position } from '../../../shared/boundary/boundary.schema.ts'
import { outlineOf as regionOutlineOf } from '../../../shared/boundary/region-outlines.ts'
import { bboxOf, countsOf, surrounds } from '../../../shared/boundary/shape.ts'
import { storeWarningsOfSite } from '../../../server/activities/warnings.queries.ts'
import { storeSiteWarnings } from '../../../server/land/site-warnings.queries.ts'
import { coarseOutlineOf } from '../../../server/places/coarse-provinces.ts'
import { MEDIA_TYPES } from '../../../server/documents/media-types.ts'
import { FILE_KINDS, type FileKind } from '../../../shared/files/files.schema.ts'
import {
  approved,
  NEW_REVIEW,
  REVIEW_CHAIN,
  type Review,
  returned,
  submitted,
} from '../../../shared/review/review-chain.ts'
import { insertSnapshot } from '../../../server/review/snapshots.queries.ts'
import { snapshotOfSite } from '../../../server/sites/changes.queries.ts'
import { measureWaiting } from '../../../server/sites/boundaries.jobs.ts'
import { findSite, type Site } from '../../../server/sites/sites.queries.ts'
import { pdfDocument } from '../../../server/seed/demo-documents.ts'
import { DEMO_PEOPLE } from '../../../server/seed/demo-people.ts'
import type { Caller, TestApp } from '../product/app.ts'

// ---- files

/** The statuses of a record that all three levels have approved. */
export const APPROVED = {
  site_status: 'Approved',
  penro_status: 'Approved',
  region_status: 'Approved',
  fmb_status: 'Approved',
}

/** A PDF of one page, enough for everything that reads its content. */
export const pdfBytes = (text = 'agreement') =>
  Buffer.concat([pdfDocument('Agreement', []), Buffer.from(`% ${text}\n%%EOF\n`)])

/** A PDF of exactly this size, with unique content. */
export function sizedPdf(size: number): Buffer {
  const [page, end] = [pdfBytes(), Buffer.from('\n%%EOF')]
  return Buffer.concat([page, randomBytes(size - page.length - end.length), end])
}

export type Square = { lon?: number; lat?: number; size?: number }

const LAGUNA_ID = 19
const CAPITAL_ID = 1

/** A closed square ring: its south-western corner at lon, lat (in the forest of Laguna), its side in degrees. */
function squareRing({ lon = 121.5, lat = 14.2, size = 0.01 }: Square = {}): Position[] {
  return [
    [lon, lat],
    [lon + size, lat],
    [lon + size, lat + size],
    [lon, lat + size],
    [lon, lat],
  ]
}

export const squareOf = (square: Square = {}): BoundaryGeometry => ({
  type: 'MultiPolygon',
  coordinates: [[squareRing(square)]],
})

/** the side of a cell of the grid of free squares, so that two squares beside each other have a gap */
const CELL = 0.012
/** the land of Laguna in which tests draw squares of their own */
const isDrawnOn = ([lon, lat]: Position) => lon > 121.19 && lat > 14.088

/** The cells of a grid that lie on the coarse land of a province or, in the capital, of the region. */
function cellsOn(land: BoundaryGeometry): Position[] {
  const [west, south, east, north] = bboxOf(land)
  const cells: Position[] = []
  for (let lon = west; lon < east; lon += CELL)
    for (let lat = south; lat < north; lat += CELL)
      if (squareRing({ lon, lat }).every((corner) => surrounds(land, corner)) && !isDrawnOn([lon, lat]))
        cells.push([Number(lon.toFixed(3)), Number(lat.toFixed(3))])
  return cells
}

const cellsOf = new Map<number, Position[]>()
let squareNumber = 0

/** A separate square on a grid over a province, so that unrelated records have no overlaps to compute. */
export function freeSquare(province_id: number | null = LAGUNA_ID): Square {
  const key = province_id ?? 0
  const land = province_id === null ? regionOutlineOf(CAPITAL_ID) : coarseOutlineOf(province_id)?.geometry
  const cells = cellsOf.get(key) ?? cellsOn(land as BoundaryGeometry)
  cellsOf.set(key, cells)
  squareNumber += 1
  const [lon, lat] = cells[squareNumber % cells.length] as Position
  return { lon, lat }
}

export function kmlText(square: Square = {}): string {
  const corners = squareRing(square)
    .map(([lon, lat]) => `${lon},${lat},0`)
    .join(' ')
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Site</name><Polygon><outerBoundaryIs>
<LinearRing><coordinates>${corners}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`
}

/** Uploads a file through the API; returns its id. */
export async function upload(caller: Caller, kind: FileKind, name: string, bytes: Buffer | string) {
  const reply = await caller.upload(kind, name, bytes)
  if (reply.statusCode !== 200) throw new Error(`Upload of ${name}: ${reply.statusCode} ${reply.body}`)
  return reply.json().data.id as number
}

export const aKml = (caller: Caller, text = kmlText(), name = 'boundary.kml') =>
  upload(caller, 'kml', name, text)

export const anAgreement = (caller: Caller, name = 'agreement.pdf') => upload(caller, 'pdf', name, pdfBytes())

/** A stored file with its bytes, entered directly; unattached unless `attached`. */
export async function aFile(
  app: TestApp,
  wanted: {
    kind?: FileKind
    name?: string
    by?: string
    bytes?: Buffer
    size?: number
    attached?: boolean
  } = {},
): Promise<number> {
  const { kind = 'pdf', by = 'laguna.encoder', attached = false } = wanted
  const bytes = wanted.bytes ?? (kind === 'kml' ? Buffer.from(kmlText()) : pdfBytes())
  const uploader = await app.db
    .selectFrom('users')
    .select(['id', 'office_id', 'region_id'])
    .where('id', '=', await app.userId(by))
    .executeTakeFirstOrThrow()
  const storage_key = randomUUID()
  await app.services.files.put(storage_key, Readable.from([bytes]))
  const { id } = await app.db
    .insertInto('files')
    .values({
      storage_key,
      kind,
      name: wanted.name ?? `file.${FILE_KINDS[kind].extensions[0]}`,
      media_type: MEDIA_TYPES[kind][0],
      size: wanted.size ?? bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      office_id: uploader.office_id,
      region_id: uploader.region_id,
      uploaded_by: uploader.id,
      ...(attached ? { unused_since: null } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const AN_UPLOAD = pdfBytes('upload')

/** A resumable upload with all its bytes, entered directly; returns its id. */
export async function anUpload(app: TestApp, by: string): Promise<string> {
  const uploaded_by = await app.userId(by)
  const [size, piece] = [AN_UPLOAD.length, randomUUID()]
  const { id } = await app.db
    .insertInto('file_uploads')
    .values({ kind: 'pdf', name: 'scan.pdf', size, received: size, pieces: [piece], uploaded_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.services.files.pieces.put(`${id}.${piece}`, AN_UPLOAD)
  return id
}

// ---- profiles

const LAGUNA = 'PENRO Laguna'

/** The demo person who encodes for an office. */
export function encoderOf(office: string): string {
  const person = DEMO_PEOPLE.find(
    (one) => one.office === office && one.role === 'PENRO Encoder' && !one.deactivated,
  )
  if (!person) throw new Error(`${office} has no encoder in the demo bureau.`)
  return person.email
}

/** The place ids in the profile form of an office: its region, its province and a municipality there. */
export async function placeOf(app: TestApp, office = LAGUNA) {
  const row = await app.db
    .selectFrom('offices')
    .select(['id as office_id', 'region_id', 'province_id'])
    .where('name', '=', office)
    .executeTakeFirstOrThrow()
  const city = await app.db
    .selectFrom('cities')
    .select('id')
    .where('region_id', '=', row.region_id)
    .$if(row.province_id !== null, (all) => all.where('province_id', '=', row.province_id))
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { ...row, city_id: city.id }
}

export const SITE_FIELDS = {
  name_of_partner: 'Samahan ng mga Tagapangalaga ng Kagubatan',
  project_area: '100.50',
  year_implemented: 2021,
  project_year_start: 2021,
  project_year_end: 2030,
  redd_eligible_activities_area: [
    'Reducing emissions from deforestation',
    'Conservation of forest-carbon stocks',
  ] as string[],
  emission_from_deforestation_area: '60.25',
  conservation_forest_carbon_stocks_area: '40.25',
  implementation_arrangement: 'Tenure',
  implementation_arrangement_others: 'CBFMA',
}

/** A complete body for POST sites, with freshly uploaded files; `changes` replace single fields. */
export async function siteInput(
  app: TestApp,
  changes: Record<string, unknown> = {},
  office = LAGUNA,
): Promise<Record<string, unknown>> {
  const { region_id, province_id, city_id } = await placeOf(app, office)
  const encoder = await app.as(encoderOf(office))
  const files = {
    agreement_id: 'agreement_id' in changes ? null : await anAgreement(encoder),
    map_kml_id: 'map_kml_id' in changes ? null : await aKml(encoder, kmlText(freeSquare(province_id))),
  }
  return { region_id, province_id, city_id, ...SITE_FIELDS, ...files, ...changes }
}

export type SiteWanted = {
  site_status?: 'Submitted' | 'Approved' | 'Returned'
  /** the level that a submitted record waits for, or that returned it */
  level?: Level
  office?: string
  /** its encoder; the office's encoder by default */
  by?: string
  deactivated_by?: string
  name_of_partner?: string
  boundary?: BoundaryGeometry | null
  submitted_at?: string
  waiting_since?: string
  /** other values of its columns */
  columns?: Partial<Insertable<SiteProfiles>>
}

/** Runs the review chain to this state, so that the row is always a valid one. */
function reviewOf({ site_status = 'Submitted', level = 'PENRO' }: SiteWanted): Review {
  const below: readonly Level[] =
    site_status === 'Approved' ? REVIEW_CHAIN : REVIEW_CHAIN.slice(0, REVIEW_CHAIN.indexOf(level))
  const climbed = below.reduce<Review>(approved, submitted(NEW_REVIEW))
  return site_status === 'Returned' ? returned(climbed, level) : climbed
}

let siteNumber = 0

/**
 * A profile of an office in the wanted state, entered directly with files, boundary, its first review step and the log of
 * its review; the API makes only new ones (`siteInput` and POST sites).
 */
export async function aSite(app: TestApp, wanted: SiteWanted = {}): Promise<Site> {
  siteNumber += 1
  const { db } = app
  const { office = LAGUNA, by = encoderOf(wanted.office ?? LAGUNA), deactivated_by } = wanted
  const place = await placeOf(app, office)
  const created_by = await app.userId(by)
  const review = reviewOf(wanted)
  const now = new Date().toISOString()
  const submitted_at = wanted.submitted_at ?? now
  const map_kml_id = await aFile(app, { kind: 'kml', by, name: 'boundary.kml', attached: true })
  const { id, record_id } = await db
    .insertInto('site_profiles')
    .values({
      ...SITE_FIELDS,
      ...place,
      ...(wanted.name_of_partner ? { name_of_partner: wanted.name_of_partner } : {}),
      ...review,
      code: `SITES-TEST-2031-${String(siteNumber).padStart(4, '0')}`,
      agreement_id: await aFile(app, { by, name: 'agreement.pdf', attached: true }),
      map_kml_id,
      created_by,
      submitted_by: created_by,
      submitted_at,
      waiting_since: review.site_status === 'Submitted' ? (wanted.waiting_since ?? submitted_at) : null,
      approved_at: review.site_status === 'Approved' ? now : null,
      returned_at: review.site_status === 'Returned' ? now : null,
      returned_reason: review.site_status === 'Returned' ? 'Please correct the municipality.' : null,
      ...(deactivated_by
        ? {
            status: 'Deactivated',
            deactivated_at: now,
            deactivated_by: await app.userId(deactivated_by),
            deactivate_reason: 'Entered twice',
          }
        : {}),
      ...wanted.columns,
    })
    .returning(['id', 'record_id'])
    .executeTakeFirstOrThrow()
  if (wanted.boundary !== null)
    await aBoundary(app, id, map_kml_id, wanted.boundary ?? squareOf(freeSquare(place.province_id)))
  await db
    .insertInto('review_steps')
    .values({
      record_id,
      round: 1,
      action: 'Submitted',
      at: submitted_at,
      user_id: created_by,
      user_name: 'Encoder',
      role_name: 'PENRO Encoder',
    })
    .execute()
  await logReviews(db, 'site', sql`profile.id = ${id}`)
  const site = await findSite(db, id)
  if (!site) throw new Error('The profile was not stored.')
  const content = await snapshotOfSite(db, site)
  await insertSnapshot(record_id, 1, content, submitted_at).execute(db)
  await storeSiteWarnings(db, [id], new Date())
  return site
}

async function aBoundary(
  app: TestApp,
  site_profile_id: number,
  map_kml_id: number,
  geometry: BoundaryGeometry,
) {
  const [min_lon, min_lat, max_lon, max_lat] = bboxOf(geometry)
  await app.db
    .insertInto('site_boundaries')
    .values({
      site_profile_id,
      map_kml_id,
      geometry: JSON.stringify(geometry),
      area_ha: roundHectares(areaHectares(geometry)).toFixed(2),
      vertex_count: countsOf(geometry).vertex_count,
      valid: true,
      min_lon,
      min_lat,
      max_lon,
      max_lat,
    })
    .execute()
  await measureWaiting(app.services)
}

/** The bare row of an activity on a profile, a draft by default, with its evidence and the log of its review; returns its id. */
export async function anActivityRow(
  app: TestApp,
  site: Site,
  row: Partial<Insertable<SiteActivities>> = {},
  evidence: Omit<Insertable<SiteActivityMeans>, 'site_activity_id'>[] = [],
): Promise<number> {
  const grade = 'Not Compliant'
  const { id } = await app.db
    .insertInto('site_activities')
    .values({
      site_profile_id: site.id,
      region_id: site.region_id,
      province_id: site.province_id,
      city_id: site.city_id,
      office_id: site.office_id,
      site_profile_code: site.code,
      site_profile_name: site.name_of_partner,
      principle_batch_number: 1,
      principle_number_1: grade,
      principle_number_2: grade,
      principle_number_3: grade,
      principle_number_4: grade,
      principle_number_5: grade,
      principle_number_6: grade,
      principle_number_7: grade,
      principle_number_8: grade,
      site_status: 'Save as Draft',
      created_by: site.created_by_id,
      ...row,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const one of evidence)
    await app.db
      .insertInto('site_activity_means')
      .values({ ...one, site_activity_id: id })
      .execute()
  // its rows state the evidence
  await logReviews(app.db, 'activity', sql`activity.id = ${id}`)
  await storeWarningsOfSite(app.db, { site_profile_id: site.id }, new Date())
  return id
}

/** The events in the log about a profile, oldest first, without the warnings noted with a decision and how it was entered. */
export async function eventsOf(app: TestApp, site_profile_id: number): Promise<string[]> {
  const rows = await auditOf(app, site_profile_id)
  return rows.map((row) => row.event).filter((event) => event !== 'Decision Noted')
}

/** The rows of the log about a profile, oldest first, without those with which `aSite` entered it. */
export const auditOf = (app: TestApp, site_profile_id: number) =>
  app.db
    .selectFrom('audit_logs')
    .selectAll()
    .where('auditable_type', '=', 'Profiling of SITES')
    .where('auditable_id', '=', site_profile_id)
    .where(sql<boolean>`request_id is distinct from ${ENTERED}`)
    .orderBy('id')
    .execute()
