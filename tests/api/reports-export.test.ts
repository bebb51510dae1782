import { readdirSync, readlinkSync } from 'node:fs'
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { read, type CellObject, type WorkBook } from '@e965/xlsx'
import { sql } from 'kysely'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { csvStream } from '../../server/sheets/csv.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { reportCells } from '../../shared/reports/report-cells.ts'
import type { ReportRow } from '../../shared/reports/reports.schema.ts'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { anActivityRow, aSite } from '../support/records/factories.ts'
import { cellsOf, readByLibreOffice, rowHeights } from '../support/oracles/libre-office.ts'
import { REPORT_HEADERS } from '../support/oracles/report-headers.ts'
import { FULL, full } from '../support/full.ts'

/** The files of a report, read by another library than the product's, and what an export leaves behind. */

const DONE = {
  site_status: 'Approved',
  penro_status: 'Approved',
  region_status: 'Approved',
  fmb_status: 'Approved',
} as const

const t = withServer()

beforeAll(async () => {
  const site = await aSite(t, { site_status: 'Approved', name_of_partner: 'Samahan ng Señor Niño, Inc.' })
  await anActivityRow(t, site, {
    ...DONE,
    created_at: '2031-05-31T16:30:00Z',
    submitted_at: '2031-06-01T02:00:00Z',
    approved_at: '2031-06-30T16:00:00Z',
    principle_number_1: 'Very Compliant',
    principle_number_2: 'Somewhat Compliant',
    principle_number_4: 'Not Applicable',
  })
  await aSite(t, { name_of_partner: '=HYPERLINK("http://example.org","Click")' })
  await aSite(t, { name_of_partner: '+1 "quoted", ok' })
  await aSite(t, {
    site_status: 'Returned',
    office: 'DENR-NCR North Field Office',
    name_of_partner: '@SUM(A1)',
  })
  const open = await aSite(t, { site_status: 'Approved', office: 'PENRO Zamboanga del Sur' })
  await anActivityRow(t, open, {
    site_status: 'Submitted',
    penro_status: 'Submitted',
    submitted_at: '2031-06-02T02:00:00Z',
    waiting_since: '2031-06-02T02:00:00Z',
    principle_number_1: 'Somewhat Compliant',
  })
})

async function exported(query: Record<string, string>, name = 'fmb.admin'): Promise<LightMyRequestResponse> {
  const reply = await (await t.as(name)).get(`/reports/export?${new URLSearchParams(query)}`)
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return reply
}
const opened = (reply: LightMyRequestResponse): WorkBook =>
  read(reply.rawPayload, { cellStyles: true, cellNF: true })
const cells = (book: WorkBook) => book.Sheets.Report as Record<string, CellObject | undefined>
const columnOf = (label: string) => String.fromCharCode(65 + REPORT_HEADERS.indexOf(label))
const PARTNER = columnOf('Name of Partner/Implementer')
/** a workbook's last column, after those of the report (S-118) */
const GRADES = String.fromCharCode(65 + REPORT_HEADERS.length)
const nameOf = (reply: LightMyRequestResponse) =>
  /filename="([^"]+)"/.exec(String(reply.headers['content-disposition']))?.[1]

const lastExported = async () => {
  const row = await t.db
    .selectFrom('audit_logs')
    .select(['user_email', 'auditable_type', 'field_change'])
    .where('event', '=', 'Exported')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const changes = row.field_change as unknown as FieldChange[]
  return { ...row, facts: Object.fromEntries(changes.map((change) => [change.field, change.new])) }
}

