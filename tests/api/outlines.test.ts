import { beforeAll, describe, expect, test } from 'vitest'
import type { BoundaryGeometry, BoundaryReport } from '../../shared/boundary/boundary.schema.ts'
import { bboxOf, countsOf } from '../../shared/boundary/shape.ts'
import { measureWaiting } from '../../server/sites/boundaries.jobs.ts'
import { takeOutlines } from '../../server/land/outlines.actions.ts'
import { withServer } from '../support/product/app.ts'
import { aKml, aSite, kmlText, placeOf, squareOf } from '../support/records/factories.ts'

/** [S-138] Layers of outlines feed the place checks. */

const t = withServer()
let place: { region_id: number; province_id: number; city_id: number }
let names: { province: string; province_code: string; city: string; city_code: string }
beforeAll(async () => {
  const { region_id, province_id, city_id } = await placeOf(t)
  place = { region_id, province_id: Number(province_id), city_id }
  const of = (table: 'provinces' | 'cities', id: number) =>
    t.db.selectFrom(table).select(['name', 'psgc_code']).where('id', '=', id).executeTakeFirstOrThrow()
  const [province, city] = [await of('provinces', place.province_id), await of('cities', city_id)]
  names = {
    province: province.name,
    province_code: province.psgc_code,
    city: city.name,
    city_code: city.psgc_code,
  }
})

type Feature = { code?: string; name?: string; geometry: BoundaryGeometry; vertex_count?: number }
let layers = 0

