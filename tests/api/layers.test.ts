import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanUpFiles } from '../../server/uploads/files.jobs.ts'
import { continueLayers, readDraft } from '../../server/land/layers.jobs.ts'
import { areaHectares, roundHectares } from '../../shared/boundary/area.ts'
import { AN_UPLOAD, aFile, aSite, squareOf, upload } from '../support/records/factories.ts'
import {
  aDraft,
  aLayer,
  aReadDraft,
  anImportedLayer,
  geoJsonOf,
  layerInput,
  layerLog,
  SOURCE,
  versionOf,
} from '../support/records/layers.ts'
import { storeWarnings } from '../support/records/stored-warnings.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { full } from '../support/full.ts'

const t = withServer()
let admin: Caller
let encoder: Caller
beforeAll(async () => {
  admin = await t.as('fmb.admin')
  encoder = await t.as('laguna.encoder')
})

const TWO = [
  { code: 'R04-017', name: 'Tagbanua', lon: 121.4, lat: 14.2, size: 0.02 },
  { code: 'R04-018', name: 'Dumagat', lon: 121.5, lat: 14.2, size: 0.01 },
]
/** a line, and a figure 8 */
const FAULTY = [
  {
    name: 'A road',
    geometry: {
      type: 'LineString',
      coordinates: [
        [121, 14],
        [121.1, 14.1],
      ],
    },
  },
  {
    name: 'A figure 8',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [121.6, 14.2],
          [121.62, 14.22],
          [121.62, 14.2],
          [121.6, 14.22],
          [121.6, 14.2],
        ],
      ],
    },
  },
]
const say = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  JSON.parse(body).message,
]
const errorsOf = (reply: { statusCode: number; body: string }) => [
  reply.statusCode,
  JSON.parse(reply.body).errors,
]
const change = (field: string, to: string | null, from: string | null = null) => ({
  field,
  old: from,
  new: to,
})
const countFeatures = async (version_id: number) =>
  (
    await t.db
      .selectFrom('land_features')
      .select('id')
      .where('land_layer_version_id', '=', version_id)
      .execute()
  ).length

