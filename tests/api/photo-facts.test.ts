import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { manilaDay } from '../../shared/lib/dates.ts'
import { photoLine } from '../../shared/land/photo-remarks.ts'
import type { PhotoFacts } from '../../shared/land/photos.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { taskList } from '../../server/jobs.ts'
import { API_KEY, type Caller, withServer } from '../support/product/app.ts'
import { batchOne, principleNumber } from '../support/records/activity-factories.ts'
import { at, exifBlock, inJpeg, inPng, writer } from '../support/records/exif.ts'
import { aKml, anActivityRow, aSite, kmlText, squareOf, upload } from '../support/records/factories.ts'
import { runJobs } from '../support/records/mails.ts'
import { FULL, full } from '../support/full.ts'

/** What photographs say of place, time and camera: read at their upload, for their office and its reviewers alone. */

const t = withServer()
let encoder: Caller
let principles: SitePrinciple[]
let jpeg: Buffer
let png: Buffer
beforeAll(async () => {
  encoder = await t.as('laguna.encoder')
  principles = await batchOne(t)
  const green = sharp({ create: { width: 40, height: 30, channels: 3, background: '#1b5e20' } })
  jpeg = await green.jpeg().toBuffer()
  png = await green.png().toBuffer()
})

const SQUARE = { lon: 121.5, lat: 14.2, size: 0.01 }
/** a kilometre to the east, at this latitude */
const KM_EAST = 1 / (111.32 * Math.cos((14.205 * Math.PI) / 180))
const CAMERA = { make: 'Narra Optics', model: 'NX-7' }
const TAKEN = { taken: '2024:03:01 14:05:09' }
const inside = { ...at(121.505, 14.205), ...TAKEN, ...CAMERA }

const photo = (claims: Parameters<typeof exifBlock>[0]) => inJpeg(jpeg, exifBlock(claims))
const aSquareSite = () => aSite(t, { site_status: 'Approved', boundary: squareOf(SQUARE) })

/** Uploads these pictures as evidence of one activity of the site; returns their ids and the activity. */
async function evidence(
  site_profile_id: number,
  pictures: Record<string, Buffer>,
  year: number | null = 2024,
) {
  const files: Record<string, number> = {}
  for (const [name, bytes] of Object.entries(pictures))
    files[name] = await upload(encoder, 'image', name, bytes)
  const first = principleNumber(principles, 1)
  const made = await encoder.post('/sites/activities', {
    site_profile_id,
    sites_principle_id: first.id,
    ...(year === null ? {} : { reporting_year: year }),
    criteria_means: [{ sites_criteria_indicator_id: first.indicators[0], upload_id: Object.values(files) }],
  })
  expect(made.statusCode, made.body).toBe(200)
  return { files, id: made.json().siteActivities.id as number }
}

const read = async (who: string | null, url: string) => (await t.as(who)).get(url)
async function photosOf(url: string, who = 'laguna.encoder'): Promise<Record<string, PhotoFacts>> {
  const reply = await read(who, url)
  expect(reply.statusCode, reply.body).toBe(200)
  const { data, totalCount } = reply.json()
  expect(totalCount).toBeGreaterThanOrEqual(data.length)
  return Object.fromEntries((data as PhotoFacts[]).map((one) => [one.name, one]))
}
const ofActivity = (id: number, who?: string) => photosOf(`/sites/activities/${id}/photos`, who)
const ofSite = (id: number, who?: string) => photosOf(`/sites/${id}/photos`, who)

/** Every value of every one of many entries far longer than it should be: a gigabyte of numbers from 64 KB. */
function greedy(size: number): Buffer {
  const { short, long, directory } = writer('MM')
  const count = Math.floor((size - 20) / 12)
  const many = { type: 1, count: size, value: long(8) }
  const entries = Array.from({ length: count }, (_, tag) => ({ ...many, tag: tag + 0x8000 }))
  return Buffer.concat([Buffer.from('MM'), short(42), long(8), directory(entries, 8)])
}

