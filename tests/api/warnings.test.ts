import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadOutlines } from '../../server/sites/outlines.actions.ts'
import { seededRandom } from '../../server/seed/demo-office.ts'
import { measureWaiting } from '../../server/sites/boundaries.jobs.ts'
import type { BoundaryReport } from '../../shared/boundary/boundary.schema.ts'
import { FULL } from '../support/full.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { chosen, decided } from '../support/records/bulk.ts'
import { aKml, auditOf, aSite, kmlText, siteInput } from '../support/records/factories.ts'
import { aRow, checkedRows, filesOf, finishedImport, findingsIn, rowsIn } from '../support/records/imports.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'
import { storeWarnings } from '../support/records/stored-warnings.ts'

/** The warnings of a record are the same in every place that shows them. */

const SEED = Number(process.env.SEED ?? 1391)
const RECORDS = FULL ? 300 : 30
const ROWS = FULL ? 90 : 8

// the full run reads hundreds of pages one after another
if (FULL) vi.setConfig({ testTimeout: 600_000 })

const t = withServer()
let approver: Caller
beforeAll(async () => {
  approver = await t.as('laguna.approver')
})

const KINDS = ['outside_region', 'outside_province', 'outside_municipality', 'too_small', 'self_crossing']

/**
 * Boundaries of every kind: different areas, kinds of warnings, overlaps measured, unknown or waiting, files in
 * quarantine.
 */
async function varied(ids: readonly number[]): Promise<void> {
  const random = seededRandom(SEED)
  console.log(`Warnings: seed ${SEED}`)
  const chance = (share: number) => random() < share
  const pairs = new Set<string>()
  for (const id of ids) {
    if (chance(0.1)) {
      await t.db.deleteFrom('site_boundaries').where('site_profile_id', '=', id).execute()
      continue
    }
    const kinds = KINDS.filter(() => chance(0.12))
    await t.db
      .updateTable('site_boundaries')
      .set({
        warnings: JSON.stringify(kinds.map((kind) => ({ kind, message: `It is ${kind}.` }))),
        area_ha: chance(0.2) ? '12.00' : sql`area_ha`,
        overlap_state: chance(0.8) ? 'measured' : (['waiting', 'part', 'tangled'][id % 3] as string),
      })
      .where('site_profile_id', '=', id)
      .execute()
    if (chance(0.1))
      await sql`update files set scan_status = 'quarantined'
        where id = (select agreement_id from site_profiles where id = ${id})`.execute(t.db)
  }
  const drawn = await t.db
    .selectFrom('site_boundaries')
    .select(['site_profile_id', 'geometry'])
    .where('site_profile_id', 'in', ids)
    .orderBy('site_profile_id')
    .execute()
  for (let count = drawn.length / 3; count > 0; count -= 1) {
    const one = drawn[Math.floor(random() * drawn.length)]
    const other = drawn[Math.floor(random() * drawn.length)]
    if (!one || !other || one.site_profile_id >= other.site_profile_id) continue
    const key = `${one.site_profile_id} ${other.site_profile_id}`
    if (pairs.has(key)) continue
    pairs.add(key)
    const isMeasured = chance(0.8)
    await t.db
      .insertInto('site_overlaps')
      .values({
        site_profile_id: one.site_profile_id,
        other_site_profile_id: other.site_profile_id,
        overlap_ha: isMeasured ? '2.50' : null,
        geometry: isMeasured ? JSON.stringify(one.geometry) : null,
      })
      .execute()
  }
  await storeWarnings(t)
}

type Marked = { id: number; marks: string[] }

async function listed(filter: string): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  for (let page = 1; ; page += 1) {
    const url = `/sites/datatable/penro/Submitted?length=100&page=${page}&search=SITES-MANY${filter}`
    const reply = await approver.get(url)
    expect(reply.statusCode, reply.body).toBe(200)
    const { data, filteredCount } = reply.json() as { data: Marked[]; filteredCount: number }
    for (const { id, marks } of data) found.set(id, marks)
    // a page past the end shows the last one
    if (page * 100 >= filteredCount) return found
  }
}

