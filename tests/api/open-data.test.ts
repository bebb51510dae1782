import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { ApprovedGeoJson } from '../../shared/approved/approved.schema.ts'
import { gradeField } from '../../shared/activities/grades.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { anActivity, anApprovedSite, OFFICES } from '../support/records/activity-factories.ts'
import { API_KEY, type Caller, startAppForTest, withServer } from '../support/product/app.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { squareOf } from '../support/records/factories.ts'

/** The public list as a file: the rows and fields of the public page, and nothing else. */

const CSV = '/sites/activities/dashboard/sites.csv'
const GEOJSON = '/sites/activities/dashboard/sites.geojson'
const LIST = '/sites/activities/dashboard/datatable?length=100'
const HEADERS = [
  'SITES Code',
  'Region',
  'Province',
  'City or Municipality',
  'Name of Partner or Implementer',
  'Principle 1',
  'Principle 2',
  'Principle 3',
  'Principle 4',
  'Principle 5',
  'Principle 6',
  'Principle 7',
  'Principle 8',
  'Reporting Year',
  'Project Area (hectares)',
  'Reducing emissions from deforestation (hectares)',
  'Reducing emissions from forest degradation (hectares)',
  'Conservation of forest-carbon stocks (hectares)',
  'Enhancement of forest-carbon stocks (hectares)',
  'Sustainable management of forests (hectares)',
  'Year Implemented',
  'Project Year Start',
  'Project Year End',
  'Date Approved',
  'Page',
]
const OF_THE_PAGE = [
  'city',
  'reporting_year',
  'project_area',
  'redd_eligible_activities_area',
  'year_implemented',
  'project_year_start',
  'project_year_end',
]
const FIELDS = [
  'code',
  'region',
  'province',
  'name_of_partner',
  ...PRINCIPLE_NUMBERS.map(gradeField),
  'approved_at',
  ...OF_THE_PAGE,
  'page',
]

const t = withServer()
let visitor: Caller

beforeAll(async () => {
  visitor = await t.as(null)
  const sites = {
    graded: await anApprovedSite(t, 'zds', { name_of_partner: 'Kapunungan ng Señor Niño, "Inc."' }),
    formula: await anApprovedSite(t, 'laguna', { name_of_partner: '=HYPERLINK("http://example.org")' }),
    ncr: await anApprovedSite(t, 'ncr', { name_of_partner: 'Parke' }),
  }
  await anActivity(t, 'DONE', { site_profile_id: sites.graded, office: 'zds' })
  await anActivity(t, 'AT-FMB', { site_profile_id: sites.formula })
  await anApprovedSite(t, 'laguna', {
    name_of_partner: 'Nasa pagsusuri',
    site_status: 'Submitted',
    fmb_status: 'Submitted',
    approved_at: null,
    waiting_since: '2031-01-01T00:00:00Z',
  })
  await anApprovedSite(t, 'laguna', {
    name_of_partner: 'Isinara',
    status: 'Deactivated',
    deactivated_at: '2031-01-01T00:00:00Z',
  })
})
afterAll(() => expectStoredCounts(t))

const rowsOf = async (query = '') => {
  const reply = await visitor.get(LIST + query)
  return reply.json().data as Record<string, unknown>[]
}
const csvOf = async (query = '') => {
  const reply = await visitor.get(`${CSV}?${query}`)
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload.subarray(3).toString('utf8').trimEnd().split('\r\n')
}
const featuresOf = async (query = '') => {
  const reply = await visitor.get(`${GEOJSON}?${query}`)
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return z.parse(ApprovedGeoJson, reply.json()).features
}

describe('as CSV', () => {
  test('is UTF-8 with a byte order mark, ñ as it is, formulas as text (S-82), named with its day (S-83)', async () => {
    const began = new Date()
    const reply = await visitor.get(CSV)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const names = [began, new Date()].map((at) => `Approved_SITES_${manilaDay(at).replaceAll('-', '')}.csv`)
    const disposition = String(reply.headers['content-disposition'])
    expect(names.some((name) => disposition.startsWith(`attachment; filename="${name}"`))).toBe(true)
    expect(reply.rawPayload.subarray(0, 3).toString('hex')).toBe('efbbbf')
    const lines = await csvOf()
    expect(lines[0]).toBe(HEADERS.join(','))
    expect(reply.body).toContain('"Kapunungan ng Señor Niño, ""Inc."""')
    expect(reply.body).toContain(`"'=HYPERLINK(""http://example.org"")"`)
  })

  test('[PUBLIC-12] holds the rows of the public list in its order: nothing in review, nothing deactivated', async () => {
    const rows = await rowsOf()
    const lines = await csvOf()
    expect(rows.length).toBeGreaterThan(2)
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(rows.map((row) => row.code))
    expect(lines.join('\n')).not.toMatch(/Nasa pagsusuri|Isinara/)
    const bare = lines.find((line) => line.includes('Parke'))
    expect(bare).toMatch(/,Parke(,N\/A){9},[\d.]+(,[\d.]*){5}(,\d{4}){3},\d{4}-\d{2}-\d{2},N\/A$/)
  })
})

