import { createHash, randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { ThreadSteps } from '../../db/types.ts'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { bboxOf, boxesMeet, middleOf } from '../../shared/boundary/shape.ts'
import { comparerOf } from '../../shared/land/meet.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { measureLines } from '../land/measure-features.ts'
import { insertFeatures } from '../land/features.queries.ts'
import { uploadChanges } from '../uploads/files.actions.ts'
import {
  DEMO_LAYERS,
  DEMO_SOURCE,
  type DemoFeature,
  type DemoLayer,
  landAround,
  landBeside,
} from './demo-land.ts'
import { auditRow } from './demo-log.ts'
import { DEMO_OFFICES } from './demo-names.ts'
import { type Bureau, findOffice, findPerson, iso, type Person } from './demo-office.ts'

type Boundary = {
  site_profile_id: number
  map_kml_id: number
  office: string
  /** among the sites of its office, from 0 */
  position: number
  area_ha: number
  approved_at: string | null
  geometry: BoundaryGeometry
}

type Land = DemoFeature & { geometry: BoundaryGeometry }

async function listBoundaries({ db }: Bureau): Promise<Boundary[]> {
  const rows = await db
    .selectFrom('site_boundaries')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_boundaries.site_profile_id')
    .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
    .select([
      'site_boundaries.site_profile_id',
      'site_boundaries.map_kml_id',
      'site_boundaries.area_ha',
      'site_boundaries.geometry',
      'site_profiles.approved_at',
      'offices.name as office',
    ])
    .orderBy('site_boundaries.site_profile_id')
    .execute()
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const position = counts.get(row.office) ?? 0
    counts.set(row.office, position + 1)
    const geometry = row.geometry as unknown as BoundaryGeometry
    return { ...row, position, geometry, area_ha: Number(row.area_ha) }
  })
}

function landOf(feature: DemoFeature, boundaries: readonly Boundary[]): Land {
  const { at } = feature
  if ('middle' in at) return { ...feature, geometry: landAround(at.middle) }
  const site = boundaries.find(({ office, position }) => office === at.office && position === at.site)
  // the tests of the product approve sites of the demo bureau, and land in them would have to be accepted
  if (!site?.approved_at) throw new Error(`The demo bureau needs an approved site for ${feature.name}.`)
  return { ...feature, geometry: landBeside(middleOf(site.geometry), at.side) }
}

async function addFile({ db, bytes }: Bureau, admin: Person, name: string, content: Buffer, at: number) {
  const key = randomUUID()
  bytes.push({ key, content })
  const stored = { name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
  const { id } = await db
    .insertInto('files')
    .values({
      ...stored,
      kind: 'layer',
      storage_key: key,
      media_type: 'application/geo+json',
      uploaded_by: admin.id,
      created_at: iso(at),
      unused_since: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { event: 'File Uploaded', changes: uploadChanges({ id, ...stored }) }
  await db
    .insertInto('audit_logs')
    .values(auditRow(admin, at, { auditable_type: 'Profiling of SITES', ...line }))
    .execute()
  return id
}

const geoJsonOf = (land: readonly Land[]): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: land.map(({ code, name, geometry }) => ({
        type: 'Feature',
        properties: { code, name },
        geometry,
      })),
    }),
  )