describe('a layer', () => {
  test('is added with its five sentences, read by all staff and logged by field', async () => {
    const input = layerInput({ audience: 'public' })
    const reply = await admin.post('/land/layers', input)
    expect(reply.statusCode).toBe(201)
    const { layer } = reply.json()
    expect(layer).toMatchObject({ ...input, current: null, draft: null, withdrawn_at: null, not_checked: 0 })
    for (const who of ['laguna.encoder', 'r4a.approver', 'fmb.auditor']) {
      const caller = await t.as(who)
      expect((await caller.get(`/land/layers/${layer.id}`)).json()).toEqual({ layer, versions: [] })
      expect(
        (await caller.get(`/land/layers?search=${encodeURIComponent(input.name)}`)).json().data,
      ).toContainEqual(layer)
    }
    const { name, ...fields } = input
    expect(await layerLog(t, layer.id)).toEqual([
      {
        event: 'Layer Added',
        user_name: 'Benigno Salonga',
        changes: [
          change('layer', name),
          ...Object.entries(fields).map(([field, value]) => change(field, value)),
        ],
      },
    ])
  })

  test.each([
    ['name', '', 'Name is required.'],
    ['name', 'x'.repeat(121), 'Name cannot exceed 120 characters.'],
    ['kind', 'moon', 'Choose a kind of layer.'],
    ['audience', 'everybody', 'Choose who may see the layer.'],
    ['purpose', ' ', 'Why it is needed and for whom is required.'],
    ['effect', undefined, 'Whether it is a constraint is required.'],
    ['legal_base', '', 'Legal base is required.'],
    ['not_good_for', 'x'.repeat(601), 'What it is not good for cannot exceed 600 characters.'],
  ])('is refused with one sentence under %s: %s', async (field, value, sentence) => {
    const reply = await admin.post('/land/layers', { ...layerInput(), [field]: value })
    expect(errorsOf(reply)).toEqual([422, { [field]: [sentence] }])
  })

  test('has a name of its own while it is not withdrawn', async () => {
    const { id, name } = await aLayer(admin)
    const again = await admin.post('/land/layers', layerInput({ name: name.toUpperCase() }))
    expect(errorsOf(again)).toEqual([422, { name: ['Another layer has this name.'] }])
    await admin.post(`/land/layers/${id}/withdraw`, { reason: 'Replaced by a newer list.' })
    expect((await admin.post('/land/layers', layerInput({ name }))).statusCode).toBe(201)
  })

  test('is changed by one of two administrators, who is told of the other', async () => {
    const layer = await aLayer(admin)
    const changed = { ...layerInput({ name: layer.name }), effect: 'None.' }
    const first = await admin.patch(`/land/layers/${layer.id}`, { ...changed, revision: layer.revision })
    expect(first.json().layer).toMatchObject({ effect: 'None.', revision: 2 })
    const late = await (await t.as('fmb.super')).patch(`/land/layers/${layer.id}`, {
      ...changed,
      revision: 1,
    })
    expect(say(late)).toEqual([
      409,
      'Another administrator has saved this layer since you opened it. Please reload the page.',
    ])
    const [, row] = await layerLog(t, layer.id)
    expect(row).toMatchObject({
      event: 'Layer Changed',
      changes: [change('layer', layer.name), change('effect', 'None.', layer.effect)],
    })
    const kind = await admin.patch(`/land/layers/${layer.id}`, { ...changed, kind: 'tenure', revision: 2 })
    expect(errorsOf(kind)).toEqual([
      422,
      { kind: ['The kind of a layer cannot be changed. Please withdraw the layer and add another one.'] },
    ])
  })

  test('is not found under an id that no layer has', async () => {
    for (const path of [
      'layers/999999',
      'layers/999999/new-findings',
      'versions/999999',
      'versions/999999/features',
    ])
      expect((await encoder.get(`/land/${path}`)).statusCode, path).toBe(404)
  })
})