describe('as GeoJSON', () => {
  test('is a FeatureCollection of RFC 7946 with exactly the fields of the public list and pages', async () => {
    const reply = await visitor.get(GEOJSON)
    expect(reply.headers['content-type']).toBe('application/geo+json')
    expect(String(reply.headers['content-disposition'])).toMatch(/Approved_SITES_\d{8}\.geojson/)
    expect(Object.keys(reply.json())).toEqual(['type', 'description', 'features'])
    for (const feature of reply.json().features) {
      expect(Object.keys(feature)).toEqual(['type', 'id', 'geometry', 'properties'])
      expect(Object.keys(feature.properties).sort()).toEqual(FIELDS.toSorted())
    }
    const rows = await rowsOf()
    const expected = rows.map(({ code, region, province, name_of_partner, approved_at, gradient }) => ({
      code,
      region,
      province,
      name_of_partner,
      approved_at,
      ...(typeof gradient === 'string'
        ? Object.fromEntries(PRINCIPLE_NUMBERS.map((number) => [gradeField(number), null]))
        : (gradient as object)),
    }))
    expect((await featuresOf()).map(({ properties }) => properties)).toMatchObject(expected)
  })

  test('[S-173] has of a site what its page has, with the address of the page, and so has the CSV', async () => {
    const row = (await rowsOf()).find(({ site_activity_id }) => site_activity_id !== null)
    const page = (await visitor.get(`/sites/activities/dashboard/${String(row?.site_activity_id)}`)).json()
      .data
    const [feature] = (await featuresOf()).filter(({ id }) => id === row?.code)
    const ofPage = Object.fromEntries(OF_THE_PAGE.map((field) => [field, page[field]]))
    const areas = page.redd_eligible_activities_area as { name: string; hectares: string }[]
    expect(areas.length).toBeGreaterThan(0)
    expect(feature?.properties).toMatchObject({
      ...ofPage,
      project_area: Number(page.project_area),
      redd_eligible_activities_area: areas.map(({ name, hectares }) => ({
        name,
        hectares: Number(hectares),
      })),
      page: `${t.services.config.public_url}/site/approved/${page.id}`,
    })
    const lines = await csvOf()
    const cells =
      lines
        .find((line) => line.startsWith(page.code))
        ?.split(',')
        .slice(-12) ?? []
    const hectaresOf = (column: string) => areas.find(({ name }) => column === `${name} (hectares)`)?.hectares
    expect(cells).toEqual([
      `${page.reporting_year ?? 'N/A'}`,
      `${Number(page.project_area)}`,
      ...HEADERS.slice(-10, -5).map((column) => `${Number(hectaresOf(column) ?? NaN) || ''}`),
      `${page.year_implemented}`,
      `${page.project_year_start}`,
      `${page.project_year_end}`,
      manilaDay(new Date(page.approved_at)),
      `${t.services.config.public_url}/site/approved/${page.id}`,
    ])
  })

  test('places each site at the point of its region, longitude first, never at its own', async () => {
    const regions = await t.db.selectFrom('regions').select(['name', 'label_lat', 'label_lon']).execute()
    for (const { geometry, properties } of await featuresOf()) {
      const region = regions.find(({ name }) => name === properties.region)
      expect(geometry.coordinates).toEqual([Number(region?.label_lon), Number(region?.label_lat)])
      const [lon, lat] = geometry.coordinates
      expect(lon).toBeGreaterThan(116)
      expect(lat).toBeLessThan(22)
    }
    expect(JSON.stringify(await featuresOf())).not.toContain(String(squareOf().coordinates[0]?.[0]?.[0]?.[0]))
  })
})

test.each([CSV, GEOJSON])(
  '%s names no person, file or office and, but for the address of its page, carries no number of a record',
  async (url) => {
    const people = await t.db.selectFrom('users').select(['first_name', 'last_name', 'email']).execute()
    const files = await t.db.selectFrom('files').select(['name', 'sha256']).execute()
    const secrets = [
      ...people.flatMap((person) => [person.last_name, person.email]),
      ...files.flatMap((file) => [file.name, file.sha256]),
      'PENRO',
      'created_by',
      'office',
      'site_profile_id',
      'site_activity_id',
      'returned',
      'agreement',
    ]
    const { body } = await visitor.get(url)
    for (const secret of secrets) expect(body).not.toContain(secret)
  },
)

test('[PUBLIC-03] region, grade and search narrow the files as they narrow the list; what is no choice narrows nothing', async () => {
  const [any] = await rowsOf('&search=Parke')
  for (const query of [
    `region_id=${String(any?.region_id)}`,
    'principle_grade=Not+Applicable',
    'principle_grade=Somewhat+Compliant',
    'search=se%C3%B1or',
    'search=100%25',
    'region_id=x&principle_grade=x',
  ]) {
    const codes = (await rowsOf(`&${query}`)).map((row) => row.code)
    expect((await csvOf(query)).slice(1).map((line) => line.split(',')[0])).toEqual(codes)
    expect((await featuresOf(query)).map(({ id }) => id)).toEqual(codes)
  }
  expect(await csvOf('search=se%C3%B1or')).toHaveLength(2)
})

