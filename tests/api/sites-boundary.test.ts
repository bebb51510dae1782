import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoundaryReport } from '../../shared/boundary/boundary.schema.ts'
import { cleanUpFiles } from '../../server/files/files.jobs.ts'
import { type Caller, startApp, type TestApp } from '../support/app.ts'
import { aFile, aKml, anAgreement, aSite, kmlText, siteInput, squareOf } from '../support/factories.ts'
import { type SiteCalls, siteCalls } from '../support/site-calls.ts'

let t: TestApp
let calls: SiteCalls
let encoder: Caller
beforeAll(async () => {
  t = await startApp()
  calls = siteCalls(t)
  encoder = await t.as('laguna.encoder')
})
afterAll(() => t.close())

describe('a location map', () => {
  const kept = async (file_id: number) =>
    t.db.selectFrom('file_boundaries').selectAll().where('file_id', '=', file_id).executeTakeFirst()
  const centre = async (map_kml_id: number) => {
    const reply = await encoder.post('/sites/boundary', { map_kml_id })
    expect(reply.statusCode).toBe(200)
    const [min_lon, min_lat] = reply.json().boundary.bbox as number[]
    return { min_lon, min_lat }
  }

  test('is read once, at its upload: the form and the save need not open it again', async () => {
    const map_kml_id = await aKml(encoder, kmlText({ lon: 121.44, lat: 14.46 }))
    const file = await t.db
      .selectFrom('files')
      .selectAll()
      .where('id', '=', map_kml_id)
      .executeTakeFirstOrThrow()
    await t.services.files.remove(file.storage_key)
    const before = await centre(map_kml_id)
    const site = await calls.created({ map_kml_id })
    const { boundary } = await calls.show('laguna.approver', site.id)
    expect(boundary?.bbox.slice(0, 2)).toEqual([before.min_lon, before.min_lat])
  })

  test('is read anew where what is kept was read in other bytes', async () => {
    const map_kml_id = await aKml(encoder, kmlText({ lon: 121.46, lat: 14.46 }))
    const honest = await centre(map_kml_id)
    const moved = JSON.stringify(squareOf({ lon: 125.1, lat: 8.2 }))
    const change = (values: { sha256?: string; geometry?: string }) =>
      t.db.updateTable('file_boundaries').set(values).where('file_id', '=', map_kml_id).execute()
    await change({ geometry: moved })
    expect((await centre(map_kml_id)).min_lat, 'what is kept is used').toBeCloseTo(8.2, 1)
    await change({ sha256: '0'.repeat(64) })
    expect(await centre(map_kml_id)).toEqual(honest)
  })

  test('that is no boundary leaves nothing kept', async () => {
    const count = async () => (await t.db.selectFrom('file_boundaries').select('file_id').execute()).length
    const before = await count()
    expect((await encoder.upload('kml', 'broken.kml', '<kml><Document>')).statusCode).toBe(422)
    expect(await count()).toBe(before)
  })

  test('is forgotten when it is in use for a day, or gone', async () => {
    const waiting = await aKml(encoder, kmlText({ lon: 121.44, lat: 14.5 }))
    const map_kml_id = await aKml(encoder, kmlText({ lon: 121.46, lat: 14.5 }))
    const site = await calls.created({ map_kml_id })
    await cleanUpFiles(t.services)
    expect(await kept(map_kml_id)).toBeUndefined()
    expect(await kept(waiting)).toBeDefined()
    expect((await calls.show('laguna.approver', site.id)).boundary?.valid).toBe(true)

    await t.db
      .updateTable('files')
      .set({ unused_since: '2020-01-01T00:00:00Z' })
      .where('id', '=', waiting)
      .execute()
    await cleanUpFiles(t.services)
    expect(await kept(waiting)).toBeUndefined()
  })
})

