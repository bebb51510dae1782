import { sql } from 'kysely'
import { queueScreening } from '../../../server/land/screening.queries.ts'
import { storeAllSiteWarnings } from '../../../server/land/site-warnings.queries.ts'
import { areaHectares, roundHectares } from '../../../shared/boundary/area.ts'
import type { BoundaryGeometry } from '../../../shared/boundary/boundary.schema.ts'
import { bboxOf, countsOf } from '../../../shared/boundary/shape.ts'
import { thinned } from '../../../shared/boundary/thin.ts'
import type { FindingStep, LandReport, LayerResult } from '../../../shared/land/findings.schema.ts'
import type { LayerKind } from '../../../shared/land/layer-kinds.ts'
import type { TestApp } from '../product/app.ts'

type App = Pick<TestApp, 'db' | 'userId'>

let layers = 0

/** A layer without a version, entered directly. */
export async function aLayer(
  t: App,
  { kind = 'ancestral_domain', name }: { kind?: LayerKind; name?: string } = {},
): Promise<number> {
  layers += 1
  const now = new Date().toISOString()
  const { id } = await t.db
    .insertInto('land_layers')
    .values({
      kind,
      name: name ?? `Layer ${layers}`,
      purpose: 'To know who must be asked.',
      effect: 'Land in it needs a consent.',
      legal_base: 'Republic Act 8371.',
      not_good_for: 'Deciding who owns a parcel.',
      created_by: await t.userId('fmb.admin'),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type FeatureWanted = { code?: string | null; name?: string | null; geometry: BoundaryGeometry }

/** A next version of a layer, which becomes the current one; boundaries are queued for comparison. */
export async function aVersion(
  t: App,
  land_layer_id: number,
  features: readonly FeatureWanted[],
  { source = 'NCIP', source_date = '2026-03-01' } = {},
): Promise<number> {
  const user = await t.userId('fmb.admin')
  const now = new Date().toISOString()
  return t.db.transaction().execute(async (db) => {
    await sql`update land_layer_versions set state = 'past', past_at = now()
      where land_layer_id = ${land_layer_id} and state = 'current'`.execute(db)
    const { rows } = await sql<{ id: number }>`
      insert into land_layer_versions (land_layer_id, number, state, source, licence, source_date, attribution, file_name,
        feature_count, created_by, created_at, read_at, imported_by, imported_at)
      select ${land_layer_id}::integer, count(*) + 1, 'current', ${source}, 'Open', ${source_date}::date, ${source},
        'layer.zip', ${features.length}::integer, ${user}::integer, ${now}::timestamptz, ${now}::timestamptz,
        ${user}::integer, ${now}::timestamptz
      from land_layer_versions where land_layer_id = ${land_layer_id} returning id`.execute(db)
    const id = rows[0]?.id ?? 0
    const values = features.map(({ code = null, name = null, geometry }, index) => {
      const [min_lon, min_lat, max_lon, max_lat] = bboxOf(geometry)
      return {
        land_layer_version_id: id,
        number: index + 1,
        key: code ?? name ?? String(index + 1),
        code,
        name,
        min_lon,
        min_lat,
        max_lon,
        max_lat,
        vertex_count: countsOf(geometry).vertex_count,
        area_ha: roundHectares(areaHectares(geometry)).toFixed(2),
        geometry: JSON.stringify(geometry),
        drawing: JSON.stringify(thinned(geometry, { grid: 0.000_01, most: 400 })),
      }
    })
    for (let from = 0; from < values.length; from += 1000)
      await db
        .insertInto('land_features')
        .values(values.slice(from, from + 1000))
        .execute()
    await queueScreening(db)
    await storeAllSiteWarnings(db, new Date())
    return id
  })
}

/** The land of a profile as a person reads it. */
export async function landOf(
  t: TestApp,
  site_profile_id: number,
  who = 'laguna.encoder',
): Promise<LandReport> {
  const reply = await (await t.as(who)).get(`/sites/${site_profile_id}/land`)
  if (reply.statusCode !== 200) throw new Error(`The land: ${reply.statusCode} ${reply.body}`)
  return reply.json().land
}

/** What a profile meets in one layer. */
export async function layerOf(t: TestApp, site_profile_id: number, layer_id: number): Promise<LayerResult> {
  const found = (await landOf(t, site_profile_id)).layers.find((layer) => layer.layer_id === layer_id)
  if (!found) throw new Error(`Layer ${layer_id} is not in the report.`)
  return found
}

/** The stored steps of a profile's findings in a layer by feature, gone ones too, with the stored state. */
export async function stepsIn(t: TestApp, site_profile_id: number, layer_id: number) {
  const { rows } = await sql<{
    feature_key: string
    state: string
    accepted_levels: string[]
    overlap_ha: number
    steps: Pick<FindingStep, 'action' | 'level' | 'facts'>[]
  }>`
    select feature_key, state, accepted_levels, overlap_ha::float8 as overlap_ha, (
      select json_agg(json_build_object('action', action, 'level', level, 'facts', facts) order by id)
      from thread_steps where kind = 'finding' and thread_id = land_findings.id
    ) as steps
    from land_findings where site_profile_id = ${site_profile_id} and land_layer_id = ${layer_id}
    order by feature_key`.execute(t.db)
  return rows
}