/** Adds one version with its file and features; returns the id. */
async function addVersion(
  bureau: Bureau,
  admin: Person,
  layer: { id: number; name: string; covers: DemoLayer['covers'] },
  number: number,
  of: readonly Land[],
  at: number,
  past_at: number | null,
) {
  const { db } = bureau
  const file_name = `${layer.name}, version ${number}.geojson`
  const { features } = measureLines(
    of.map(({ code, name, geometry }, index) => ({
      number: index + 1,
      code,
      name,
      geometry,
      is_repaired: false,
      properties: {},
    })),
  )
  const area_ha = features.reduce((sum, feature) => sum + feature.area_ha, 0).toFixed(2)
  const { id } = await db
    .insertInto('land_layer_versions')
    .values({
      ...DEMO_SOURCE,
      ...layer.covers,
      land_layer_id: layer.id,
      number,
      file_name,
      crs: 'EPSG:4326',
      area_ha,
      source_date: manilaDay(new Date(at - 30 * DAY_MS)),
      columns: JSON.stringify(['code', 'name']),
      code_column: 'code',
      name_column: 'name',
      state: past_at === null ? 'current' : 'past',
      feature_count: features.length,
      vertex_count: features.reduce((sum, { vertex_count }) => sum + vertex_count, 0),
      created_by: admin.id,
      created_at: iso(at),
      read_at: iso(at),
      imported_by: admin.id,
      imported_at: iso(at),
      mailed_at: iso(at),
      past_at: past_at === null ? null : iso(past_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertFeatures(
    db,
    id,
    features.map((feature) => ({ ...feature, key: feature.code ?? '' })),
  )
  const file_id = await addFile(bureau, admin, file_name, geoJsonOf(of), at)
  await db.insertInto('land_files').values({ file_id, land_layer_version_id: id }).execute()
  const changes = [
    { field: 'layer', old: null, new: layer.name },
    { field: 'version', old: number === 1 ? null : String(number - 1), new: String(number) },
    { field: 'features', old: null, new: String(features.length) },
  ]
  const line = { auditable_type: 'System', auditable_id: layer.id, event: 'Layer Imported', changes } as const
  await db
    .insertInto('audit_logs')
    .values(auditRow(admin, at, line))
    .execute()
  return id
}

type Step = Omit<Insertable<ThreadSteps>, 'kind' | 'thread_id'>

/** What happened to a finding, oldest first: found by the comparison, then what the people of the office did. */
async function stepsOf(
  { db }: Bureau,
  { finding }: DemoFeature,
  site: Boundary,
  imported: number,
  facts: string,
): Promise<{ since: number; steps: Step[] }> {
  const plan = DEMO_OFFICES.find(({ office }) => office === site.office)
  if (!plan || !site.approved_at) throw new Error(`The demo bureau has no approved site in ${site.office}.`)
  const office = await findOffice(db, plan)
  const approved = Date.parse(site.approved_at)
  // found when the profile was saved, or by a later import
  const found = imported < approved ? approved - 40 * DAY_MS : imported
  const none = { user_id: null, user_name: null, role_name: null, text: null, level: null, facts: null }
  const by = ({ id, name, role }: Person) => ({ user_id: id, user_name: name, role_name: role })
  const first = { ...none, action: 'Found', round: 1, at: iso(found), facts }
  if (finding === 'found') return { since: found, steps: [first] }
  const explained = found + 2 * DAY_MS
  const second = {
    ...none,
    ...by(office.encoder),
    action: 'Explained',
    round: 1,
    at: iso(explained),
    text: 'The overlap is the edge of the old survey; the community has agreed to the new line. Invented for the demo.',
  }
  if (finding === 'explained') return { since: explained, steps: [first, second] }
  const accepted = LEVELS_ACCEPTING.map((level, index) => ({
    ...none,
    ...by(office.approvers[level]),
    action: 'Accepted',
    round: 1,
    level,
    at: iso(approved - (2 - index) * DAY_MS),
  }))
  return { since: explained, steps: [first, second, ...accepted] }
}

const LEVELS_ACCEPTING = ['PENRO', 'Region', 'FMB'] as const

/** Stores that every boundary was compared with the current version, and what was found. */
async function addScreenings(
  bureau: Bureau,
  layer: { id: number; version: number; imported: readonly number[] },
  land: readonly Land[],
  boundaries: readonly Boundary[],
): Promise<void> {
  const { db } = bureau
  const current = layer.imported.at(-1) ?? 0
  const at = iso(current + 600_000)
  const last = { land_layer_id: layer.id, land_layer_version_id: layer.version }
  await db
    .insertInto('land_screenings')
    .values(
      boundaries.map(({ site_profile_id, map_kml_id }) => ({
        ...last,
        site_profile_id,
        map_kml_id,
        state: 'done',
        at,
      })),
    )
    .execute()
  for (const feature of land)
    for (const site of boundaries) {
      if (!boxesMeet(bboxOf(feature.geometry), bboxOf(site.geometry))) continue
      // as a comparison finds it, so that it is the same land at the next one
      const compared = comparerOf(site.geometry)([{ id: 0, geometry: feature.geometry }])
      const [shared] = compared.ok ? compared.shared : []
      if (!shared) continue
      const { overlap_ha, share, drawing } = shared
      const isMeant =
        'office' in feature.at && feature.at.office === site.office && feature.at.site === site.position
      if (!isMeant) throw new Error(`${feature.name} meets a site of the demo bureau that it should not.`)
      const imported = layer.imported[feature.since - 1] ?? current
      const facts = JSON.stringify({ overlap_ha, share, according_to: DEMO_SOURCE.source })
      const { since, steps } = await stepsOf(bureau, feature, site, imported, facts)
      const { id } = await db
        .insertInto('land_findings')
        .values({
          ...last,
          site_profile_id: site.site_profile_id,
          feature_key: feature.code,
          feature_code: feature.code,
          feature_name: feature.name,
          overlap_ha: overlap_ha.toFixed(2),
          share: share.toFixed(6),
          geometry: JSON.stringify(drawing),
          state: feature.finding ?? 'found',
          since: iso(since),
          accepted_levels: feature.finding === 'accepted' ? [...LEVELS_ACCEPTING] : [],
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('thread_steps')
        .values(steps.map((step) => ({ ...step, kind: 'finding', thread_id: id })))
        .execute()
    }
}

async function addLayer(
  bureau: Bureau,
  admin: Person,
  { kind, name, consideration, covers, imported, features }: DemoLayer,
  boundaries: readonly Boundary[],
): Promise<void> {
  const times = imported.map((days) => bureau.now - days * DAY_MS)
  const created = (times[0] ?? bureau.now) - DAY_MS
  const { id } = await bureau.db
    .insertInto('land_layers')
    .values({
      ...consideration,
      kind,
      name,
      audience: 'staff',
      created_by: admin.id,
      created_at: iso(created),
      updated_at: iso(created),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const changes = Object.entries({ layer: name, kind, ...consideration }).map(([field, value]) => ({
    field,
    old: null,
    new: value,
  }))
  const line = { auditable_type: 'System', auditable_id: id, event: 'Layer Added', changes } as const
  await bureau.db
    .insertInto('audit_logs')
    .values(auditRow(admin, created, line))
    .execute()
  const land = features.map((feature) => landOf(feature, boundaries))
  let version = 0
  for (const [index, at] of times.entries()) {
    const of = land.filter(({ since }) => since <= index + 1)
    version = await addVersion(
      bureau,
      admin,
      { id, name, covers },
      index + 1,
      of,
      at,
      times[index + 1] ?? null,
    )
  }
  await addScreenings(bureau, { id, version, imported: times }, land, boundaries)
}

/**
 * Adds the invented layers, with every boundary compared, so that no site of the demo bureau says "not checked". Only
 * approved sites have land in them: approving the others works as before.
 */
export async function addDemoLayers(bureau: Bureau): Promise<void> {
  const admin = await findPerson(bureau.db, 'fmb.admin')
  const boundaries = await listBoundaries(bureau)
  for (const layer of DEMO_LAYERS) await addLayer(bureau, admin, layer, boundaries)
}