describe('a draft', () => {
  test('is read whole: hectares on the ellipsoid, the faulty features named, and nothing is compared with it', async () => {
    const { id, name } = await aLayer(admin)
    const draft = await aDraft(admin, id, geoJsonOf([...TWO, ...FAULTY]))
    expect(draft).toMatchObject({
      ...SOURCE,
      number: 1,
      state: 'reading',
      file_name: 'domains.geojson',
      feature_count: 0,
    })
    expect((await admin.get(`/land/versions/${draft.id}/features`)).json().data).toEqual([])
    await readDraft(t.services, draft.id)
    const read = await versionOf(encoder, draft.id)
    const areas = TWO.map((square) => roundHectares(areaHectares(squareOf(square))))
    expect(read).toMatchObject({
      state: 'read',
      feature_count: 3,
      fault_count: 2,
      crs: 'EPSG:4326',
      reason: null,
    })
    expect(read.faults.map(({ number, name, is_left_out }) => [number, name, is_left_out])).toEqual([
      [3, 'A road', true],
      [4, 'A figure 8', false],
    ])
    expect(read.faults.map(({ reason }) => reason)).toEqual([
      'The feature is a line, not a polygon.',
      'The feature crosses itself; it is imported in a repaired shape.',
    ])
    const features = (await encoder.get(`/land/versions/${draft.id}/features`)).json()
    expect(features.totalCount).toBe(3)
    expect(features.data.slice(0, 2)).toMatchObject(
      TWO.map(({ code, name }, index) => ({
        number: index + 1,
        code,
        name,
        area_ha: areas[index],
        vertex_count: 5,
      })),
    )
    // both lobes of the figure 8 count
    expect(features.data[2].area_ha).toBeGreaterThan(100)
    const sum = features.data.reduce((all: number, { area_ha }: { area_ha: number }) => all + area_ha, 0)
    expect(read.area_ha).toBeCloseTo(sum, 2)
    expect((await admin.get(`/land/layers/${id}`)).json().layer).toMatchObject({
      current: null,
      not_checked: 0,
    })
    expect((await layerLog(t, id)).at(-1)).toMatchObject({
      event: 'Layer Changed',
      changes: expect.arrayContaining([
        change('layer', name),
        change('draft', '1'),
        change('file', 'domains.geojson'),
        change('licence', SOURCE.licence),
      ]),
    })
    const [found] = (await encoder.get(`/land/versions/${draft.id}/features?search=dumag`)).json().data
    expect(found).toMatchObject({
      code: 'R04-018',
      middle: [expect.closeTo(121.505), expect.closeTo(14.205)],
    })
  })

  test('whose features all fail, or are none, is refused with one sentence and can be discarded', async () => {
    const { id } = await aLayer(admin)
    const none = await aReadDraft(t, admin, id, geoJsonOf([FAULTY[0] as (typeof FAULTY)[number]]))
    expect(none).toMatchObject({
      state: 'refused',
      reason: 'The feature is a line, not a polygon.',
    })
    expect(say(await admin.post(`/land/versions/${none.id}/imported`))).toEqual([
      409,
      'This version is not read yet, so it cannot be imported.',
    ])
    const discarded = await admin.post(`/land/versions/${none.id}/discard`)
    expect(discarded.json().version).toMatchObject({ state: 'discarded', file_id: null })
    const broken = await aReadDraft(t, admin, id, '{ "type": "FeatureCollection"')
    expect(broken).toMatchObject({ number: 2, state: 'refused', reason: expect.stringMatching(/\.$/) })
    expect(await countFeatures(broken.id)).toBe(0)
  })

  test.each([
    ['source', '', 'Source is required.'],
    ['licence', '', 'Licence is required.'],
    ['attribution', 'x'.repeat(201), 'Attribution cannot exceed 200 characters.'],
    [
      'source_date',
      '2026-02-30',
      'Date of the source is not a day of the calendar. Please enter a date like 2025-06-01.',
    ],
    ['source_date', '2099-01-01', 'Date of the source cannot be in the future.'],
    ['valid_until', '2019-12-31', 'End of validity cannot be before its start.'],
    ['crs', 'EPSG:1', 'Choose a coordinate system.'],
    ['file_id', 999_999, 'This file was not found. Please upload it again.'],
  ])('is refused under %s: %s', async (field, value, sentence) => {
    const { id } = await aLayer(admin)
    const file_id = await upload(admin, 'layer', 'a.geojson', geoJsonOf(TWO))
    const body = { file_id, ...SOURCE, valid_from: '2020-01-01', [field]: value }
    const reply = await admin.post(`/land/layers/${id}/versions`, body)
    expect(errorsOf(reply)).toEqual([422, { [field]: [sentence] }])
    expect((await admin.get(`/land/layers/${id}`)).json().versions).toEqual([])
  })

  test('takes no file of another kind, of another person or of another version', async () => {
    const { id } = await aLayer(admin)
    const add = (file_id: number) => admin.post(`/land/layers/${id}/versions`, { file_id, ...SOURCE })
    const errors = async (file_id: number) => (await add(file_id)).json().errors.file_id
    expect(await errors(await aFile(t, { by: 'fmb.admin', bytes: AN_UPLOAD }))).toHaveLength(1)
    expect(await errors(await aFile(t, { by: 'fmb.super', kind: 'layer' }))).toEqual([
      'This file was not found. Please upload it again.',
    ])
    const other = await aLayer(admin)
    const { file_id } = await aDraft(admin, other.id, geoJsonOf(TWO))
    expect(await errors(file_id ?? 0)).toEqual(['This file is already attached to another record.'])
  })

  test('is read again with other columns, and refuses a column that its file does not have', async () => {
    const { id } = await aLayer(admin)
    const draft = await aReadDraft(t, admin, id, geoJsonOf(TWO))
    expect(draft.columns).toEqual(expect.arrayContaining(['code', 'name']))
    const wrong = await admin.post(`/land/versions/${draft.id}/answer`, { code_column: 'moon' })
    expect(errorsOf(wrong)).toEqual([422, { code_column: ['Choose a column.'] }])
    const again = await admin.post(`/land/versions/${draft.id}/answer`, { code_column: 'name' })
    expect(again.json().version).toMatchObject({ state: 'reading', feature_count: 0, code_column: 'name' })
    const early = await admin.post(`/land/versions/${draft.id}/answer`, { code_column: 'code' })
    expect(say(early)).toEqual([
      409,
      'The file of this draft is still being read. Please wait until it has been read.',
    ])
    await readDraft(t.services, draft.id)
    const { data } = (await admin.get(`/land/versions/${draft.id}/features`)).json()
    expect(data.map(({ code }: { code: string }) => code)).toEqual(['Tagbanua', 'Dumagat'])
  })

  test('its features have keys of their own: one code twice is two pieces of land', async () => {
    const { id } = await aLayer(admin)
    const draft = await aReadDraft(
      t,
      admin,
      id,
      geoJsonOf([TWO[0], TWO[0], { name: 'X' }, {}].map((one) => ({ ...one }))),
    )
    const rows = await t.db
      .selectFrom('land_features')
      .select('key')
      .where('land_layer_version_id', '=', draft.id)
      .orderBy('number')
      .execute()
    expect(rows.map(({ key }) => key)).toEqual(['R04-017', 'R04-017\n2', 'X', '4'])
  })
})

