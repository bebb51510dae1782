import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BoundaryReport } from '../../shared/boundary/boundary.schema.ts'
import { ANSWERED_MEANWHILE, locationMapComplaint } from '../../shared/files/file-checks.ts'
import { MAP_KINDS, MEGABYTE, type UploadedFile } from '../../shared/files/files.schema.ts'
import { BOUNDARY_QUESTIONS } from '../../shared/land/crs.ts'
import { actorOf, actorQuery } from '../../server/context/sessions.ts'
import { attachFiles } from '../../server/uploads/files.actions.ts'
import { cleanUpFiles } from '../../server/uploads/files.jobs.ts'
import { API_KEY, type Caller, withServer } from '../support/product/app.ts'
import { idOf, tusClient } from '../support/product/tus.ts'
import { aFile, aKml, freeSquare, kmlText } from '../support/records/factories.ts'
import {
  aRow,
  checkedImport,
  filesOf,
  findingsIn,
  finishedImport,
  tableOf,
  zipOf,
} from '../support/records/imports.ts'
import { ESRI_PRJ } from '../support/records/land-writers.ts'
import { geoJsonText, openTrack, surveyZip, walkAndTrack } from '../support/records/other-maps.ts'
import { type SiteCalls, siteCalls } from '../support/records/site-calls.ts'

const t = withServer()
let calls: SiteCalls
let encoder: Caller
beforeAll(async () => {
  calls = siteCalls(t)
  encoder = await t.as('laguna.encoder')
})

const fileOf = (id: number) =>
  t.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const sent = async (name: string, bytes: Buffer | string, by = encoder): Promise<UploadedFile> => {
  const reply = await by.upload('boundary', name, bytes)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}
const asking = () => sent('survey.zip', surveyZip())
const answer = (id: number, body: object, by = encoder) => by.post(`/file/${id}/boundary`, body)
/** Connections of the product that wait for a lock. */
const countWaiting = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
  return Number(rows[0]?.count)
}
const drawn = async (map_kml_id: number): Promise<BoundaryReport> => {
  const reply = await encoder.post('/sites/boundary', { map_kml_id })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().boundary
}
const rowsOf = async (id: number) =>
  (
    await t.db
      .selectFrom('audit_logs')
      .select(['event', 'user_email', 'field_change'])
      .where('event', '=', 'Boundary Answered')
      .orderBy('id')
      .execute()
  ).filter(({ field_change }) => JSON.stringify(field_change).includes(`"${id}"`))

