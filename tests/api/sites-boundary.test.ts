import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BoundaryGeometry, BoundaryReport, Position } from '../../shared/boundary/boundary.schema.ts'
import { townWords } from '../../shared/boundary/nearest-towns.ts'
import type { SiteNeighbour, SiteProfile } from '../../shared/sites/sites.schema.ts'
import { cleanUpFiles } from '../../server/uploads/files.jobs.ts'
import { BACKGROUND } from '../../server/worker-processes/run-in-worker-process.ts'
import { measureWaiting } from '../../server/sites/boundaries.jobs.ts'
import { replaceBoundary } from '../../server/sites/boundaries.queries.ts'
import { findChosenPlaces } from '../../server/places/places.queries.ts'
import { measure } from '../../server/sites/measure.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import {
  aFile,
  aKml,
  anAgreement,
  aSite,
  kmlText,
  type Square,
  siteInput,
  squareOf,
} from '../support/records/factories.ts'
import { type SiteCalls, siteCalls } from '../support/records/site-calls.ts'
import { full } from '../support/full.ts'

const t = withServer()
let calls: SiteCalls
let encoder: Caller
beforeAll(async () => {
  calls = siteCalls(t)
  encoder = await t.as('laguna.encoder')
})

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

function roundKml(corners: number): string {
  const ring = Array.from({ length: corners + 1 }, (_, corner) => {
    const angle = ((corner % corners) / corners) * 2 * Math.PI
    return `${121.4 + Math.cos(angle) / 100},${14.1 + Math.sin(angle) / 100}`
  })
  return kmlText().replace(/<coordinates>[^<]*</, `<coordinates>${ring.join(' ')}<`)
}

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
    expect(boundary?.checked).toContain('Overlaps: with no other site')
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
    const near = await aSite(t, { boundary: squareOf({ lon: 121.615, lat: 14.4 }) })
    const further = await aSite(t, { boundary: squareOf({ lon: 121.69, lat: 14.4 }) })
    await aSite(t, { boundary: squareOf({ lon: 121.71, lat: 14.4 }) })
    await aSite(t, { boundary: squareOf({ lon: 121.6, lat: 14.4 }), deactivated_by: 'laguna.admin' })
    const reply = await encoder.get(`/sites/${site.id}/neighbours`)
    expect(reply.json().data.map((one: { id: number }) => one.id)).toEqual([near.id, further.id])
    expect(reply.json().data[0]).toMatchObject({ code: near.code, geometry: { type: 'MultiPolygon' } })
    expect((await (await t.as('zds.encoder')).get(`/sites/${site.id}/neighbours`)).statusCode).toBe(404)
  })

  describe('[S-114] beside sites of other offices', () => {
    const square = (lon: number) => squareOf({ lon, lat: 15.8 })
    const ours = { lon: 120.1, lat: 15.8, size: 0.05 }
    const made = async () => {
      const own = await aSite(t, { boundary: square(120.1), name_of_partner: 'Atin' })
      const elsewhere = { office: 'PENRO Quezon' } as const
      const approved = { ...elsewhere, site_status: 'Approved', boundary: square(120.112) } as const
      const known = await aSite(t, { ...approved, name_of_partner: 'Lantad' })
      await aSite(t, { ...elsewhere, boundary: square(120.124), name_of_partner: 'Lihim' })
      const returned = { ...elsewhere, site_status: 'Returned', boundary: square(120.136) } as const
      await aSite(t, { ...returned, name_of_partner: 'Lihim' })
      await aSite(t, { ...approved, deactivated_by: 'fmb.admin', name_of_partner: 'Lihim' })
      return { own, known }
    }
    let sites: Awaited<ReturnType<typeof made>>
    let around: SiteProfile
    beforeAll(async () => {
      sites = await made()
      around = await calls.created({ map_kml_id: await aKml(encoder, kmlText(ours)) })
    })

    type Warning = BoundaryReport['warnings'][number]
    const overlaps = ({ warnings }: BoundaryReport) => warnings.filter(({ kind }) => kind === 'overlap')
    const words = ({ message }: Warning) => message.replace(/[\d.]+ ha\.$/, '… ha.')
    const open = ({ own }: typeof sites) => ({
      kind: 'overlap',
      site_profile_id: own.id,
      code: own.code,
      name_of_partner: 'Atin',
      message: expect.stringContaining(`${own.code} (Atin)`),
      overlap_ha: expect.any(Number),
      overlap: { type: 'MultiPolygon', coordinates: expect.any(Array) },
    })
    const named = ({ known }: typeof sites) => ({
      kind: 'overlap',
      code: known.code,
      name_of_partner: 'Lantad',
      message: expect.stringContaining(`${known.code} (Lantad)`),
      overlap_ha: expect.any(Number),
    })
    const unnamed = {
      kind: 'overlap',
      overlap_ha: expect.closeTo(118.55, 1),
      message: expect.stringMatching(/^Overlaps a site in review at another office by [\d.]+ ha\.$/),
    }

    test('the form tells of its own office all, of approved ones code, name and hectares, of others hectares', async () => {
      const map_kml_id = await aKml(encoder, kmlText(ours))
      const body = { map_kml_id, site_profile_id: around.id }
      const reply = await encoder.post('/sites/boundary', body)
      const found = overlaps(reply.json().boundary)
      expect(found).toHaveLength(4)
      expect(found).toEqual(expect.arrayContaining([open(sites), named(sites), unnamed]))
      expect(found.filter(({ code }) => code === undefined)).toEqual([unnamed, unnamed])
      expect(reply.body).not.toContain('Lihim')
    })

    test('nobody finds out by leaving one out which of the unnamed it is', async () => {
      const map_kml_id = await aKml(encoder, kmlText(ours))
      for (const site_profile_id of [sites.known.id, 999_999]) {
        const reply = await encoder.post('/sites/boundary', { map_kml_id, site_profile_id })
        expect(reply.statusCode).toBe(404)
      }
    })

    test('the view tells the same, and all of it to those whose scope it is', async () => {
      const { boundary } = await calls.show('laguna.approver', around.id)
      const found = overlaps(boundary as BoundaryReport)
      expect(found).toHaveLength(4)
      expect(found).toEqual(expect.arrayContaining([open(sites), named(sites), unnamed]))
      const region = await calls.show('r4a.approver', around.id)
      const all = overlaps(region.boundary as BoundaryReport)
      expect(all.map(({ site_profile_id }) => site_profile_id)).not.toContain(undefined)
      expect(all.map(words).join()).toContain('Lihim')
    })

    test('the neighbours are told by the same measure, outlines only inside the own scope', async () => {
      const reply = await encoder.get(`/sites/${around.id}/neighbours`)
      const { data } = reply.json() as { data: SiteNeighbour[] }
      const { own, known } = sites
      const hidden = {
        id: null,
        code: null,
        name_of_partner: null,
        geometry: null,
        area_ha: expect.any(Number),
      }
      expect(data).toHaveLength(4)
      expect(data).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: own.id, code: own.code, geometry: expect.any(Object) }),
          {
            id: null,
            code: known.code,
            name_of_partner: 'Lantad',
            area_ha: expect.any(Number),
            geometry: null,
          },
          hidden,
        ]),
      )
      expect(data.filter(({ code }) => code === null)).toEqual([hidden, hidden])
      expect(reply.body).not.toContain('Lihim')
    })
  })

  describe('[S-114] up to ten kilometres around it', () => {
    const at = (lon: number) => squareOf({ lon, lat: 16.4 })
    const codesOf = ({ data }: { data: SiteNeighbour[] }) => data.map(({ code }) => code)
    const made = async () => {
      const site = await aSite(t, { boundary: at(120.9) })
      const ours = await aSite(t, { boundary: at(120.93) })
      const elsewhere = { office: 'PENRO Quezon' } as const
      const approved = { ...elsewhere, site_status: 'Approved' } as const
      const known = await aSite(t, { ...approved, boundary: at(120.95) })
      const inReview = await aSite(t, { ...elsewhere, boundary: at(120.94), name_of_partner: 'Lihim' })
      await aSite(t, { ...approved, boundary: at(120.96), deactivated_by: 'fmb.admin' })
      return { site, ours, known, inReview }
    }
    let sites: Awaited<ReturnType<typeof made>>
    beforeAll(async () => {
      sites = await made()
    })
    const near = async (who: string) => (await t.as(who)).get(`/sites/${sites.site.id}/neighbours`)

    test('the office sees its own sites and approved ones; a site in review elsewhere is neither drawn nor counted', async () => {
      const reply = await near('laguna.approver')
      expect(codesOf(reply.json())).toEqual([sites.ours.code, sites.known.code])
      expect(reply.json().data[1]).toMatchObject({ id: null, geometry: null })
      expect(reply.body).not.toContain('Lihim')
    })

    test('the region and FMB see the sites of all their offices', async () => {
      const { ours, inReview, known } = sites
      for (const who of ['r4a.approver', 'fmb.approver']) {
        const { data } = (await near(who)).json() as { data: SiteNeighbour[] }
        expect(codesOf({ data })).toEqual([ours.code, inReview.code, known.code])
        expect(data.map(({ geometry }) => geometry?.type)).toEqual(Array(3).fill('MultiPolygon'))
      }
    })

    full.test('whoever may not open the profile gets none', async () => {
      expect((await near('quezon.approver')).statusCode).toBe(404)
      expect((await encoder.get('/sites/999999/neighbours')).statusCode).toBe(404)
      expect((await encoder.get('/sites/x/neighbours')).statusCode).toBe(404)
    })

    test('the form shows the same sites, and of others not even that they are there', async () => {
      // beside the site in review
      const map_kml_id = await aKml(encoder, kmlText({ lon: 120.945, lat: 16.4 }))
      const { neighbours } = (await encoder.post('/sites/boundary', { map_kml_id })).json()
      expect(codesOf({ data: neighbours }).toSorted()).toEqual(
        [sites.site.code, sites.ours.code, sites.known.code].toSorted(),
      )
    })

    test('the boundary says which known towns are nearest, and in which direction; beside Los Baños it is Los Baños', async () => {
      const { boundary } = await calls.show('laguna.approver', sites.site.id)
      expect(townWords(boundary?.towns ?? [])).toBe('5.4 km north of Kayapa and 12 km south-east of Bokod')
      const map_kml_id = await aKml(encoder, kmlText({ lon: 121.245, lat: 14.15 }))
      const { boundary: near } = (await encoder.post('/sites/boundary', { map_kml_id })).json()
      expect(townWords(near.towns)).toMatch(/^[12]\.\d km south-?e?a?s?t? of Los Baños and /)
    })
  })

  full.test('fifty detailed neighbours are a small reply, the nearest first', async () => {
    const corners = 2000
    const round = (lon: number, lat: number): BoundaryGeometry => {
      const ring = Array.from({ length: corners }, (_, corner): Position => {
        const angle = (2 * Math.PI * corner) / corners
        const radius = 0.0005 * (1 + 0.2 * Math.sin(9 * angle))
        return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)]
      })
      return { type: 'MultiPolygon', coordinates: [[[...ring, ring[0] as Position]]] }
    }
    const { id } = await aSite(t, { boundary: round(119.9, 16.9) })
    const made: string[] = []
    for (let at = 1; at <= 52; at += 1)
      made.push((await aSite(t, { boundary: round(119.9 + at * 0.0015, 16.9 + at * 0.0001) })).code)
    const reply = await encoder.get(`/sites/${id}/neighbours`)
    const { data } = reply.json() as { data: SiteNeighbour[] }
    expect(data.map(({ code }) => code)).toEqual(made.slice(0, 50))
    // the corners of the outlines that are read are limited: of 2,000 corners the first fifty
    expect(data.filter(({ geometry }) => geometry !== null)).toHaveLength(49)
    console.info(
      `Fifty neighbours of 2,000 corners: ${reply.body.length} bytes, ${gzipSync(reply.body).length} gzip`,
    )
    expect(gzipSync(reply.body).length).toBeLessThan(60_000)
  })

  describe('a star of 301 points, which crosses itself 45,000 times', () => {
    const ring = Array.from({ length: 302 }, (_, at): Position => {
      const angle = (2 * Math.PI * at * 150) / 301
      return [119.95 + 0.02 * Math.cos(angle), 15.9 + 0.02 * Math.sin(angle)]
    })
    const star: BoundaryGeometry = {
      type: 'MultiPolygon',
      coordinates: [[[...ring.slice(0, -1), ring[0] as Position]]],
    }
    const TOO_OFTEN =
      'The boundary crosses itself in more than 1,000 places; draw it again as one line around the site.'
    const starKml = async () =>
      aKml(
        encoder,
        kmlText().replace(
          /<coordinates>[^<]*/,
          `<coordinates>${star.coordinates[0]?.[0]?.map((point) => point.join(',')).join(' ')}`,
        ),
      )

    test('is refused with a sentence, on the form and at the save', async () => {
      const map_kml_id = await starKml()
      const drawn = await encoder.post('/sites/boundary', { map_kml_id })
      expect(drawn.statusCode).toBe(422)
      expect(drawn.json().errors).toEqual({ map_kml_id: [TOO_OFTEN] })
      const added = await encoder.post('/sites', await siteInput(t, { map_kml_id }))
      expect(added.json().errors).toEqual({ map_kml_id: [TOO_OFTEN] })
    })

    test('saved before that was so: it and its neighbours are shown, and say what is not known', async () => {
      const tangled = await aSite(t, { boundary: star, office: 'PENRO Quezon', name_of_partner: 'Lihim' })
      const near = await calls.created({
        map_kml_id: await aKml(encoder, kmlText({ lon: 119.94, lat: 15.89 })),
      })
      const { boundary } = await calls.show('laguna.approver', near.id)
      expect(boundary?.not_checked).toContain(
        'Overlap with a site in review at another office: the two boundaries are too detailed to compare',
      )
      const own = await calls.show('quezon.approver', tangled.id)
      expect(own.boundary?.not_checked.join()).toContain('Overlaps: the boundary crosses itself too often')
    })
  })

  describe('overlaps', () => {
    const statesOf = (...ids: number[]) =>
      t.db
        .selectFrom('site_boundaries')
        .select(['site_profile_id', 'overlap_state'])
        .where('site_profile_id', 'in', ids)
        .orderBy('site_profile_id')
        .execute()
    const overlapped = async (id: number) =>
      (await calls.show('laguna.approver', id)).boundary?.warnings.flatMap((one) => one.code ?? [])

    test('are kept for both sides at the save; a view reads them and no shape of the other', async () => {
      const first = await calls.created({
        map_kml_id: await aKml(encoder, kmlText({ lon: 119.8, lat: 15.5 })),
      })
      const second = await calls.created({
        map_kml_id: await aKml(encoder, kmlText({ lon: 119.805, lat: 15.5 })),
      })
      const empty = JSON.stringify({ type: 'MultiPolygon', coordinates: [] })
      await t.db
        .updateTable('site_boundaries')
        .set({ geometry: empty })
        .where('site_profile_id', '=', second.id)
        .execute()
      expect(await overlapped(first.id)).toEqual([second.code])
    })

    test('move with a boundary that is drawn anew', async () => {
      const still = await calls.created({
        map_kml_id: await aKml(encoder, kmlText({ lon: 119.8, lat: 15.6 })),
      })
      const moved = await calls.created({
        map_kml_id: await aKml(encoder, kmlText({ lon: 119.805, lat: 15.6 })),
      })
      await calls.return('PENRO', moved.id)
      expect(await overlapped(still.id)).toEqual([moved.code])
      const map_kml_id = await aKml(encoder, kmlText({ lon: 119.9, lat: 15.6 }))
      expect((await encoder.patch(`/sites/${moved.id}`, { map_kml_id })).statusCode).toBe(200)
      expect(await overlapped(still.id)).toEqual([])
    })

    test('with what is saved while one is measured are found afterwards', async () => {
      const site = await aSite(t, { boundary: squareOf({ lon: 119.8, lat: 15.7 }) })
      const wanted = { ...site, site_profile_id: site.id }
      const places = await findChosenPlaces(t.db, site)
      const measured = await measure(t.db, squareOf({ lon: 119.8, lat: 15.7 }), places, wanted, BACKGROUND)
      if (!measured.ok) throw new Error(measured.reason)
      const meanwhile = await aSite(t, { boundary: squareOf({ lon: 119.805, lat: 15.7 }) })
      await t.db.transaction().execute((db) => replaceBoundary(db, site.id, site.map_kml_id, measured))
      expect(await statesOf(site.id, meanwhile.id)).toEqual([
        { site_profile_id: site.id, overlap_state: 'waiting' },
        { site_profile_id: meanwhile.id, overlap_state: 'measured' },
      ])
      const { boundary } = await calls.show('laguna.approver', site.id)
      expect(boundary?.not_checked.join()).toContain('still being computed')
      await measureWaiting(t.services)
      expect(await overlapped(site.id)).toEqual([meanwhile.code])
      expect(await overlapped(meanwhile.id)).toEqual([site.code])
    })

    test('of boundaries that were entered without them are computed in the background, with what is checked', async () => {
      const site = await aSite(t, { boundary: squareOf({ lon: 119.8, lat: 15.8 }) })
      const other = await aSite(t, { boundary: squareOf({ lon: 119.805, lat: 15.8 }) })
      await t.db.deleteFrom('site_overlaps').where('site_profile_id', '=', site.id).execute()
      const before = { overlap_state: 'waiting', checks: null }
      await t.db.updateTable('site_boundaries').set(before).where('site_profile_id', '=', site.id).execute()
      const shown = async () => (await calls.show('laguna.approver', site.id)).boundary
      expect((await shown())?.checked).toEqual([])
      await measureWaiting(t.services)
      expect(await overlapped(site.id)).toEqual([other.code])
      expect((await shown())?.checked).toContain('Size: at least 0.01 ha')
    })
  })

  full.test('one person’s many maps fill their own part of the line, not that of a colleague', async () => {
    // so large that the first is still being read when the last arrives
    const large = roundKml(25_000)
    const many = Promise.all(Array.from({ length: 12 }, () => encoder.upload('kml', 'boundary.kml', large)))
    const colleague = await (await t.as('zds.encoder')).upload('kml', 'boundary.kml', kmlText())
    expect(colleague.statusCode).toBe(200)
    const replies = await many
    const refused = replies.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(4)
    expect(refused[0]?.json().message).toBe(
      'The server is busy with other files. Please try again in a minute.',
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBe(12 - refused.length)
  })

  test('[S-125] a site far from its province, or of a square metre, is told on the form and after the save', async () => {
    const { province_id, city_id, region_id } = await siteInput(t)
    const places = { province_id, city_id, region_id }
    const check = async (square: Square) => {
      const map_kml_id = await aKml(encoder, kmlText(square))
      const reply = await encoder.post('/sites/boundary', { map_kml_id, ...places })
      expect(reply.statusCode, reply.body).toBe(200)
      return { map_kml_id, ...(reply.json().boundary as BoundaryReport) }
    }
    const rizal = await check({ lon: 121.25, lat: 14.62 })
    expect(rizal.warnings.map(({ kind }) => kind)).toContain('outside_province')
    expect(rizal.not_checked.join()).toContain('Municipality')
    const site = await calls.created({ map_kml_id: rizal.map_kml_id })
    const { boundary } = await calls.show('laguna.approver', site.id)
    expect(boundary?.warnings.map(({ kind }) => kind)).toContain('outside_province')
    expect(boundary?.checked).toContain('Size: at least 0.01 ha')
    const tiny = await check({ lon: 121.41, lat: 14.18, size: 0.000_009 })
    expect(tiny.warnings.map(({ kind }) => kind)).toEqual(['too_small'])
  })

  test('somebody else’s map, and no map at all', async () => {
    const theirs = await aFile(t, { kind: 'kml', by: 'zds.encoder' })
    for (const map_kml_id of [theirs, 999_999, await anAgreement(encoder)]) {
      const reply = await encoder.post('/sites/boundary', { map_kml_id })
      expect(reply.statusCode).toBe(422)
      expect(reply.json().errors).toEqual({
        map_kml_id: ['This file was not found. Please upload it again.'],
      })
    }
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