describe('the reading of a draft', () => {
  test('begins anew after a killed server, whatever that left behind', async () => {
    const { id } = await aLayer(admin)
    const draft = await aDraft(admin, id, geoJsonOf(TWO))
    // killed in the middle: one feature is stored, and the reading was begun
    await sql`insert into land_features (land_layer_version_id, number, key, area_ha, vertex_count, min_lon, min_lat,
        max_lon, max_lat, geometry, drawing)
      values (${draft.id}, 1, 'R04-017', 1, 5, 121, 14, 122, 15, '{}', '{}')`.execute(t.db)
    await t.db.updateTable('land_layer_versions').set({ begun: 1 }).where('id', '=', draft.id).execute()
    await sql`delete from graphile_worker._private_jobs`.execute(t.db)
    await continueLayers(t.services)
    const { rows } = await sql<{
      key: string
    }>`select key from graphile_worker.jobs where task_identifier = 'read_layer'`.execute(t.db)
    expect(rows).toContainEqual({ key: `read_layer ${draft.id}` })
    await readDraft(t.services, draft.id)
    expect(await versionOf(admin, draft.id)).toMatchObject({ state: 'read', feature_count: 2 })
    expect(await countFeatures(draft.id)).toBe(2)
  })

  test('gives up with one sentence on a file that stops the server again and again', async () => {
    const { id } = await aLayer(admin)
    const draft = await aDraft(admin, id, geoJsonOf(TWO))
    await t.db.updateTable('land_layer_versions').set({ begun: 3 }).where('id', '=', draft.id).execute()
    await readDraft(t.services, draft.id)
    expect(await versionOf(admin, draft.id)).toMatchObject({
      state: 'refused',
      reason:
        'The server could not read this file in three tries. Please inform the help desk, and export the layer in another format.',
    })
  })

  test('waits for a lost store, says so, and goes on when it is back', async () => {
    const { id } = await aLayer(admin)
    const draft = await aDraft(admin, id, geoJsonOf(TWO))
    const lost = {
      ...t.services,
      files: {
        ...t.services.files,
        get: () => Promise.reject(Object.assign(new Error('lost'), { code: 'ENOSPC' })),
      },
    }
    for (let tries = 0; tries < 4; tries += 1)
      await expect(readDraft(lost as typeof t.services, draft.id)).rejects.toThrow()
    expect(await versionOf(admin, draft.id)).toMatchObject({ state: 'reading', reason: expect.any(String) })
    await readDraft(t.services, draft.id)
    expect(await versionOf(admin, draft.id)).toMatchObject({ state: 'read', reason: null })
  })

  test('leaves nothing of a draft that is discarded meanwhile', async () => {
    const { id } = await aLayer(admin)
    const draft = await aDraft(admin, id, geoJsonOf(TWO))
    const reading = readDraft(t.services, draft.id)
    await sleep(20)
    const reply = await admin.post(`/land/versions/${draft.id}/discard`, { reason: 'The wrong file.' })
    expect(reply.statusCode, reply.body).toBe(200)
    await reading
    expect(await versionOf(admin, draft.id)).toMatchObject({ state: 'discarded', file_id: null })
    expect(await countFeatures(draft.id)).toBe(0)
  })
})