test('nothing found is a file with headers and no rows, and an empty collection', async () => {
  expect(await csvOf('search=walang+ganito')).toEqual([HEADERS.join(',')])
  expect(await featuresOf('search=walang+ganito')).toEqual([])
})

describe('is kept until an approval', () => {
  test('a reader who has it is told so; after the next final approval, or a deactivation, both files are new', async () => {
    const ask = (url: string, tag?: string | string[] | number) =>
      t.app.inject({
        method: 'GET',
        url: `/api${url}`,
        headers: { 'x-api-key': API_KEY, ...(tag ? { 'if-none-match': String(tag) } : {}) },
      })
    const id = await anApprovedSite(t, 'laguna', {
      name_of_partner: 'Bagong Pag-asa',
      site_status: 'Submitted',
      fmb_status: 'Submitted',
      approved_at: null,
      waiting_since: '2031-01-01T00:00:00Z',
    })
    const before = await Promise.all([ask(CSV), ask(GEOJSON)])
    for (const one of before) expect(one.body, 'not approved yet').not.toContain('Bagong Pag-asa')
    const tags = before.map((reply) => reply.headers.etag)
    expect(before[0]?.headers['cache-control']).toBe('no-cache')
    expect(new Set(tags).size).toBe(2)
    const same = await Promise.all([ask(CSV, tags[0]), ask(GEOJSON, tags[1])])
    expect(same.map((reply) => [reply.statusCode, reply.body])).toEqual([
      [304, ''],
      [304, ''],
    ])

    const reply = await (await t.as(OFFICES.laguna.FMB)).post(`/sites/approved/${id}`)
    expect(reply.statusCode).toBe(200)
    const after = await Promise.all([ask(CSV, tags[0]), ask(GEOJSON, tags[1])])
    for (const one of after)
      expect([one.statusCode, one.body.includes('Bagong Pag-asa')]).toEqual([200, true])

    await t.db
      .updateTable('site_profiles')
      .set({ status: 'Deactivated', deactivated_at: '2031-01-01T00:00:00Z' })
      .where('id', '=', id)
      .execute()
    for (const [index, url] of [CSV, GEOJSON].entries()) {
      const last = await ask(url, after[index]?.headers.etag)
      expect([last.statusCode, last.body.includes('Bagong Pag-asa')]).toEqual([200, false])
    }
  })

  test('new grades are a new file, though the sites and their order are the same', async () => {
    const site_profile_id = await anApprovedSite(t, 'laguna', {
      name_of_partner: 'Una sa Listahan',
      approved_at: '2090-01-01T00:00:00Z',
    })
    const ask = (url: string, tag = '') =>
      t.app.inject({
        method: 'GET',
        url: `/api${url}`,
        headers: { 'x-api-key': API_KEY, 'if-none-match': tag },
      })
    const tags = [String((await ask(CSV)).headers.etag), String((await ask(GEOJSON)).headers.etag)]
    await anActivity(t, 'DONE', { site_profile_id })
    for (const [index, url] of [CSV, GEOJSON].entries())
      expect((await ask(url, tags[index])).statusCode).toBe(200)
  })

  test('who only asks for the headers gets them alone', async () => {
    const head = await t.app.inject({ method: 'HEAD', url: `/api${CSV}`, headers: { 'x-api-key': API_KEY } })
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([
      200,
      '',
      'text/csv; charset=utf-8',
    ])
  })
})

describe('the door', () => {
  test('[S-113] is limited per network, both files together', async () => {
    const small = await startAppForTest({ settings: { PUBLIC_CALLS_PER_MINUTE: '2' } })
    const call = (url: string) =>
      small.app.inject({
        method: 'GET',
        url: `/api${url}`,
        headers: { 'x-api-key': API_KEY, 'x-forwarded-for': '203.0.113.7' },
      })
    for (const url of [CSV, GEOJSON]) expect((await call(url)).statusCode).toBe(200)
    for (const url of [CSV, GEOJSON]) {
      const refused = await call(url)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate'])
    }
  })

  test('is described with media types and the fields of a feature', async () => {
    const { paths } = (await t.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
    const content = (url: string) => paths[`/api${url}`].get.responses['200'].content
    expect(Object.keys(content(CSV))).toEqual(['text/csv'])
    const { schema } = content(GEOJSON)['application/geo+json']
    expect(Object.keys(schema.properties.features.items.properties.properties.properties).sort()).toEqual(
      [...FIELDS, 'altered'].toSorted(),
    )
    expect(schema.properties.features.items.properties.properties.required).toEqual(
      expect.arrayContaining(FIELDS),
    )
    const names = paths[`/api${CSV}`].get.parameters.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['search', 'region_id', 'principle_grade', 'as_of'])
  })
})