/** A layer of outlines with a version that was read. */
async function aLayer() {
  layers += 1
  const now = new Date().toISOString()
  const [purpose, effect, legal_base, not_good_for] = ['a', 'b', 'c', 'd']
  const { id } = await t.db
    .insertInto('land_layers')
    .values({
      kind: 'municipal_boundary',
      name: `Outlines ${layers}`,
      purpose,
      effect,
      legal_base,
      not_good_for,
      created_by: await t.userId('fmb.admin'),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let versions = 0

/** Imports features as the next version of a layer, as its import does in its transaction. */
async function imported(
  land_layer_id: number,
  features: Feature[],
  days: { valid_from?: string; valid_until?: string } = {},
) {
  versions += 1
  const now = new Date().toISOString()
  const facts = { source: 'PSA and NAMRIA', source_date: '2026-03-01' }
  await t.db
    .updateTable('land_layer_versions')
    .set({ state: 'past', past_at: now })
    .where('land_layer_id', '=', land_layer_id)
    .where('state', '=', 'current')
    .execute()
  const created_by = await t.userId('fmb.admin')
  const version = await t.db
    .insertInto('land_layer_versions')
    .values({
      land_layer_id,
      number: versions,
      state: 'current',
      licence: 'Open',
      attribution: 'PSA',
      ...facts,
      ...days,
      file_name: 'outlines.zip',
      created_by,
      created_at: now,
      imported_by: created_by,
      imported_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const [at, { code = null, name = null, geometry, vertex_count }] of features.entries()) {
    const [min_lon, min_lat, max_lon, max_lat] = bboxOf(geometry)
    await t.db
      .insertInto('land_features')
      .values({
        land_layer_version_id: version.id,
        number: at + 1,
        key: `${at}`,
        code,
        name,
        area_ha: '1.00',
        vertex_count: vertex_count ?? countsOf(geometry).vertex_count,
        min_lon,
        min_lat,
        max_lon,
        max_lat,
        geometry: JSON.stringify(geometry),
        drawing: JSON.stringify(geometry),
      })
      .execute()
  }
  return t.db.transaction().execute((db) => takeOutlines({ services: t.services }, db, version))
}

const check = async (lon: number, lat: number, at: Partial<typeof place> = {}): Promise<BoundaryReport> => {
  const encoder = await t.as('laguna.encoder')
  const map_kml_id = await aKml(encoder, kmlText({ lon, lat }))
  const reply = await encoder.post('/sites/boundary', { map_kml_id, ...place, ...at })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().boundary
}
const BY = 'according to PSA and NAMRIA, Mar 01, 2026'

describe('an imported layer of outlines', () => {
  test('checks the places of boundaries: inside, across by hectares and share, outside, or not checked', async () => {
    const layer = await aLayer()
    const site = await aSite(t, { office: 'PENRO Laguna' })
    await measureWaiting(t.services)
    const taken = await imported(layer, [
      { code: `PH${names.province_code.slice(0, 5)}`, geometry: squareOf({ lon: 121, lat: 14, size: 0.6 }) },
      {
        code: names.city_code,
        name: 'Another spelling',
        geometry: squareOf({ lon: 121.3, lat: 14.1, size: 0.1 }),
      },
      { name: 'Maguindanao', geometry: squareOf({ lon: 124, lat: 7 }) },
      { code: '99', geometry: squareOf({ lon: 125, lat: 7 }) },
    ])
    expect(taken).toMatchObject({ provinces: 1, cities: 1, unknown: ['Maguindanao', '99'], too_detailed: [] })
    expect(taken.boundaries).toBeGreaterThan(0)
    const matched = await t.db
      .selectFrom('land_features')
      .select(['number', 'province_id', 'city_id'])
      .orderBy('number')
      .execute()
    expect(matched).toEqual([
      { number: 1, province_id: place.province_id, city_id: null },
      { number: 2, province_id: null, city_id: place.city_id },
      { number: 3, province_id: null, city_id: null },
      { number: 4, province_id: null, city_id: null },
    ])

    const inside = await check(121.32, 14.12)
    expect(inside.checked).toContain(`Province: inside ${names.province}, ${BY}`)
    expect(inside.checked).toContain(`Municipality: inside ${names.city}, ${BY}`)
    const across = (await check(121.395, 14.12)).warnings.map(({ message }) => message)
    expect(across).toContainEqual(
      expect.stringMatching(new RegExp(`^59\\.\\d ha \\(50 %\\) lie outside ${names.city}, ${BY}\\.$`)),
    )
    expect((await check(121.391, 14.12)).checked).toContainEqual(
      expect.stringContaining(`Municipality: at the border of ${names.city}; 11.9 ha (10 %) lie outside it,`),
    )
    const outside = (await check(121.9, 13.95)).warnings.map(({ message }) => message)
    expect(outside).toContain(`The whole boundary lies outside ${names.province}, ${BY}.`)
    expect(outside).toContain(`The whole boundary lies outside ${names.city}, ${BY}.`)

    // saved profiles are checked again in the background
    await measureWaiting(t.services)
    const { boundary } = (await (await t.as('fmb.admin')).get(`/sites/${site.id}`)).json()
    const said = [
      ...boundary.checked,
      ...boundary.warnings.map(({ message }: { message: string }) => message),
    ]
    expect(said.join()).toContain(BY)
  })

  test('is replaced by its next version, places that this one lacks included, and gone when it is withdrawn', async () => {
    const layer = await aLayer()
    const geometry = squareOf({ lon: 121, lat: 14, size: 0.6 })
    await imported(layer, [
      { code: names.province_code, geometry },
      { code: names.city_code, geometry },
    ])
    await imported(layer, [{ code: names.province_code, geometry: squareOf({ lon: 122, lat: 14 }) }])
    const found = await check(121.32, 14.12)
    expect(found.warnings.map(({ message }) => message)).toContain(
      `The whole boundary lies outside ${names.province}, ${BY}.`,
    )
    const unknown = `Municipality: There is no map of ${names.city} here, so this was not checked.`
    expect(found.not_checked.find((one) => one.startsWith(unknown))).toMatch(
      / The boundary lies \d+ km from the known point of .+\.$/,
    )
    const withdrawn = { withdrawn_at: new Date().toISOString(), withdrawn_reason: 'Out of date' }
    await t.db.updateTable('land_layers').set(withdrawn).where('id', '=', layer).execute()
    expect((await check(121.4, 14.2)).checked).toContain(
      `Province: inside ${names.province}, by a coarse outline (Natural Earth)`,
    )
    await measureWaiting(t.services)
    expect(await t.db.selectFrom('place_outlines').selectAll().execute()).toEqual([])
  })

  test('is not used on a day on which it does not hold', async () => {
    const layer = await aLayer()
    const geometry = squareOf({ lon: 121, lat: 14, size: 0.6 })
    await imported(layer, [{ code: names.city_code, geometry }], { valid_until: '2022-09-17' })
    const outdated = `Municipality: The map of ${names.city} here (PSA and NAMRIA, Mar 01, 2026) holds until Sep 17, 2022, so this was not checked.`
    const { not_checked } = await check(121.32, 14.12)
    expect(not_checked.find((one) => one.startsWith(outdated))).toMatch(
      / The boundary lies \d+ km from the known point of .+\.$/,
    )
    await imported(layer, [{ code: names.city_code, geometry }], { valid_from: '2022-09-18' })
    expect((await check(121.32, 14.12)).checked).toContain(`Municipality: inside ${names.city}, ${BY}`)

    // saved profiles are checked again on the day on which it begins or ends to hold
    const site = await aSite(t, { boundary: squareOf({ lon: 121.2, lat: 14.3 }) })
    const said = async () => {
      await measureWaiting(t.services)
      const { boundary } = (await (await t.as('fmb.admin')).get(`/sites/${site.id}`)).json()
      return [...boundary.checked, ...boundary.not_checked].join()
    }
    const days = (valid_until: string | null) =>
      t.db.updateTable('place_outlines').set({ valid_until }).where('city_id', '=', place.city_id).execute()
    await t.db.updateTable('site_boundaries').set({ overlap_state: 'waiting' }).execute()
    expect(await said()).toContain(`Municipality: inside ${names.city}, ${BY}`)
    await days('2022-10-01')
    expect(await said()).toContain('from Sep 18, 2022 until Oct 01, 2022, so this was not checked')
    await days(null)
    expect(await said()).toContain(`Municipality: inside ${names.city}, ${BY}`)
  })

  test('says nothing of a city that is no part of its province by the official code', async () => {
    // the Special Geographic Area: in BARMM, chosen under Cotabato
    const city = await t.db
      .selectFrom('cities')
      .innerJoin('provinces', 'provinces.id', 'cities.province_id')
      .select([
        'cities.id as city_id',
        'province_id',
        'cities.region_id',
        'cities.name',
        'provinces.name as province',
      ])
      .select('provinces.psgc_code')
      .where('cities.psgc_code', 'like', '19999%')
      .orderBy('cities.id')
      .executeTakeFirstOrThrow()
    const layer = await aLayer()
    await imported(layer, [{ code: city.psgc_code, geometry: squareOf({ lon: 124, lat: 7, size: 0.5 }) }])
    const at = { region_id: city.region_id, province_id: Number(city.province_id), city_id: city.city_id }
    const { not_checked } = await check(124.6, 7.1, at)
    expect(not_checked.join('\n')).toContain(
      `Province: By its official code ${city.name} is not part of ${city.province}, whose map does not show it, so this was not checked.`,
    )
  })

  test('joins the features of one place, and leaves out an outline with too many corners', async () => {
    const layer = await aLayer()
    const taken = await imported(layer, [
      { code: names.city_code, name: 'island', geometry: squareOf({ lon: 121.3, lat: 14.1, size: 0.05 }) },
      { code: names.city_code, name: 'mainland', geometry: squareOf({ lon: 121.4, lat: 14.1, size: 0.05 }) },
      { code: names.province_code, geometry: squareOf({ lon: 121, lat: 14 }), vertex_count: 20_001 },
    ])
    expect(taken).toMatchObject({ provinces: 0, cities: 1, too_detailed: [names.province] })
    for (const lon of [121.31, 121.41])
      expect((await check(lon, 14.12)).checked).toContain(`Municipality: inside ${names.city}, ${BY}`)
  })
})