describe.each(['xls', 'xlsx'] as const)('.%s', (downloadAs) => {
  let reply: LightMyRequestResponse
  let sheet: Record<string, CellObject | undefined>
  beforeAll(async () => {
    reply = await exported({ downloadAs })
    sheet = cells(opened(reply))
  })

  test('is a genuine file of its kind, and says so', () => {
    const first = { xls: 'd0cf11e0a1b11ae1', xlsx: '504b030414000808' }
    expect(reply.rawPayload.subarray(0, 8).toString('hex')).toBe(first[downloadAs])
    const type = { xls: /^application\/vnd\.ms-excel$/, xlsx: /^application\/vnd\.openxmlformats/ }
    expect(reply.headers['content-type']).toMatch(type[downloadAs])
  })

  test('[REPORTS-16] has a title row, the 23 headers in order and one about the grades, and the rows below', () => {
    expect(sheet.A1?.v).toBe('REDD+ Safeguards Information System')
    expect(REPORT_HEADERS.map((label) => sheet[`${columnOf(label)}2`]?.v)).toEqual(REPORT_HEADERS)
    expect(sheet[`${GRADES}2`]?.v).toBe('Grades')
    expect(sheet['!ref']).toBe(`A1:${GRADES}7`)
  })

  test('keeps ñ, numbers as numbers, days as days, and what is missing as N/A', () => {
    const row =
      [3, 4, 5, 6].find((number) => String(sheet[`${PARTNER}${number}`]?.v).includes('Señor Niño')) ?? 0
    const cell = (label: string) => sheet[`${columnOf(label)}${row}`]
    expect(cell('Project Area')).toMatchObject({ t: 'n', v: 100.5 })
    expect(cell('Project Year')?.v).toBe('2021 - 2030')
    expect(cell('Implementation Agreement')?.v).toBe('Tenure: CBFMA')
    expect(cell('REDD+ Eligible Activities Area')?.v).toBe(
      'Reducing emissions from deforestation: 60.25; Conservation of forest-carbon stocks: 40.25',
    )
    expect(cell('Date Created')).toMatchObject({ t: 'n', w: '2031-06-01' })
    expect(cell('Date Approved')).toMatchObject({ t: 'n', w: '2031-07-01' })
    expect(cell('Date Returned')).toMatchObject({ t: 's', v: 'N/A' })
  })

  test('[S-118] a grade that may still change says so; the sheet about the report says what that means', async () => {
    const grade = (row: number) => sheet[`${columnOf('Principle 1')}${row}`]?.v
    expect(grade(7)).toBe('Somewhat Compliant')
    expect(sheet[`${GRADES}7`]?.v).toBe('Provisional')
    const final = [3, 4, 5, 6].map(grade)
    expect(final.toSorted()).toEqual(['N/A', 'N/A', 'N/A', 'Very Compliant'])
    const said = [3, 4, 5, 6].map((row) => sheet[`${GRADES}${row}`]?.v)
    expect(said.toSorted()).toEqual(['Final', 'N/A', 'N/A', 'N/A'])

    const narrowed = await exported(
      {
        downloadAs,
        principle_grade: 'Somewhat Compliant',
        principle_number: '1',
        category: 'Safeguard Activities',
      },
      'r9.approver',
    )
    expect(nameOf(narrowed)).toMatch(/_Somewhat_Compliant_Region_IX_Zamboanga_Peninsula\.xlsx?$/)
    const book = opened(narrowed)
    expect(book.SheetNames).toEqual(
      downloadAs === 'xlsx' ? ['Report', 'Figures', 'About this report'] : ['Report', 'About this report'],
    )
    const about = book.Sheets['About this report'] as Record<string, CellObject | undefined>
    expect(about.A1?.v).toBe('About this report')
    const facts = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [about[`A${index + 3}`]?.v, about[`B${index + 3}`]?.v]),
    )
    expect(facts).toMatchObject({
      Region: 'Region IX (Zamboanga Peninsula)',
      Category: 'Safeguard Activities',
      Status: 'All Status',
      Grade: 'Somewhat Compliant, at principle 1',
      Rows: '1',
      'Made on': expect.stringMatching(/^[A-Z][a-z]{2} \d{2}, \d{4} \d{2}:\d{2} [AP]M, Manila time$/),
      'Made by': expect.stringMatching(/, Region Approver$/),
      Provisional: expect.stringContaining('without final approval'),
    })
  })

  test('stores what looks like a formula as text', () => {
    const partners = [3, 4, 5, 6].map((number) => sheet[`${PARTNER}${number}`])
    for (const text of ['=HYPERLINK("http://example.org","Click")', '+1 "quoted", ok', '@SUM(A1)']) {
      const cell = partners.find((one) => one?.v === text)
      expect(cell?.t, text).toBe('s')
      expect(cell?.f).toBeUndefined()
    }
  })
})