describe('[S-139] the warnings of a record are one function', () => {
  test(`list, filter, page, bulk decision and log say the same of ${RECORDS} random records`, async () => {
    await aSite(t, { office: 'PENRO Laguna' })
    const ids = await manyWaiting(t, 'PENRO Laguna', { count: RECORDS })
    await varied(ids)
    const list = await listed('')
    expect(list.size).toBe(RECORDS)

    const carried = new Map<number, Marked & { revision: number }>()
    for (let at = 0; at < ids.length; at += 200) {
      const reply = await approver.get(`/sites/bulk/records?ids=${ids.slice(at, at + 200).join(',')}`)
      for (const one of (reply.json() as { data: (Marked & { revision: number })[] }).data)
        carried.set(one.id, one)
    }
    const unwarned = await listed('&warnings=without')
    const warned = await listed('&warnings=with')
    const overlapping: number[] = []
    for (const id of ids) {
      const page = (await approver.get(`/sites/${id}`)).json() as {
        marks: string[]
        boundary: BoundaryReport | null
      }
      const marks = list.get(id)
      expect([id, page.marks]).toEqual([id, marks])
      expect([id, carried.get(id)?.marks]).toEqual([id, marks])
      expect([id, warned.has(id), unwarned.has(id)]).toEqual([
        id,
        page.marks.length > 0,
        page.marks.length === 0,
      ])
      // the panel lists them one by one
      const overlaps = page.boundary?.warnings.filter(({ kind }) => kind === 'overlap').length ?? 0
      const words = `Overlaps ${overlaps} other ${overlaps === 1 ? 'site' : 'sites'}`
      expect([id, page.marks.includes(words)]).toEqual([id, overlaps > 0])
      if (overlaps > 0) overlapping.push(id)
      for (const kind of KINDS) {
        const isListed = page.boundary?.warnings.some((one) => one.kind === kind) ?? false
        expect([id, kind, page.marks.some((mark) => mark === SAID[kind])]).toEqual([id, kind, isListed])
      }
    }
    expect(overlapping.length).toBeGreaterThan(3)

    // unopened records with overlaps are rejected in bulk; opened ones and single approvals have their warnings in the
    // log
    const [unopened = 0, opened = 0, alone = 0] = overlapping
    await approver.get(`/sites/${opened}`)
    const view = { model_name: 'SiteProfile', id: opened, revision: carried.get(opened)?.revision }
    await approver.post('/sites/audit-logs', view)
    expect((await approver.post(`/sites/approved/${alone}`, {})).statusCode).toBe(200)
    const bulk = await decided(t, approver, 'sites', 'approve', await chosen(t, 'sites', [unopened, opened]))
    expect(bulk.rows.map(({ state, sentence }) => [state, sentence])).toEqual([
      ['Refused', `Open it first: ${list.get(unopened)?.join('; ')}.`],
      ['Decided', null],
    ])
    for (const id of [alone, opened])
      expect((await auditOf(t, id)).at(-1)?.field_change).toContainEqual({
        field: 'accepted_warnings',
        old: null,
        new: list.get(id)?.join('; '),
      })
  })

  test(`the dry run of ${ROWS} rows says of each boundary what its page says after the import, rows against each other included`, async () => {
    const random = seededRandom(SEED)
    // near each other, one in three with a wrong declared area, some outside
    const rows = Array.from({ length: ROWS }, (_, at) =>
      aRow(
        at % 3 === 2
          ? {
              'Project Area': '55',
              'Reducing emissions from deforestation': '30',
              'Conservation of forest-carbon stocks': '25',
            }
          : {},
      ),
    )
    const files = {
      ...filesOf(rows),
      ...Object.fromEntries(
        rows.map((row) => [
          row['Boundary file'],
          kmlText({
            lon: 121.5 + random() * 0.0004 * ROWS,
            lat: 14.3 + random() * 0.0004 * ROWS,
            size: 0.009_17,
          }),
        ]),
      ),
    }
    // one that is already a profile
    const there = aRow()
    await finishedImport(
      t,
      await checkedRows(t, [there], {
        ...filesOf([there]),
        [String(there['Boundary file'])]: kmlText({ lon: 121.5, lat: 14.3, size: 0.009_17 }),
      }),
    )

    const checked = await checkedRows(t, rows, files)
    expect(checked.rows.Good).toBe(ROWS)
    const found = await allFindings(checked.id)
    const kept = () =>
      sql<{ count: number }>`select count(*)::integer as count from import_boundaries`.execute(t.db)
    expect((await kept()).rows).toEqual([{ count: ROWS }])
    const done = await finishedImport(t, checked)
    expect(done.rows.Imported).toBe(ROWS)
    expect((await kept()).rows, 'they go with the end of the import').toEqual([{ count: 0 }])

    const imported = await rowsIn(t, done.id)
    const codeOf = new Map(imported.map(({ row, site }) => [row, site?.code ?? '']))
    const importer = await t.as('fmb.admin')
    let between = 0
    for (const { row, site } of imported) {
      const { boundary } = (await importer.get(`/sites/${site?.id}`)).json() as { boundary: BoundaryReport }
      const said = found
        .filter((one) => one.row === row && one.field === 'map_kml_id')
        .map(({ sentence }) => {
          if (/\brow \d+ of this table/.test(sentence)) between += 1
          return sentence.replace(/row (\d+) of this table/, (_, number) => codeOf.get(Number(number)) ?? '')
        })
      expect([row, said.sort()]).toEqual([row, boundary.warnings.map(({ message }) => message).sort()])
    }
    expect(between).toBeGreaterThan(2)
    expect(found.some(({ sentence }) => sentence.startsWith('Overlaps SITES-'))).toBe(true)
  })
})