describe('an import', () => {
  test('makes the draft current and the version before it past, and is logged', async () => {
    const layer = await anImportedLayer(t, admin, TWO)
    expect(layer.current).toMatchObject({ number: 1, state: 'current', imported_by: 'Benigno Salonga' })
    const next = await aReadDraft(t, admin, layer.id, geoJsonOf(TWO.slice(0, 1)), {
      source_date: '2026-04-01',
    })
    await admin.post(`/land/versions/${next.id}/imported`, { gone: 1 })
    const { layer: now, versions } = (await encoder.get(`/land/layers/${layer.id}`)).json()
    expect(now).toMatchObject({ current: { number: 2, source_date: '2026-04-01' }, draft: null })
    expect(versions.map(({ number, state }: { number: number; state: string }) => [number, state])).toEqual([
      [2, 'current'],
      [1, 'past'],
    ])
    // the past one stays readable, and its file can be downloaded
    expect(await countFeatures(layer.current?.id ?? 0)).toBe(2)
    const file = await encoder.get(`/file/${layer.current?.file_id}`)
    expect([file.statusCode, file.body]).toEqual([200, geoJsonOf(TWO)])
    expect((await layerLog(t, layer.id)).at(-1)).toMatchObject({
      event: 'Layer Imported',
      changes: [
        change('layer', layer.name),
        change('version', '2', '1'),
        ...Object.entries({ source: SOURCE.source, source_date: '2026-04-01', licence: SOURCE.licence }).map(
          ([field, value]) => change(field, value),
        ),
        change('features', '1'),
        change('left_out_or_repaired', '0'),
        change('area_ha', versions[0].area_ha.toFixed(2)),
      ],
    })
  })

  test('leaves every site not checked until it is compared, each counted in its own scope', async () => {
    await aSite(t, { office: 'PENRO Quezon' })
    const site = await aSite(t, { site_status: 'Approved' })
    const { id, current } = await anImportedLayer(t, admin, TWO)
    const counts = async (who: string) => (await (await t.as(who)).get(`/land/layers/${id}`)).json().layer
    const before = await counts('fmb.admin')
    expect(before.not_checked).toBe(
      (await counts('laguna.encoder')).not_checked + (await counts('quezon.encoder')).not_checked,
    )
    expect((await versionOf(admin, current?.id ?? 0)).sites).toBe(before.not_checked)
    const { map_kml_id } = await t.db
      .selectFrom('site_boundaries')
      .select('map_kml_id')
      .where('site_profile_id', '=', site.id)
      .executeTakeFirstOrThrow()
    const screening = {
      site_profile_id: site.id,
      land_layer_id: id,
      land_layer_version_id: current?.id ?? 0,
      map_kml_id,
      at: new Date().toISOString(),
    }
    await t.db
      .insertInto('land_screenings')
      .values({ ...screening, state: 'failed', reason: 'Too tangled.' })
      .execute()
    await storeWarnings(t)
    expect(await counts('laguna.encoder')).toMatchObject({ failed: 1 })
    expect((await counts('fmb.admin')).not_checked).toBe(before.not_checked - 1)
    // a comparison of another map counts for nothing
    await t.db
      .updateTable('land_screenings')
      .set({ map_kml_id: 1 })
      .where('site_profile_id', '=', site.id)
      .execute()
    await storeWarnings(t)
    expect(await counts('fmb.admin')).toMatchObject({ failed: 0, not_checked: before.not_checked })
  })

  test('lists approved sites with land that it found, for those who may see them', async () => {
    const { id, current } = await anImportedLayer(t, admin, TWO)
    const sites = [
      await aSite(t, { site_status: 'Approved' }),
      await aSite(t, { site_status: 'Approved', office: 'PENRO Quezon' }),
      await aSite(t, {}),
    ]
    for (const { id: site_profile_id } of sites) {
      const finding = await t.db
        .insertInto('land_findings')
        .values({
          site_profile_id,
          land_layer_id: id,
          feature_key: 'R04-017',
          feature_code: 'R04-017',
          feature_name: 'Tagbanua',
          land_layer_version_id: current?.id ?? 0,
          overlap_ha: '12.40',
          share: '0.03',
          geometry: JSON.stringify(squareOf()),
          since: new Date().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await t.db
        .insertInto('thread_steps')
        .values({
          kind: 'finding',
          thread_id: finding.id,
          action: 'Found',
          round: 1,
          at: new Date().toISOString(),
        })
        .execute()
    }
    const list = async (who: string) =>
      (await (await t.as(who)).get(`/land/layers/${id}/new-findings`)).json()
    expect(await list('laguna.encoder')).toMatchObject({
      totalCount: 1,
      data: [{ site_profile_id: sites[0]?.id, feature: 'R04-017, Tagbanua', overlap_ha: 12.4, share: 0.03 }],
    })
    expect((await list('fmb.auditor')).totalCount).toBe(2)
    expect((await (await t.as('fmb.admin')).get(`/land/layers/${id}`)).json().layer.new_findings).toBe(2)
    // the acceptance of all levels settles it
    await t.db
      .updateTable('land_findings')
      .set({ state: 'accepted', accepted_levels: ['PENRO', 'Region', 'FMB'] })
      .where('site_profile_id', '=', sites[0]?.id ?? 0)
      .execute()
    expect((await list('laguna.encoder')).totalCount).toBe(0)
  })

  test('is one of two at once, and the other person reads why theirs is not', async () => {
    const { id } = await aLayer(admin)
    const draft = await aReadDraft(t, admin, id, geoJsonOf(TWO))
    const other = await t.as('fmb.super')
    const replies = await Promise.all(
      [admin, other, admin, other].map((one) => one.post(`/land/versions/${draft.id}/imported`)),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    expect((await layerLog(t, id)).filter(({ event }) => event === 'Layer Imported')).toHaveLength(1)
  })

  test('or a discard wins, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await aLayer(admin)
      const draft = await aReadDraft(t, admin, id, geoJsonOf(TWO))
      const [imported, discarded] = await Promise.all([
        admin.post(`/land/versions/${draft.id}/imported`),
        admin.post(`/land/versions/${draft.id}/discard`),
      ])
      expect([imported.statusCode, discarded.statusCode].sort()).toEqual([200, 409])
      const refused = imported.statusCode === 409 ? imported : discarded
      expect(refused.json().message).toMatch(/^This version (is not read yet|was imported or discarded)/)
      const { state } = await versionOf(admin, draft.id)
      expect(state).toBe(imported.statusCode === 200 ? 'current' : 'discarded')
      expect(await countFeatures(draft.id)).toBe(state === 'current' ? 2 : 0)
    }
  })

  test('one layer has one draft: of two added at once one is kept', async () => {
    const { id } = await aLayer(admin)
    const files = await Promise.all(
      ['a', 'b'].map((name) => upload(admin, 'layer', `${name}.geojson`, geoJsonOf(TWO))),
    )
    const replies = await Promise.all(
      files.map((file_id) => admin.post(`/land/layers/${id}/versions`, { file_id, ...SOURCE })),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      'This layer has a draft already. Please import or discard it first.',
    )
    expect((await admin.get(`/land/layers/${id}`)).json().versions).toHaveLength(1)
  })
})

describe('a layer that is withdrawn', () => {
  test('has no current version and no draft any more, keeps what it found, and is not changed again', async () => {
    const { id, name, current } = await anImportedLayer(t, admin, TWO)
    const draft = await aDraft(admin, id, geoJsonOf(TWO))
    const empty = await admin.post(`/land/layers/${id}/withdraw`, { reason: '' })
    expect(errorsOf(empty)).toEqual([422, { reason: ['Reason is required.'] }])
    const site = await aSite(t, { site_status: 'Approved' })
    const finding = await t.db
      .insertInto('land_findings')
      .values({
        site_profile_id: site.id,
        land_layer_id: id,
        feature_key: 'x',
        overlap_ha: '1',
        share: '0.1',
        land_layer_version_id: current?.id ?? 0,
        geometry: JSON.stringify(squareOf()),
        since: new Date().toISOString(),
      })
      .returning(['id', 'state'])
      .executeTakeFirstOrThrow()
    const reply = await admin.post(`/land/layers/${id}/withdraw`, { reason: 'NCIP asked for it.' })
    expect(reply.json().layer).toMatchObject({
      current: null,
      draft: null,
      not_checked: 0,
      failed: 0,
      new_findings: 0,
      withdrawn_reason: 'NCIP asked for it.',
    })
    expect(await versionOf(admin, draft.id)).toMatchObject({ state: 'discarded' })
    expect(await versionOf(admin, current?.id ?? 0)).toMatchObject({ state: 'past' })
    const kept = await t.db
      .selectFrom('land_findings')
      .select(['id', 'state'])
      .where('id', '=', finding.id)
      .execute()
    expect(kept).toEqual([finding])
    expect((await layerLog(t, id)).at(-1)).toMatchObject({
      event: 'Layer Withdrawn',
      changes: [
        change('layer', name),
        change('version', null, '1'),
        change('draft', null, '2'),
        change('reason', 'NCIP asked for it.'),
      ],
    })
    const refused = [409, 'This layer was withdrawn; it is not changed any more.']
    expect(say(await admin.post(`/land/layers/${id}/withdraw`, { reason: 'Again' }))).toEqual(refused)
    const file_id = await upload(admin, 'layer', 'a.geojson', geoJsonOf(TWO))
    expect(say(await admin.post(`/land/layers/${id}/versions`, { file_id, ...SOURCE }))).toEqual(refused)
  })
})

full.describe('afterwards', () => {
  test('the file of a discarded draft is cleaned up, that of a version stays', async () => {
    const { id, current } = await anImportedLayer(t, admin, TWO)
    const draft = await aDraft(admin, id, geoJsonOf(TWO))
    await admin.post(`/land/versions/${draft.id}/discard`)
    await sql`update files set unused_since = now() - interval '3 days' where unused_since is not null`.execute(
      t.db,
    )
    await cleanUpFiles(t.services)
    const files = await t.db
      .selectFrom('files')
      .select('id')
      .where('id', 'in', [draft.file_id ?? 0, current?.file_id ?? 0])
      .execute()
    expect(files.map((file) => file.id)).toEqual([current?.file_id])
  })

  test('a form sent again adds one layer', async () => {
    const key = crypto.randomUUID()
    const payload = layerInput()
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: '/api/land/layers',
        payload,
        headers: { 'x-api-key': 'test-key', authorization: `Bearer ${admin.token}`, 'idempotency-key': key },
      })
    const [first, second] = [await send(), await send()]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json().layer.id).toBe(first.json().layer.id)
  })
})