test('.csv is UTF-8 with a byte order mark, without title row, formulas defused', async () => {
  const reply = await exported({ downloadAs: 'csv' })
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.rawPayload.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const lines = reply.rawPayload.subarray(3).toString('utf8').trimEnd().split('\r\n')
  expect(lines[0]).toBe(REPORT_HEADERS.join(','))
  expect(lines).toHaveLength(6)
  expect(reply.body).toContain('"Samahan ng Señor Niño, Inc."')
  expect(reply.body).toContain(`"'=HYPERLINK(""http://example.org"",""Click"")"`)
  expect(reply.body).toContain(`"'+1 ""quoted"", ok"`)
  expect(reply.body).toContain(`'@SUM(A1)`)
  expect(reply.body, 'the words of a grade alone, for programs that read it').not.toContain('provisional')
  expect(lines.some((line) => line.endsWith('2031-06-01,2031-06-01,N/A,2031-07-01'))).toBe(true)
})

test('a file says what the screen reads off its rows, whatever stands in them', async () => {
  const { id } = await aSite(t, { office: 'PENRO Nueva Vizcaya', name_of_partner: 'Ünï; "cödé"' })
  const old = await aSite(t, { office: 'PENRO Nueva Vizcaya', site_status: 'Approved' })
  await anActivityRow(t, old, {
    ...DONE,
    created_at: '2031-05-31T16:00:00Z',
    submitted_at: '2031-05-31T15:59:59.999Z',
    approved_at: '2031-12-31T16:00:00Z',
    principle_number_3: 'Not Applicable',
  })
  await t.db
    .updateTable('site_profiles')
    .set({
      redd_eligible_activities_area: [...ELIGIBLE_ACTIVITIES].reverse().map(({ name }) => name),
      ...Object.fromEntries(ELIGIBLE_ACTIVITIES.map(({ field }, index) => [field, `${index}.5`])),
      project_area: '12.5',
      implementation_arrangement: 'MOA/MOU',
      implementation_arrangement_others: null,
    })
    .where('id', '=', id)
    .execute()
  const rows = async () =>
    (await (await t.as('nvizcaya.encoder')).get('/reports/datatable/generate-reports')).json().data
  const shown: ReportRow[] = await rows()
  expect(shown.map(({ site_profile_id }) => site_profile_id)).toEqual([id, old.id])
  const file = csvStream({ header: REPORT_HEADERS, rows: shown.map((row, at) => reportCells(row, at + 1)) })
  const { rawPayload } = await exported({ downloadAs: 'csv' }, 'nvizcaya.encoder')
  expect(rawPayload.toString()).toBe((await buffer(file)).toString())

  // the separator of cells on their way from the database is removed from texts, so the cells stay in place
  await t.db
    .updateTable('site_profiles')
    .set({ name_of_partner: 'One\u001ftwo' })
    .where('id', '=', id)
    .execute()
  const [, line] = (await exported({ downloadAs: 'csv' }, 'nvizcaya.encoder')).body.split('\r\n')
  const [first] = await rows()
  expect(line?.split(',').slice(0, 7)).toEqual(
    reportCells({ ...first, name_of_partner: 'Onetwo' }, 1).slice(0, 7),
  )
})

/** The file name with the date when the test began or, around midnight, now. */
const named = (rest: string, began: Date) =>
  [began, new Date()].map((at) => `SIS_Report_${manilaDay(at).replaceAll('-', '')}_${rest}`)

test('[REPORTS-22] the file is named by date in Manila, category, status and principle (S-83)', async () => {
  const began = new Date()
  const all = await exported({})
  expect(named('All_Category_All_Status_All_Principle.csv', began)).toContain(nameOf(all))
  const narrow = await exported({
    downloadAs: 'xls',
    category: 'Safeguard Activities',
    site_status: 'approved',
    principle_grade: 'Very Compliant',
  })
  expect(named('Safeguard_Activities_Approved_Very_Compliant.xls', began)).toContain(nameOf(narrow))
})