describe('the photographs of an activity', () => {
  let site: number
  let id: number
  let files: Record<string, number>
  let found: Record<string, PhotoFacts>
  beforeAll(async () => {
    site = (await aSquareSite()).id
    const made = await evidence(site, {
      'inside.jpg': photo({
        ...inside,
        written: '2024:03:02 08:00:00',
        gps: {
          day: '2024:03:01',
          time: [
            [6, 1],
            [5, 1],
            [9, 1],
          ],
        },
      }),
      'outside.jpg': photo({ ...at(121.51 + 0.34 * KM_EAST, 14.205), taken: '2024:03:01 15:00:00' }),
      'twin.jpg': photo({ ...inside, ...at(121.506, 14.206) }),
      'plan.png': inPng(png, exifBlock({ order: 'II', ...inside, taken: '2025:01:02 09:00:00' })),
      'chile.jpg': photo({ ...at(-70.65, -33.45), taken: '2019:05:06 07:08:09' }),
      'plain.jpg': jpeg,
      'zero.jpg': photo({ ...at(0, 0), taken: '2024:03:03 10:00:00' }),
      'undated.jpg': photo(at(121.505, 14.205)),
      'damaged.jpg': inJpeg(jpeg, Buffer.from('not Exif')),
    })
    id = made.id
    files = made.files
    const { tasks, close } = taskList(t.services)
    await tasks.measure_photos({ site_profile_id: site }, {})
    close()
    found = await ofActivity(id)
  })

  test('each say place, three dates and camera, with the distance to the boundary', () => {
    expect(found['inside.jpg']).toEqual({
      file_id: files['inside.jpg'],
      name: 'inside.jpg',
      site_activity_id: id,
      indicator: '1.1.1',
      place: { point: [121.505, 14.205], metres: 0 },
      taken_at: '2024-03-01T14:05:09',
      written_at: '2024-03-02T08:00:00',
      gps_at: '2024-03-01T06:05:09.000Z',
      camera: 'Narra Optics NX-7',
      fault: null,
      remarks: ['twin.jpg, 1.1.1, was taken in the same second with the same camera.'],
    })
    expect(found['outside.jpg']?.place?.metres).toBeGreaterThanOrEqual(338)
    expect(found['outside.jpg']?.place?.metres).toBeLessThanOrEqual(342)
    expect(found['chile.jpg']?.place?.point).toEqual([-70.65, -33.45])
    expect(Object.keys(found)).toEqual(Object.keys(files))
  })

  test('carry remarks, one sentence each', () => {
    const remarks = Object.fromEntries(Object.entries(found).map(([name, one]) => [name, one.remarks]))
    expect(remarks).toEqual({
      'inside.jpg': ['twin.jpg, 1.1.1, was taken in the same second with the same camera.'],
      'twin.jpg': ['inside.jpg, 1.1.1, was taken in the same second with the same camera.'],
      'outside.jpg': ['Its place is 340 m outside the boundary.'],
      'plan.png': ['It was taken in 2025, after the reporting year 2024.'],
      'chile.jpg': [
        'Its place is outside the Philippines.',
        'It was taken in 2019; the project began in 2021.',
      ],
      'plain.jpg': ['It names neither a place nor a date.'],
      'zero.jpg': ['It names no place.'],
      'undated.jpg': ['It names no date.'],
      'damaged.jpg': ['Its Exif data is damaged.'],
    })
  })

  test('can be asked for by principle and by page; a page past the end is the last one', async () => {
    const [first, second] = [principleNumber(principles, 1), principleNumber(principles, 2)]
    const url = `/sites/activities/${id}/photos`
    expect(Object.keys(await photosOf(`${url}?sites_principle_id=${first.id}`))).toHaveLength(9)
    expect(await photosOf(`${url}?sites_principle_id=${second.id}`)).toEqual({})
    const page = (await read('laguna.encoder', `${url}?page=9&length=4`)).json()
    expect([page.data.length, page.totalCount]).toEqual([1, 9])
  })

  test('on a map are those that name a place', async () => {
    expect(Object.keys(await ofSite(site))).toEqual([
      'inside.jpg',
      'outside.jpg',
      'twin.jpg',
      'plan.png',
      'chile.jpg',
      'undated.jpg',
    ])
  })

  test('are for the office alone while it is a draft, then for its reviewers', async () => {
    for (const who of ['r4a.approver', 'fmb.approver', 'fmb.auditor']) {
      expect((await read(who, `/sites/activities/${id}/photos`)).statusCode, who).toBe(404)
      expect(await ofSite(site, who), who).toEqual({})
    }
    expect((await encoder.post(`/sites/activities/submitted/${id}`)).statusCode).toBe(200)
    for (const who of ['laguna.approver', 'r4a.approver', 'fmb.approver', 'fmb.auditor']) {
      expect(await ofActivity(id, who), who).toEqual(found)
      expect(Object.keys(await ofSite(site, who)), who).toHaveLength(6)
    }
  })

  test('say nothing to the public, to other offices, in exports and in cleaned copies', async () => {
    for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver'])
      expect((await (await t.as(person)).post(`/sites/activities/approved/${id}`)).statusCode, person).toBe(
        200,
      )
    const { code } = await t.db
      .selectFrom('site_profiles')
      .select('code')
      .where('id', '=', site)
      .executeTakeFirstOrThrow()
    const day = manilaDay(new Date())
    const CLAIMS = /Narra|NX-7|121\.505|14\.205|2024-03-01T14:05|SERIAL-4711|Isabel Owner|-70\.65/
    const PUBLIC = [
      '/sites/activities/dashboard/datatable',
      '/sites/dashboard/count',
      `/sites/activities/dashboard/${site}`,
      '/sites/activities/dashboard/sites.csv',
      '/sites/activities/dashboard/sites.geojson',
    ]
    const STAFF = [
      '/sites/datatable',
      '/sites/activities/datatable',
      '/reports/export?downloadAs=csv',
      '/reports/datatable/dashboard',
      `/sites/activities/${id}`,
      `/sites/${site}`,
      `/sites/${site}/neighbours`,
      `/sites/activities/${id}/changes`,
      `/reports/audit-logs/export?startDate=${day}&endDate=${day}`,
      `/reports/datatable/audit-logs?startDate=${day}&endDate=${day}&length=100`,
    ]
    for (const url of PUBLIC) expect((await read(null, url)).body, url).not.toMatch(CLAIMS)
    for (const who of ['quezon.encoder', 'fmb.super'])
      for (const url of [...PUBLIC, ...STAFF])
        expect((await read(who, url)).body, `${who} ${url}`).not.toMatch(CLAIMS)
    const page = await t.app.inject({ method: 'GET', url: `/site/${code}` })
    expect(page.body).not.toMatch(CLAIMS)
    for (const name of FULL ? ['inside.jpg', 'plan.png'] : ['inside.jpg']) {
      const { token } = await t.as('fmb.approver')
      const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}` }
      for (const part of ['', '/thumbnail']) {
        const copy = await t.app.inject({ method: 'GET', url: `/api/file/${files[name]}${part}`, headers })
        expect(copy.statusCode).toBe(200)
        expect((await sharp(copy.rawPayload).metadata()).exif).toBe(undefined)
        expect(copy.rawPayload.toString('latin1')).not.toMatch(CLAIMS)
      }
    }
    // no serial number and no name of an owner is stored anywhere
    const rows = await t.db.selectFrom('photo_facts').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/SERIAL|Isabel/)
  })

  test('of another activity of the site are compared too', async () => {
    const next = await evidence(site, { 'again.jpg': photo(inside) }, 2025)
    expect((await ofActivity(next.id))['again.jpg']?.remarks).toEqual([
      'inside.jpg, 1.1.1 of this site’s activity of 2024, was taken in the same second with the same camera.',
    ])
    // but a draft is not disclosed to reviewers by a remark
    await t.db
      .deleteFrom('photo_facts')
      .where('file_id', '=', files['twin.jpg'] ?? 0)
      .execute()
    expect((await ofActivity(id, 'r4a.approver'))['inside.jpg']?.remarks).toEqual([])
    expect((await ofActivity(id))['inside.jpg']?.remarks).toEqual([
      'again.jpg, 1.1.1 of this site’s activity of 2025, was taken in the same second with the same camera.',
    ])
  })
})

test('a new boundary measures the photographs anew, and until then a page says that it has not', async () => {
  const site = await aSite(t, { site_status: 'Returned', boundary: squareOf(SQUARE) })
  const file_id = await upload(encoder, 'image', 'one.jpg', photo(inside))
  const activity = await anActivityRow(t, site)
  const [indicator] = principleNumber(principles, 1).indicators
  const place = { site_activity_id: activity, sites_criteria_indicator_id: indicator }
  const created_by = await t.userId('laguna.encoder')
  await t.db
    .insertInto('site_activity_means')
    .values({ ...place, file_id, created_by })
    .execute()
  const metres = async () => (await ofActivity(activity))['one.jpg']?.place?.metres
  const line = async () => photoLine((await ofActivity(activity))['one.jpg'] as PhotoFacts)
  expect(await metres()).toBe(null)
  expect(await line()).toMatch(/^place not compared with the boundary yet/)
  const move = async (square: object) => {
    const map_kml_id = await aKml(encoder, kmlText(square))
    const reply = await encoder.patch(`/sites/${site.id}`, { map_kml_id })
    expect(reply.statusCode, reply.body).toBe(200)
  }
  await move(SQUARE)
  await runJobs(t)
  expect(await metres()).toBe(0)
  await move({ lon: 121.52, lat: 14.2, size: 0.01 })
  expect(await metres()).toBe(null)
  await runJobs(t)
  expect(((await metres()) ?? 0) / 1000 / (0.015 / KM_EAST)).toBeCloseTo(1, 2)
})

test('hostile Exif data is no fault of the upload and holds up no other', async () => {
  const { id: site } = await aSquareSite()
  const loop = writer('II')
  const { id } = await evidence(site, {
    'small.jpg': inJpeg(jpeg, greedy(5_000)),
    'loop.jpg': inJpeg(
      jpeg,
      Buffer.concat([
        Buffer.from('II'),
        loop.short(42),
        loop.long(8),
        loop.directory([loop.pointer(0x8769, 8), loop.pointer(0x8825, 8), loop.pointer(0xa005, 8)], 8),
      ]),
    ),
    'large.png': inPng(png, Buffer.concat([exifBlock(inside), Buffer.alloc(70_000)])),
    'markup.jpg': photo({ make: '<script>alert(1)</script>', model: '\u0007=1+1' }),
    'fine.jpg': photo(inside),
  })
  await runJobs(t)
  const found = await ofActivity(id)
  expect(found['fine.jpg']?.place?.metres).toBe(0)
  expect(found['small.jpg']).toMatchObject({ place: null, taken_at: null, camera: null })
  expect(found['loop.jpg']).toMatchObject({ place: null, taken_at: null })
  expect(found['large.png']?.fault).toBe('Its Exif data is larger than 64 KB.')
  expect(found['markup.jpg']?.camera).toBe('<script>alert(1)</script> =1+1')
}, 60_000)

full.test(
  'Exif data that takes too long to read is told, and holds up no other',
  async () => {
    const { id: site } = await aSquareSite()
    const { id } = await evidence(site, {
      'greedy.jpg': inJpeg(jpeg, greedy(65_000)),
      'fine.jpg': photo(inside),
    })
    await runJobs(t)
    const found = await ofActivity(id)
    expect(found['fine.jpg']?.place?.metres).toBe(0)
    expect(found['greedy.jpg']).toMatchObject({ place: null, fault: 'Its Exif data takes too long to read.' })
  },
  60_000,
)

test('photographs that arrived at a busy time are read once in the background, page by page', async () => {
  const { id: site } = await aSquareSite()
  const { id, files } = await evidence(site, { 'first.jpg': photo(inside), 'second.jpg': jpeg })
  await runJobs(t)
  await t.db.deleteFrom('photo_facts').where('file_id', 'in', Object.values(files)).execute()
  expect((await ofActivity(id))['first.jpg']?.remarks).toEqual([
    'What it says of place and time was not read yet.',
  ])
  const { tasks, close } = taskList(t.services)
  await tasks.read_photo_facts({}, {})
  expect((await ofActivity(id))['first.jpg']).toMatchObject({
    place: { metres: 0 },
    camera: 'Narra Optics NX-7',
  })
  const rows = () => t.db.selectFrom('photo_facts').selectAll().orderBy('file_id').execute()
  const before = await rows()
  await tasks.read_photo_facts({}, {})
  expect(await rows()).toEqual(before)
  // a job that is cut off continues where it was
  await t.db.deleteFrom('photo_facts').where('file_id', 'in', Object.values(files)).execute()
  await tasks.read_photo_facts({}, { abortSignal: AbortSignal.abort() })
  await runJobs(t)
  expect(await rows()).toEqual(before)
  close()
})
