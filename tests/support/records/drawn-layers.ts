import type { BoundaryGeometry } from '../../../shared/boundary/boundary.schema.ts'
import { bboxOf } from '../../../shared/boundary/shape.ts'
import type { TestApp } from '../product/app.ts'

type Wanted = {
  name: string
  audience: 'staff' | 'public'
  features: { code: string; name: string; geometry: BoundaryGeometry }[]
  state?: 'current' | 'read'
  attribution?: string
}

/** A layer of land with one version and its features, entered directly as an import leaves them. */
export async function aDrawnLayer(
  t: TestApp,
  { name, audience, features, state = 'current', attribution = `© Bureau of ${name}` }: Wanted,
) {
  const created_by = await t.userId('fmb.admin')
  const at = '2031-01-05T00:00:00Z'
  const { id } = await t.db
    .insertInto('land_layers')
    .values({
      kind: 'ancestral_domain',
      name,
      audience,
      created_by,
      created_at: at,
      updated_at: at,
      purpose: 'For reviewers.',
      effect: 'A constraint.',
      legal_base: 'RA 8371',
      not_good_for: 'Titles.',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = await t.db
    .insertInto('land_layer_versions')
    .values({
      land_layer_id: id,
      number: 1,
      state,
      source: `Source of ${name}`,
      licence: 'Open',
      source_date: '2030-03-01',
      attribution,
      file_name: 'layer.geojson',
      created_by,
      created_at: at,
      ...(state === 'current' ? { imported_by: created_by, imported_at: at } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, { code, name: named, geometry }] of features.entries()) {
    const [min_lon, min_lat, max_lon, max_lat] = bboxOf(geometry)
    await t.db
      .insertInto('land_features')
      .values({
        land_layer_version_id: version.id,
        number: index + 1,
        key: code,
        code,
        name: named,
        area_ha: '100',
        vertex_count: 5,
        min_lon,
        min_lat,
        max_lon,
        max_lat,
        geometry: JSON.stringify(geometry),
        drawing: JSON.stringify(geometry),
      })
      .execute()
  }
  return { id, version_id: version.id }
}