test('every export is one Exported event with the filters and the row count (S-85)', async () => {
  const { region_id } = await t.db
    .selectFrom('site_profiles')
    .select('region_id')
    .orderBy('region_id', 'desc')
    .executeTakeFirstOrThrow()
  await exported({
    downloadAs: 'xls',
    accessLevel: 'Region',
    region_id: String(region_id),
    site_status: 'Submitted',
  })
  expect(await lastExported()).toMatchObject({
    user_email: 'fmb.admin@bureau.example',
    auditable_type: 'Reports',
    facts: {
      file: expect.stringMatching(
        /^SIS_Report_\d{8}_All_Category_Submitted_All_Principle_Region_IX_Zamboanga_Peninsula\.xls$/,
      ),
      accessLevel: 'Region',
      region: expect.stringContaining('Zamboanga'),
      penro: 'All PENRO under Region',
      category: 'All Category',
      status: 'Submitted',
      principle: 'All Principle',
      rows: '1',
    },
  })
})

test('an export holds the rows of the preview, no more (scope)', async () => {
  const preview = (await (await t.as('laguna.encoder')).get('/reports/datatable/generate-reports')).json()
  const reply = await exported({ downloadAs: 'csv' }, 'laguna.encoder')
  const codes = reply.body
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[1])
  expect(codes).toEqual(preview.data.map((row: { code: string }) => row.code))
  expect(codes.length).toBeGreaterThan(1)
})

test.each(['csv', 'xls', 'xlsx'])('an export of nothing has headers and no rows: %s', async (downloadAs) => {
  const reply = await exported({ downloadAs, category: 'Safeguard Activities', site_status: 'Returned' })
  if (downloadAs === 'csv') expect(reply.body.trim().split('\r\n')).toHaveLength(1)
  else expect(cells(opened(reply))['!ref']).toBe(`A1:${GRADES}2`)
  expect((await lastExported()).facts.rows).toBe('0')
})