describe('the boundary of a profile', () => {
  const sample = (name: string) => readFileSync(`tests/fixtures/kml/${name}.kml`, 'utf8')

  test('is measured and kept with the profile', async () => {
    const site = await calls.created({
      map_kml_id: await aKml(encoder, kmlText({ lon: 121.42, lat: 14.16 })),
    })
    expect(site.mapped_area_ha).toBeCloseTo(119.44, 1)
    const { boundary } = await calls.show('laguna.approver', site.id)
    expect(boundary).toMatchObject({ valid: true, vertex_count: 5, polygon_count: 1, hole_count: 0 })
    expect(boundary?.warnings.map(({ kind }) => kind)).toEqual(['area_differs'])
  })

  test('is drawn and checked before the profile exists; warnings inform and do not block', async () => {
    const neighbour = await aSite(t, {
      boundary: squareOf({ lon: 121.3, lat: 14.1 }),
      name_of_partner: 'Kapitbahay',
    })
    const map_kml_id = await aKml(encoder, kmlText({ lon: 121.305, lat: 14.105 }))
    const reply = await encoder.post('/sites/boundary', { map_kml_id, region_id: 13, project_area: '119.4' })
    expect(reply.statusCode).toBe(200)
    const { warnings } = reply.json().boundary
    expect(warnings.map((one: { kind: string }) => one.kind)).toEqual(['outside_region', 'overlap'])
    expect(warnings[1]).toMatchObject({
      site_profile_id: neighbour.id,
      code: neighbour.code,
      name_of_partner: 'Kapitbahay',
      overlap_ha: expect.closeTo(29.86, 1),
    })
    expect((await calls.created({ map_kml_id })).site_status).toBe('Submitted')
  })

  test('does not overlap itself while it is edited', async () => {
    const site = await aSite(t, { site_status: 'Returned', boundary: squareOf({ lon: 121.35, lat: 14.3 }) })
    const map_kml_id = await aKml(encoder, kmlText({ lon: 121.35, lat: 14.3 }))
    const kinds = async (body: object) => {
      const reply = await encoder.post('/sites/boundary', { map_kml_id, ...body })
      return reply.json().boundary.warnings.map((one: { kind: string }) => one.kind)
    }
    expect(await kinds({})).toEqual(['overlap'])
    expect(await kinds({ site_profile_id: site.id })).toEqual([])
  })

  test('reviewers see the overlaps of today, not those of the day it was saved', async () => {
    const square = { lon: 121.2, lat: 14.28 }
    const first = await calls.created({ map_kml_id: await aKml(encoder, kmlText(square)) })
    const overlaps = async () => {
      const { boundary } = await calls.show('laguna.approver', first.id)
      return boundary?.warnings.filter(({ kind }) => kind === 'overlap').map(({ code }) => code)
    }
    expect(await overlaps()).toEqual([])
    const second = await calls.created({
      map_kml_id: await aKml(encoder, kmlText({ ...square, lon: 121.205 })),
    })
    expect(await overlaps()).toEqual([second.code])
    const admin = await t.as('laguna.admin')
    await admin.post(`/sites/deactivate/${second.id}`, { deactivate_reason: 'Entered twice' })
    expect(await overlaps(), 'only activated profiles count').toEqual([])
  })

  test('crosses itself: kept, with the warning and the place', async () => {
    const site = await calls.created({ map_kml_id: await aKml(encoder, sample('self-crossing')) })
    const { boundary } = await calls.show('laguna.approver', site.id)
    expect(boundary?.valid).toBe(false)
    expect(boundary?.invalid_at).toHaveLength(2)
    expect(boundary?.warnings.map(({ kind }) => kind)).toContain('self_crossing')
  })

  test('neighbours are drawn beside it for whoever sees the profile', async () => {
    const site = await aSite(t, { boundary: squareOf({ lon: 121.6, lat: 14.4 }) })
    const near = await aSite(t, { boundary: squareOf({ lon: 121.615, lat: 14.4 }), office: 'PENRO Quezon' })
    await aSite(t, { boundary: squareOf({ lon: 121.7, lat: 14.4 }) })
    await aSite(t, { boundary: squareOf({ lon: 121.6, lat: 14.4 }), deactivated_by: 'laguna.admin' })
    const reply = await encoder.get(`/sites/${site.id}/neighbours`)
    expect(reply.json().data.map((one: { id: number }) => one.id)).toEqual([near.id])
    expect(reply.json().data[0]).toMatchObject({ code: near.code, geometry: { type: 'MultiPolygon' } })
    expect((await (await t.as('zds.encoder')).get(`/sites/${site.id}/neighbours`)).statusCode).toBe(404)
  })

  test('somebody else’s map, no map at all, and no right to draw', async () => {
    const theirs = await aFile(t, { kind: 'kml', by: 'zds.encoder' })
    for (const map_kml_id of [theirs, 999_999, await anAgreement(encoder)]) {
      const reply = await encoder.post('/sites/boundary', { map_kml_id })
      expect(reply.statusCode).toBe(422)
      expect(reply.json().errors).toEqual({
        map_kml_id: ['This file was not found. Please upload it again.'],
      })
    }
    expect(
      (await (await t.as('laguna.approver')).post('/sites/boundary', { map_kml_id: theirs })).statusCode,
    ).toBe(403)
  })

  test('a file that is no boundary is refused with its reason, and the profile with it', async () => {
    const map_kml_id = await aFile(t, { kind: 'kml', bytes: Buffer.from(sample('path-only')) })
    const drawn = await encoder.post('/sites/boundary', { map_kml_id })
    expect(drawn.statusCode).toBe(422)
    const [reason] = drawn.json().errors.map_kml_id
    expect(reason).toMatch(/path|line/i)
    const added = await encoder.post('/sites', await siteInput(t, { map_kml_id }))
    expect(added.json().errors).toEqual({ map_kml_id: [reason] })
  })
})

const SAMPLES = '../shared/samples/kml'

/** Maps that may not be part of this repository; what each must give is written beside them. */
describe.runIf(existsSync(SAMPLES))('real maps of tenured forest', () => {
  const mapped = async (name: string): Promise<BoundaryReport> => {
    const zds = await t.as('zds.encoder')
    const map_kml_id = await aKml(zds, readFileSync(`${SAMPLES}/${name}.kml`, 'utf8'))
    const reply = await zds.post('/sites/boundary', { map_kml_id, region_id: 13 })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().boundary
  }

  test('measure 816.67 ha, and 35,310.90 ha with two holes', async () => {
    expect((await mapped('ph-cbfma-single-ogr')).area_ha).toBe(816.67)
    expect(await mapped('ph-ifma-two-holes-ogr')).toMatchObject({ area_ha: 35_310.9, hole_count: 2 })
  })

  test('a pair of them shares 242.74 ha, once one is a profile', async () => {
    const { geometry } = await mapped('ph-overlap-a-cbfma-050070-ogr')
    const site = await aSite(t, { boundary: geometry })
    const { warnings } = await mapped('ph-overlap-b-cbfma-050038-ogr')
    const overlap = warnings.find((one) => one.code === site.code)
    expect(overlap?.overlap_ha).toBe(242.74)
    expect(overlap?.message).toBe(`Overlaps ${site.code} (${site.name_of_partner}) by 242.74 ha.`)
  })
})
