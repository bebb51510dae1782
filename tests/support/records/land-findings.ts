import { storeSiteWarnings } from '../../../server/land/site-warnings.queries.ts'
import type { ANSWERS } from '../../../shared/land/findings.fields.ts'
import type { LayerKind } from '../../../shared/land/layer-kinds.ts'
import type { TestApp } from '../product/app.ts'
import { squareOf } from './factories.ts'
import { aLayer, aVersion } from './land.ts'
import { storeWarnings } from './stored-warnings.ts'

/** What a boundary meets in layers of land, entered directly as a comparison leaves it. */

type App = Pick<TestApp, 'db' | 'userId'>

/** A layer with a current version and no features. */
export async function aCurrentLayer(
  t: App,
  wanted: { kind?: LayerKind; name?: string } = {},
): Promise<{ id: number; version_id: number; name: string }> {
  const id = await aLayer(t, wanted)
  const { name } = await t.db
    .selectFrom('land_layers')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, name, version_id: await aVersion(t, id, []) }
}

type Screened = { id: number; map_kml_id: number }
type Layer = { id: number; version_id: number }

/** The boundary was compared with the current version of a layer, or that failed. */
export async function aScreening(
  t: App,
  site: Screened,
  layer: Layer,
  reason: string | null = null,
): Promise<void> {
  const row = {
    land_layer_version_id: layer.version_id,
    map_kml_id: site.map_kml_id,
    state: reason === null ? 'done' : 'failed',
    at: new Date().toISOString(),
    reason,
  }
  await t.db
    .insertInto('land_screenings')
    .values({ site_profile_id: site.id, land_layer_id: layer.id, ...row })
    .onConflict((conflict) => conflict.columns(['site_profile_id', 'land_layer_id']).doUpdateSet(row))
    .execute()
  await storeSiteWarnings(t.db, [site.id], new Date())
}

let featureNumber = 0

/** Land of a feature was found in the boundary; returns the id of the finding. */
export async function aFinding(
  t: App,
  site: Screened,
  layer: Layer,
  wanted: { code?: string | null; name?: string | null; overlap_ha?: string; share?: string } = {},
): Promise<number> {
  featureNumber += 1
  const { code = `CADT R04-${String(featureNumber).padStart(3, '0')}`, name = 'Dumagat of Pangil' } = wanted
  const { overlap_ha = '12.40', share = '0.03' } = wanted
  await aScreening(t, site, layer)
  const at = new Date().toISOString()
  const { id } = await t.db
    .insertInto('land_findings')
    .values({
      site_profile_id: site.id,
      land_layer_id: layer.id,
      land_layer_version_id: layer.version_id,
      feature_key: `key ${featureNumber}`,
      feature_code: code,
      feature_name: name,
      overlap_ha,
      share,
      geometry: JSON.stringify(squareOf()),
      since: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db
    .insertInto('thread_steps')
    .values({
      kind: 'finding',
      thread_id: id,
      action: 'Found',
      round: 1,
      at,
      facts: JSON.stringify({
        overlap_ha: Number(overlap_ha),
        share: Number(share),
        according_to: 'NCIP, Mar 01, 2026',
      }),
    })
    .execute()
  await storeSiteWarnings(t.db, [site.id], new Date())
  return id
}

/** A consent for the land of these findings, which holds without an end. */
export async function aConsent(
  t: App,
  site_profile_id: number,
  finding_ids: readonly number[],
  wanted: { valid_until?: string } = {},
): Promise<void> {
  const { id } = await t.db
    .insertInto('land_instruments')
    .values({
      site_profile_id,
      kind: 'certification_precondition',
      issuer: 'NCIP',
      issued_on: '2020-02-03',
      valid_until: wanted.valid_until ?? null,
      recorded_by: await t.userId('laguna.encoder'),
      recorded_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const land_finding_id of finding_ids)
    await t.db
      .insertInto('land_instrument_findings')
      .values({ land_instrument_id: id, land_finding_id, site_profile_id })
      .execute()
  await storeSiteWarnings(t.db, [site_profile_id], new Date())
}

/** The answer of a body about the land of a finding. */
export const anAnswer = async (
  t: App,
  land_finding_id: number,
  answer: (typeof ANSWERS)[number],
  { asked = 'NCIP', answered_on = '2026-03-04' } = {},
) => {
  await t.db
    .insertInto('land_requests')
    .values({
      land_finding_id,
      asked,
      asked_on: '2026-02-03',
      answered_on,
      answer,
      recorded_by: await t.userId('laguna.encoder'),
      recorded_at: new Date().toISOString(),
    })
    .execute()
  await storeWarnings(t)
}