describe('[S-138] a place is checked by its outline where the bureau has loaded one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'outlines-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileOf = (content: unknown) => {
    const file = path.join(folder, 'places.geojson')
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  const square = (lon: number, lat: number, size: number) => [
    [
      [lon, lat],
      [lon + size, lat],
      [lon + size, lat + size],
      [lon, lat + size],
      [lon, lat],
    ],
  ]
  const feature = (properties: object, coordinates: unknown, type = 'Polygon') => ({
    type: 'Feature',
    properties,
    geometry: { type, coordinates },
  })
  const collection = (...features: object[]) => ({ type: 'FeatureCollection', features })
  const of = (sentences: readonly string[]) => sentences.filter((one) => /Laguna|Pangil/.test(one))

  test('until then a province is checked by its coarse outline and a municipality is not checked; with one it is good or a problem', async () => {
    const encoder = await t.as('laguna.encoder')
    const input = await siteInput(t)
    const [province_id, city_id, region_id] = [input.province_id, input.city_id, input.region_id].map(
      Number,
    ) as [number, number, number]
    const check = async (lon: number, lat: number): Promise<BoundaryReport> => {
      const map_kml_id = await aKml(encoder, kmlText({ lon, lat }))
      const reply = await encoder.post('/sites/boundary', { map_kml_id, province_id, city_id, region_id })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().boundary
    }
    const { name: city } = await t.db
      .selectFrom('cities')
      .select('name')
      .where('id', '=', city_id)
      .executeTakeFirstOrThrow()
    const near = await check(121.4, 14.2)
    expect(near.checked).toContain('Province: inside Laguna, by a coarse outline (Natural Earth)')
    const far = await check(121.9, 14)
    expect(of(far.checked)).toEqual([])
    expect(far.warnings.map(({ message }) => message)).toContain(
      'The whole boundary lies outside Laguna: 41 km from it, in Quezon, by a coarse outline (Natural Earth).',
    )
    const unchecked = `Municipality: There is no map of ${city} here, so this was not checked.`
    expect(far.not_checked.find((one) => one.startsWith(unchecked))).toMatch(
      / The boundary lies \d+ km from the known point of .+\.$/,
    )

    const site = await aSite(t, { office: 'PENRO Laguna' })
    const laguna = await t.db
      .selectFrom('provinces')
      .select('psgc_code')
      .where('id', '=', province_id)
      .executeTakeFirstOrThrow()
    const outline = square(121, 14, 0.6)
    const loaded = await loadOutlines(
      { db: t.db, now: () => new Date() },
      fileOf(
        collection(
          feature({ ADM2_PCODE: `PH${laguna.psgc_code}`, shape: 3 }, outline),
          feature({ NAME: city }, [outline], 'MultiPolygon'),
          feature({ name: 'Nowhere' }, outline),
        ),
      ),
    )
    expect(loaded).toMatchObject({ provinces: 1, cities: 1, unknown: ['Nowhere'] })
    expect(loaded.boundaries).toBeGreaterThan(0)
    const inside = await check(121.3, 14.2)
    expect(of(inside.checked)).toContain('Province: inside Laguna or at its border, by its map')
    expect(inside.checked).toContain(`Municipality: inside ${city} or at its border, by its map`)
    const outside = (await check(121.9, 13.95)).warnings.map(({ message }) => message)
    expect(outside).toContain('The whole boundary lies outside Laguna.')
    expect(outside).toContain(`The whole boundary lies outside ${city}.`)

    // existing profiles are checked again
    await measureWaiting(t.services)
    const { boundary } = (await (await t.as('fmb.admin')).get(`/sites/${site.id}`)).json()
    expect([...boundary.checked, ...boundary.not_checked].join()).not.toContain('no map of Laguna')
    const log = await t.db
      .selectFrom('audit_logs')
      .select(['user_name', 'field_change'])
      .where('event', '=', 'Location Data Changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(log).toEqual({
      user_name: 'Operator at the server',
      field_change: [
        { field: 'outlines', old: null, new: 'places.geojson' },
        { field: 'provinces', old: null, new: '1' },
        { field: 'cities', old: null, new: '1' },
      ],
    })
  })

  test('a file that cannot be used is refused in one sentence, and nothing of it is loaded', async () => {
    const before = await t.db.selectFrom('place_outlines').selectAll().execute()
    const named = (coordinates: unknown, type?: string) =>
      collection(feature({ name: 'Laguna' }, coordinates, type))
    const open = [square(121, 14, 1)[0]?.slice(0, 4)]
    const round = Array.from({ length: 20_001 }, (_, at) => [
      121 + Math.cos(at / 3184) / 10,
      14 + Math.sin(at / 3184) / 10,
    ])
    const closed = [[...round.slice(0, -1), round[0]]]
    for (const [content, sentence] of [
      ['{"type":', 'The file is not complete or not valid JSON; export it again as GeoJSON.'],
      [{ type: 'Topology' }, 'The file is JSON, but not GeoJSON; export the boundary again as GeoJSON.'],
      ['Laguna', 'The file is not a map in KML, GeoJSON'],
      [collection(feature({ name: 'Nowhere' }, square(121, 14, 1))), /^No feature of this file names a/],
      [named([121, 14], 'Point'), 'The feature is a point, not a polygon.'],
      [
        collection(feature({ name: 'Nowhere' }, square(121, 14, 1)), ...named([121, 14], 'Point').features),
        'The outline of Laguna cannot be used: The feature is a point, not a polygon.',
      ],
      [named(open), 'not closed'],
      [named([[[121, 'x']]]), 'The point (121, x) in the boundary is not two numbers.'],
      [named(closed), /^The outline of Laguna has more than 20,000 corners/],
      [
        collection(...Array.from({ length: 3001 }, () => feature({}, null))),
        'The layer has more than 3,000 features; divide it.',
      ],
    ] as const)
      await expect(loadOutlines({ db: t.db, now: () => new Date() }, fileOf(content))).rejects.toThrow(
        sentence,
      )
    await expect(
      loadOutlines({ db: t.db, now: () => new Date() }, path.join(folder, 'missing.geojson')),
    ).rejects.toThrow('cannot be read')
    expect(await t.db.selectFrom('place_outlines').selectAll().execute()).toEqual(before)
  })
})

const SAID: Record<string, string> = {
  outside_region: 'Outside its region',
  outside_province: 'Perhaps outside its province',
  outside_municipality: 'Perhaps outside its municipality',
  too_small: 'Very small for a site',
  self_crossing: 'The boundary crosses itself',
}

async function allFindings(id: number) {
  const found: Awaited<ReturnType<typeof findingsIn>> = []
  const caller = await t.as('fmb.admin')
  for (let page = 1; ; page += 1) {
    const { data } = (await caller.get(`/imports/${id}/findings?length=100&page=${page}`)).json()
    found.push(...data)
    if (data.length < 100) return found
  }
}