test('a refused export, and one that only asks for the headers, writes no event', async () => {
  const count = () =>
    t.db.selectFrom('audit_logs').select(sql<number>`count(*)`.as('count')).where('event', '=', 'Exported')
  const before = await count().executeTakeFirstOrThrow()
  const fmb = await t.as('fmb.admin')
  expect((await fmb.get('/reports/export?downloadAs=pdf')).statusCode).toBe(422)
  expect((await fmb.get('/reports/export?accessLevel=Region')).statusCode).toBe(422)
  expect((await fmb.get('/reports/export?progress_key=mine')).statusCode).toBe(422)
  const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${fmb.token}` }
  const head = await t.app.inject({ method: 'HEAD', url: '/api/reports/export', headers })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(nameOf(head)).toMatch(/^SIS_Report_/)
  expect(await count().executeTakeFirstOrThrow()).toEqual(before)
})

// a second independent reader
full.test.each(['xls', 'xlsx', 'csv'])(
  'LibreOffice reads the same from a .%s',
  async (downloadAs) => {
    const reply = await exported({ downloadAs })
    const flat = readByLibreOffice(nameOf(reply) ?? '', reply.rawPayload)
    const rows = cellsOf(flat)
    const table = downloadAs === 'csv' ? rows : rows.slice(1)
    if (downloadAs !== 'csv') expect(rows[0]?.[0]?.text).toBe('REDD+ Safeguards Information System')
    expect(table[0]?.slice(0, REPORT_HEADERS.length).map(({ text }) => text)).toEqual(REPORT_HEADERS)
    const row = table.find((cells) => cells[5]?.text === 'Samahan ng Señor Niño, Inc.') ?? []
    const cell = (label: string) => row[REPORT_HEADERS.indexOf(label)]
    expect(Number(cell('Project Area')?.value)).toBe(100.5)
    expect(cell('Project Year')?.text).toBe('2021 - 2030')
    expect(cell('Date Created')?.value).toBe('2031-06-01')
    expect(cell('Date Approved')?.value).toBe('2031-07-01')
    expect(cell('Date Returned')).toMatchObject({ type: 'string', text: 'N/A' })
    const partners = table.map((cells) => cells[5]?.text.replace(/^'/, ''))
    expect(partners).toEqual(expect.arrayContaining(['@SUM(A1)', '+1 "quoted", ok']))
    expect(rows.flat().every(({ type }) => ['', 'string', 'float', 'date'].includes(type))).toBe(true)
    if (downloadAs === 'csv') return
    // two eligible activities take more than two lines of 0.18 inches
    expect(rowHeights(flat)[rows.indexOf(row)]).toBeGreaterThan(0.4)
    expect([1, 2, 3, 4].map((principle) => cell(`Principle ${principle}`)?.ground)).toEqual([
      '#1b6e33',
      '#f2c037',
      '#b02525',
      '#6b746e',
    ])
  },
  600_000,
)

test('the sheet of figures has a row per site, indicator and figure, numbers as numbers, to the last decimal', async () => {
  const activity = await t.db
    .selectFrom('site_activities')
    .select(['id', 'site_profile_code as code'])
    .where('site_status', '=', 'Approved')
    .executeTakeFirstOrThrow()
  const figures = await t.db
    .selectFrom('indicator_figures')
    .select(['id', 'name', 'unit'])
    .where('name', 'in', ['Grievances received', 'Benefits paid out', 'Hours of training per person'])
    .orderBy('name')
    .execute()
  const values = ['12500.125', '3', '7.5']
  await t.db
    .updateTable('site_activities')
    .set({ reporting_year: 2030 })
    .where('id', '=', activity.id)
    .execute()
  // the separator of cells on their way from the database is removed from texts, so the cells stay in place
  await t.db
    .updateTable('site_profiles')
    .set({ name_of_partner: 'Samahan ng\u001f Señor Niño, Inc.' })
    .where('code', '=', activity.code)
    .execute()
  await t.db
    .insertInto('site_activity_figures')
    .values(
      figures.map(({ id }, at) => ({
        site_activity_id: activity.id,
        indicator_figure_id: id,
        value: values[at] ?? '0',
      })),
    )
    .execute()
  const reply = await exported({ downloadAs: 'xlsx', accessLevel: 'National' })
  const sheet = opened(reply).Sheets.Figures as Record<string, CellObject | undefined>
  const row = (number: number) => [...'ABCDEFGHIJK'].map((column) => sheet[`${column}${number}`]?.v ?? null)
  expect(row(2)).toEqual([
    'No.',
    'SITES Code',
    'Partner',
    'Region',
    'Reporting Year',
    'Site Status',
    'Principle',
    'Indicator',
    'Figure',
    'Unit',
    'Value',
  ])
  const ours = [activity.code, 'Samahan ng Señor Niño, Inc.', 'Region IV-A (CALABARZON)', 2030, 'Approved']
  expect([row(3), row(4), row(5), row(6)]).toEqual([
    [1, ...ours, '2 Transparent governance', '2.4.2', 'Grievances received', 'grievances', 3],
    [2, ...ours, '5 Capacity building', '5.2.1', 'Hours of training per person', 'hours', 7.5],
    [3, ...ours, '6 Benefit sharing', '6.2.1', 'Benefits paid out', 'pesos', 12500.125],
    Array(11).fill(null),
  ])
})

test('as of a day the file, its log row and the sheet about the report name that day', async () => {
  const day = manilaDay(new Date())
  const reply = await exported({ downloadAs: 'xlsx', accessLevel: 'National', as_of: day })
  expect(nameOf(reply)).toContain(day.replaceAll('-', ''))
  const about = opened(reply).Sheets['About this report'] as Record<string, CellObject | undefined>
  const told = Array.from({ length: 14 }, (_, at) => [about[`A${at + 3}`]?.v, about[`B${at + 3}`]?.v])
  expect(Object.fromEntries(told)['As of the end of']).toMatch(/^[A-Z][a-z]{2} \d{2}, \d{4}, Manila time$/)
  expect((await lastExported()).facts).toMatchObject({ as_of: day })
})

describe('a long export', () => {
  const KEY = 'a'.repeat(32)
  let port: number
  /** many rows need many records: the same sites again would not be one row per site */
  const MANY = FULL ? 12_000 : 2_500
  /** bytes; four pieces and everything read ahead are less than any of the files */
  const PIECE = 4096

  beforeAll(async () => {
    const { id } = await aSite(t, { boundary: null, office: 'PENRO Zamboanga del Sur' })
    // each copy needs its own files, which nothing here opens
    await sql`
      with numbers as (select generate_series(1, ${MANY}::int) as n),
      docs as (
        insert into files (storage_key, kind, name, media_type, size, sha256, uploaded_by)
        select gen_random_uuid(), 'pdf', 'a.pdf', 'application/pdf', 1, repeat('a', 64), uploaded_by
        from numbers, (select uploaded_by from files limit 1) as one, (values (1), (2)) as twice
        returning id
      ),
      pairs as (select id, row_number() over (order by id) as place from docs),
      both_files as (
        select odd.id as agreement, even.id as map, odd.place
        from pairs odd join pairs even on even.place = odd.place + 1 and odd.place % 2 = 1
      )
      insert into site_profiles (
        code, region_id, province_id, city_id, office_id, name_of_partner, project_area, year_implemented,
        project_year_start, project_year_end, redd_eligible_activities_area, emission_from_deforestation_area,
        conservation_forest_carbon_stocks_area, implementation_arrangement, implementation_arrangement_others,
        agreement_id, map_kml_id, site_status, penro_status, submitted_at, waiting_since, created_by
      )
      select 'SITES-MANY-' || both_files.place, region_id, province_id, city_id, office_id, name_of_partner || ' ' || place,
        project_area, year_implemented, project_year_start, project_year_end, redd_eligible_activities_area,
        emission_from_deforestation_area, conservation_forest_carbon_stocks_area, implementation_arrangement,
        implementation_arrangement_others, both_files.agreement, both_files.map, site_status, penro_status,
        submitted_at, waiting_since, created_by
      from both_files, site_profiles where site_profiles.id = ${id}`.execute(t.db)
    await sql`analyze site_profiles`.execute(t.db)
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    port = (t.app.server.address() as AddressInfo).port
  }, 120_000)

  const ask = async (path: string, name = 'fmb.admin') => {
    const { token } = await t.as(name)
    const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}` }
    return new Promise<http.IncomingMessage>((resolve, reject) => {
      http
        .get({ host: '127.0.0.1', port, path: `/api${path}`, headers, agent: false }, resolve)
        .on('error', reject)
    })
  }
  const progress = async (key: string, name = 'fmb.admin') => (await t.as(name)).get(`/reports/export/${key}`)
  const busy = () => t.database.pool.totalCount - t.database.pool.idleCount
  /** the temporary files that this process has open, including unlinked ones */
  const openSpools = () =>
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const target = readlinkSync(`/proc/self/fd/${fd}`)
        return target.startsWith(`${t.dataDir}/tmp/`) ? [target] : []
      } catch {
        // already closed
        return []
      }
    })
  const drain = async (reply: http.IncomingMessage) => {
    let bytes = 0
    for await (const piece of reply as AsyncIterable<Buffer>) bytes += piece.length
    return bytes
  }

  /** Reads one small piece of a paused reply and returns its size. */
  const takePiece = async (reply: http.IncomingMessage) => {
    if (reply.readableLength === 0) await once(reply, 'readable')
    // asking for more than has arrived emits "readable" again and again before anything else can arrive
    const piece: Buffer | null = reply.read(Math.min(PIECE, reply.readableLength))
    return piece?.length ?? 0
  }

  full.test('tells how far it is to whoever started it, and nobody once it is over', async () => {
    const reply = await ask(`/reports/export?progress_key=${KEY}`)
    reply.pause()
    await expect.poll(async () => (await progress(KEY)).statusCode, { timeout: 20_000 }).toBe(200)
    const { rows_done, rows_total } = (await progress(KEY)).json()
    expect(rows_total).toBeGreaterThan(MANY)
    expect(rows_done).toBeLessThanOrEqual(rows_total)
    expect((await progress(KEY, 'fmb.approver')).statusCode).toBe(404)
    expect(await drain(reply)).toBeGreaterThan(MANY * 100)
    await expect.poll(async () => (await progress(KEY)).statusCode, { timeout: 20_000 }).toBe(404)
  })

  full.test.each(['csv', 'xlsx', 'xls'])(
    '%s: a client that goes away ends the reading, and no connection stays busy',
    async (downloadAs) => {
      const key = 'b'.repeat(32)
      const { token } = await t.as('fmb.admin')
      const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}` }
      const path = `/api/reports/export?downloadAs=${downloadAs}&progress_key=${key}`
      const request = http.get({ host: '127.0.0.1', port, path, headers, agent: false })
      request.on('error', () => undefined)
      request.on('response', (reply) => reply.pause().on('error', () => undefined))
      await expect
        .poll(async () => (await progress(key)).statusCode, { interval: 5, timeout: 20_000 })
        .toBe(200)
      request.destroy()
      await expect.poll(async () => (await progress(key)).statusCode, { timeout: 20_000 }).toBe(404)
      await expect.poll(busy, { timeout: 20_000 }).toBe(0)
      await expect.poll(openSpools, { timeout: 20_000 }).toEqual([])
    },
  )

  full.test('.xls: its files on disk are let go when the reader goes away in the middle of it', async () => {
    const reply = await ask('/reports/export?downloadAs=xls')
    await once(reply, 'data')
    reply.pause()
    expect(openSpools().length, 'the file is being sent from disk').toBeGreaterThan(0)
    reply.destroy()
    await expect.poll(openSpools, { timeout: 20_000 }).toEqual([])
    await expect.poll(busy, { timeout: 20_000 }).toBe(0)
  })

  full.test(
    'a reader that pauses holds no connection, and two exports leave room for other work',
    async () => {
      const [one, other] = await Promise.all([ask('/reports/export'), ask('/reports/export?downloadAs=xlsx')])
      one.pause()
      other.pause()
      await expect.poll(busy, { timeout: 30_000 }).toBe(0)
      const list = await (await t.as('fmb.admin')).get('/sites/datatable')
      expect(list.statusCode).toBe(200)
      // while both go on, a piece at a time, another user works
      const encoder = await t.as('laguna.encoder')
      const taken = { text: 0, book: 0 }
      for (let turn = 0; turn < 4; turn += 1) {
        const [ofText, ofBook, { statusCode }] = await Promise.all([
          takePiece(one),
          takePiece(other),
          encoder.get('/sites/datatable'),
        ])
        expect(statusCode).toBe(200)
        taken.text += ofText
        taken.book += ofBook
      }
      expect([one.complete, other.complete], 'neither is whole yet').toEqual([false, false])
      const [text, book] = await Promise.all([drain(one), drain(other)])
      expect(taken.text + text).toBeGreaterThan(MANY * 100)
      expect(taken.book + book).toBeGreaterThan(MANY)
    },
  )

  test('every row arrives once, numbered from 1, in the same order in all three formats', async () => {
    const text = (await exported({ downloadAs: 'csv' })).body
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(lines.map((_, index) => index + 1))
    const codes = lines.map((line) => line.split(',')[1])
    expect(new Set(codes).size).toBe(codes.length)
    // more than two batches of rows; the library needs long to read all of them
    const some = 2000
    for (const downloadAs of ['xls', 'xlsx']) {
      const sheet = cells(read((await exported({ downloadAs })).rawPayload, { sheetRows: some + 2 }))
      expect(codes.slice(0, some)).toEqual(
        Array.from({ length: some }, (_, index) => sheet[`B${index + 3}`]?.v),
      )
    }
  }, 120_000)
})