describe('a boundary in another format', () => {
  test('is read at its upload, drawn, saved with a profile, and can be downloaded as it was sent', async () => {
    const text = geoJsonText({ lon: 121.42, lat: 14.16 })
    const file = await sent('Site ñ.geojson', text)
    expect(file).toMatchObject({ name: 'Site ñ.geojson', media_type: 'application/geo+json' })
    expect(file).not.toHaveProperty('question')
    const log = await t.db
      .selectFrom('audit_logs')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(log).toMatchObject({ event: 'File Uploaded', auditable_type: 'Profiling of SITES' })

    const report = await drawn(file.id)
    expect(report.area_ha).toBeCloseTo(119.44, 1)
    const site = await calls.created({ map_kml_id: file.id })
    expect(site).toMatchObject({ map_kml_name: 'Site ñ.geojson', mapped_area_ha: report.area_ha })
    const { boundary } = await calls.show('laguna.approver', site.id)
    expect(boundary?.geometry).toEqual(report.geometry)

    const approver = await t.as('laguna.approver')
    const bytes = await approver.get(`/file/${file.id}`)
    expect(bytes.body).toBe(text)
    expect(bytes.headers['content-disposition']).toMatch(/^attachment/)
    expect((await (await t.as('quezon.encoder')).get(`/file/${file.id}`)).statusCode).toBe(404)
  })

  test('gives the boundary that the same lines give as KML', async () => {
    const square = freeSquare()
    const kml = await drawn(await aKml(encoder, kmlText(square)))
    const geojson = await drawn((await sent('site.json', geoJsonText(square))).id)
    expect(geojson.area_ha).toBe(kml.area_ha)
    expect(geojson.bbox).toEqual(kml.bbox)
  })

  test('replaces the KML of a returned profile', async () => {
    const site = await calls.created()
    await calls.return('PENRO', site.id)
    const file = await sent('moved.geojson', geoJsonText({ lon: 121.47, lat: 14.16 }))
    const reply = await encoder.patch(`/sites/${site.id}`, {
      map_kml_id: file.id,
      revision: site.revision + 1,
    })
    expect(reply.statusCode, reply.body).toBe(200)
    const { boundary } = await calls.show('laguna.approver', site.id)
    expect(boundary?.bbox[0]).toBeCloseTo(121.47, 5)
  })

  test('can be sent in pieces', async () => {
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
    const address = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
    const client = tusClient(address, { api_key: API_KEY, token: encoder.token })
    const bytes = surveyZip()
    const id = idOf(await client.begin('boundary', 'survey.zip', bytes.length))
    await client.append(id, { offset: 0, bytes: bytes.subarray(0, 100) })
    await client.append(id, { offset: 100, bytes: bytes.subarray(100) })
    const { status, body } = await client.finish(id)
    expect(status, body.message).toBe(200)
    expect(body.data).toMatchObject({ name: 'survey.zip', question: 'crs' })
    expect((await client.finish(id)).body.data?.id, 'asked again').toBe(body.data?.id)
  })

  test('is refused in one sentence, and leaves nothing', async () => {
    const count = async () => (await t.db.selectFrom('files').select('id').execute()).length
    const before = await count()
    for (const [name, bytes] of [
      ['site.geojson', '{"type":"FeatureCollection","features":[]}'],
      ['site.geojson', '{"type":'],
      ['site.geojson', geoJsonText({ lon: 2.3, lat: 48.8 })],
      ['site.zip', surveyZip().subarray(0, 300)],
      ['site.gpx', '<gpx></gpx>'],
      ['site.gpkg', 'SQLite format 3\0'.padEnd(4096, '\0')],
      ['site.gpkg', kmlText()],
      ['site.kml', kmlText()],
      ['site.shp', 'x'],
    ] as const) {
      const reply = await encoder.upload('boundary', name, bytes)
      expect(reply.statusCode, `${name} ${reply.body}`).toBe(422)
      expect(reply.json().errors.file, name).toEqual([expect.stringMatching(/^[A-Z\w][^\n]{10,300}\.$/)])
    }
    expect(await count()).toBe(before)
    const large = await encoder.upload('boundary', 'site.geojson', Buffer.alloc(50 * MEGABYTE + 1, '{'))
    expect(large.statusCode).toBe(413)
    expect(large.json().message).toBe('File size exceeds the maximum limit of 50MB.')
  })

  test('is removed with what was read from it when no profile has used it for a day', async () => {
    const file = await sent('site.geojson', geoJsonText())
    const { storage_key } = await fileOf(file.id)
    const long = { unused_since: '2020-01-01T00:00:00Z' }
    await t.db.updateTable('files').set(long).where('id', '=', file.id).execute()
    await cleanUpFiles(t.services)
    const left = await t.db
      .selectFrom('file_boundaries')
      .select('file_id')
      .where('file_id', '=', file.id)
      .executeTakeFirst()
    expect(left).toBeUndefined()
    await expect(t.services.files.get(storage_key)).rejects.toThrow()
  })

  test('can be in the zip file of an import; a map that asks something is an error of its row', async () => {
    const rows = [
      aRow({ 'Boundary file': 'good.geojson' }),
      aRow({ 'Boundary file': 'open.gpx' }),
      aRow({ 'Boundary file': 'broken.geojson' }),
      aRow({ 'Boundary file': 'maps/survey.zip' }),
      aRow({ 'Boundary file': 'loose.shp' }),
    ]
    const files = {
      ...filesOf(rows),
      'good.geojson': geoJsonText({ lon: 121.6, lat: 14.3, size: 0.009_17 }),
      'open.gpx': openTrack({ lon: 121.62, lat: 14.3 }),
      'broken.geojson': '{"type":',
      'maps/survey.zip': surveyZip(ESRI_PRJ.ptm(3)),
      'loose.shp': 'x',
    }
    const checked = await checkedImport(t, { table: tableOf(rows), zip: zipOf(files) })
    expect(checked.rows).toMatchObject({ Good: 2, Wrong: 3 })
    const errors = (await findingsIn(t, checked.id)).filter(({ kind }) => kind === 'error')
    expect(errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
      '3 map_kml_id',
      '4 map_kml_id',
      '6 map_kml_id',
    ])
    expect(errors[0]?.sentence).toMatch(/^The map has an open track\./)
    expect(errors[2]?.sentence).toBe(locationMapComplaint({ name: 'loose.shp', size: 1 }))
    const finished = await finishedImport(t, checked)
    expect(finished.rows).toMatchObject({ Imported: 2 })
    const file = await t.db
      .selectFrom('site_profiles')
      .innerJoin('files', 'files.id', 'map_kml_id')
      .innerJoin('site_boundaries', 'site_boundaries.site_profile_id', 'site_profiles.id')
      .select(['files.kind', 'site_boundaries.area_ha'])
      .where('files.name', '=', 'good.geojson')
      .executeTakeFirstOrThrow()
    expect(file.kind).toBe('boundary')
    expect(Number(file.area_ha)).toBeGreaterThan(50)
  })
})

describe('a map that asks something', () => {
  test('is attached to no profile until it is answered, and then with the boundary that was read', async () => {
    const file = await asking()
    expect(file).toMatchObject({ name: 'survey.zip', media_type: 'application/zip', question: 'crs' })
    const sentence = BOUNDARY_QUESTIONS.crs
    const check = await encoder.post('/sites/boundary', { map_kml_id: file.id })
    expect([check.statusCode, check.json().errors]).toEqual([422, { map_kml_id: [sentence] }])
    const site = await calls.created()
    await calls.return('PENRO', site.id)
    const refused = await encoder.patch(`/sites/${site.id}`, {
      map_kml_id: file.id,
      revision: site.revision + 1,
    })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { map_kml_id: [sentence] }])

    const reply = await answer(file.id, { crs: 'EPSG:3123' })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().data).toMatchObject({ id: file.id, answers: { crs: 'EPSG:3123' } })
    expect(reply.json().data).not.toHaveProperty('question')
    const report = await drawn(file.id)
    // a kilometre in the Philippine zone is 0.99995 of one on the ground
    expect(report.area_ha).toBeCloseTo(100, 1)
    expect(report.bbox[0]).toBeCloseTo(121.417, 2)
    expect(report.bbox[1]).toBeCloseTo(14.15, 2)
    const saved = await encoder.patch(`/sites/${site.id}`, {
      map_kml_id: file.id,
      revision: site.revision + 1,
    })
    expect(saved.statusCode, saved.body).toBe(200)
    expect((await calls.show('laguna.approver', site.id)).boundary?.geometry).toEqual(report.geometry)
    expect(await rowsOf(file.id)).toEqual([
      {
        event: 'Boundary Answered',
        user_email: expect.stringContaining('laguna.encoder'),
        field_change: [
          { field: 'file_id', old: null, new: String(file.id) },
          { field: 'crs', old: null, new: 'EPSG:3123' },
        ],
      },
    ])
    // the profile keeps its boundary when the map is read again from its bytes, with the stored answers
    await cleanUpFiles(t.services)
    expect((await drawn(file.id)).geometry).toEqual(report.geometry)
  })

  test('an open track is closed when its owner says so', async () => {
    const file = await sent('walk.gpx', openTrack({ lon: 121.42, lat: 14.1 }))
    expect(file).toMatchObject({ question: 'close', media_type: 'application/gpx+xml' })
    const reply = await answer(file.id, { close: true })
    expect(reply.json().data).toMatchObject({ answers: { close: true } })
    expect((await drawn(file.id)).area_ha).toBeCloseTo(119.44, 0)
    const left_open = await sent('walk.gpx', openTrack({ lon: 121.42, lat: 14.1 }))
    expect(left_open.tracks).toMatchObject([{ number: 1, is_closed: false, lines: [{}] }])
    const walked = await sent('walked.gpx', walkAndTrack({ lon: 121.46, lat: 14.24 }))
    const [walk, around] = walked.tracks ?? []
    expect([walk?.gap_m, around?.length_m].every((metres = 0) => metres > 3_000)).toBe(true)
    for (const close of [[3], [0], ['1'], {}, [1.5]]) {
      const refused = await answer(walked.id, { close })
      expect([refused.statusCode, Object.keys(refused.json().errors)[0]?.slice(0, 5)]).toEqual([422, 'close'])
    }
    const second = await answer(walked.id, { close: [2] })
    expect(second.json().data, second.body).toMatchObject({
      answers: { close: [2] },
      tracks: [{ number: 1 }, { number: 2 }],
    })
    expect((await drawn(walked.id)).area_ha).toBeCloseTo(119.44, 0)
    expect(JSON.stringify((await rowsOf(walked.id))[0])).toContain('"new":"2"')
    const kept = await answer(left_open.id, { close: false })
    expect([kept.statusCode, Object.keys(kept.json().errors)]).toEqual([422, ['close']])
  })

  test('a wrong coordinate system can be corrected until the file is attached', async () => {
    const file = await asking()
    await answer(file.id, { crs: 'EPSG:3124' })
    expect((await drawn(file.id)).bbox[0]).toBeCloseTo(123.417, 2)
    await answer(file.id, { crs: 'EPSG:3123' })
    const report = await drawn(file.id)
    expect(report.bbox[0]).toBeCloseTo(121.417, 2)
    expect((await rowsOf(file.id)).at(-1)?.field_change).toContainEqual({
      field: 'crs',
      old: 'EPSG:3124',
      new: 'EPSG:3123',
    })
    const site = await calls.created({ map_kml_id: file.id })
    expect((await calls.show('laguna.approver', site.id)).boundary?.geometry).toEqual(report.geometry)
    const late = await answer(file.id, { crs: 'EPSG:3124' })
    expect([late.statusCode, late.json().refusal?.code]).toEqual([409, 'map_attached'])
  })

  test('an answer with which there is no boundary is refused under its question, which stays open', async () => {
    const file = await asking()
    // metres are no degrees
    const reply = await answer(file.id, { crs: 'EPSG:4326' })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors.crs).toEqual([expect.stringMatching(/\.$/)])
    expect(await fileOf(file.id)).toMatchObject({ boundary_question: 'crs', boundary_answers: null })
    for (const [body, field] of [
      [{}, 'crs'],
      [{ crs: null }, 'crs'],
      [{ crs: 'EPSG:2000' }, 'crs'],
      [{ crs: 3123 }, 'crs'],
      [{ close: 'yes' }, 'close'],
    ] as const) {
      const bad = await answer(file.id, body)
      expect([bad.statusCode, Object.keys(bad.json().errors)], JSON.stringify(body)).toEqual([422, [field]])
    }
    const other = await answer(file.id, { close: true })
    expect([other.statusCode, other.json().refusal?.code]).toEqual([409, 'nothing_to_answer'])
    expect(await rowsOf(file.id)).toEqual([])
  })

  test('is answered by the office that uploaded it, and for others it does not exist', async () => {
    const file = await asking()
    const crs = { crs: 'EPSG:3123' }
    for (const [person, status] of [
      ['fmb.super', 404],
      ['quezon.encoder', 404],
    ] as const)
      expect((await answer(file.id, crs, await t.as(person))).statusCode, String(person)).toBe(status)
    expect((await answer(999_999, crs)).statusCode).toBe(404)
    expect(await fileOf(file.id)).toMatchObject({ boundary_question: 'crs' })
  })

  test('no other file is answered: of another kind, without a question, or in quarantine', async () => {
    const pdf = await aFile(t)
    const plain = await sent('site.geojson', geoJsonText())
    for (const id of [pdf, plain.id]) {
      const reply = await answer(id, { crs: 'EPSG:3123' })
      expect([reply.statusCode, reply.json().refusal?.code]).toEqual([409, 'nothing_to_answer'])
    }
    const file = await asking()
    const quarantined = { scan_status: 'quarantined' }
    await t.db.updateTable('files').set(quarantined).where('id', '=', file.id).execute()
    const reply = await answer(file.id, { crs: 'EPSG:3123' })
    expect([reply.statusCode, reply.json().refusal?.code]).toEqual([409, 'file_quarantined'])
  })

  test('a second click, and the same answer after a lost reply, change nothing more', async () => {
    const file = await asking()
    const both = await Promise.all([
      answer(file.id, { crs: 'EPSG:3123' }),
      answer(file.id, { crs: 'EPSG:3123' }),
    ])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const again = await answer(file.id, { crs: 'EPSG:3123' })
    expect(again.json().data).toEqual(both[0]?.json().data)
    expect(await rowsOf(file.id)).toHaveLength(1)
  })

  test('of two different answers at once one is stored, and the other hears so', async () => {
    const file = await asking()
    const sending = await t.db.transaction().execute(async (db) => {
      await db.selectFrom('files').select('id').where('id', '=', file.id).forUpdate().execute()
      const both = [answer(file.id, { crs: 'EPSG:3123' }), answer(file.id, { crs: 'EPSG:3124' })]
      // both have read the file as it was, and wait to store their answer
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2)
      return both
    })
    const replies = await Promise.all(sending)
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const lost = replies.find(({ statusCode }) => statusCode === 409)
    expect(lost?.json().refusal?.code).toBe('answered_meanwhile')
    const won = replies.find(({ statusCode }) => statusCode === 200)
    expect((await fileOf(file.id)).boundary_answers).toEqual(won?.json().data.answers)
    expect(await rowsOf(file.id)).toHaveLength(1)
  })

  test('a profile is not saved with a boundary that was read with another answer', async () => {
    const file = await asking()
    await answer(file.id, { crs: 'EPSG:3124' })
    const row = actorQuery(t.db).where('users.id', '=', await t.userId('laguna.encoder'))
    const actor = actorOf(await row.executeTakeFirstOrThrow())
    const rule = { kinds: MAP_KINDS, max_bytes: 50 * MEGABYTE, field: 'map_kml_id' } as const
    const attach = async (crs: 'EPSG:3123' | 'EPSG:3124' | null) =>
      t.db
        .transaction()
        .execute(async (db) => attachFiles(db, actor, [file.id], { ...rule, answers: crs && { crs } }))
    for (const other of ['EPSG:3123', null] as const)
      await expect(attach(other)).rejects.toMatchObject({ errors: { map_kml_id: [ANSWERED_MEANWHILE] } })
    await expect(attach('EPSG:3124')).resolves.toHaveLength(1)
  })

  test('many at once are answered one after another, and hold up no other office', async () => {
    const files = await Promise.all(Array.from({ length: 4 }, asking))
    const flood = Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        answer(files[at % 4]?.id ?? 0, { crs: at % 2 ? 'EPSG:3123' : 'EPSG:3124' }),
      ),
    )
    const other = await (await t.as('quezon.encoder')).upload('boundary', 'site.geojson', geoJsonText())
    expect(other.statusCode).toBe(200)
    for (const { statusCode, body } of await flood) expect([200, 409, 429], body).toContain(statusCode)
  })
})
