import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manilaDay } from '../../shared/lib/dates.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { runJobs } from '../support/records/mails.ts'
import { aPerson, aRole } from '../support/records/people.ts'
import { aSealedLog, logIdOf, tamper } from '../support/records/audit-log.ts'
import { full } from '../support/full.ts'

const WEEK = 'startDate=2024-03-10&endDate=2024-03-16'
const url = (range = WEEK) => `/reports/audit-logs/export?${range}`
const today = manilaDay(new Date()).replaceAll('-', '')

const t = withServer()
beforeAll(async () => {
  await addRow({ user_name: 'Isabel Muñoz', office: 'laguna.encoder', at: '2024-03-10T00:00:00+08:00' })
  await addRow({ user_name: '=HYPERLINK("x")', office: 'quezon.encoder', at: '2024-03-11T00:00:00+08:00' })
  await addRow({ user_name: '+63 917', office: 'zds.encoder', at: '2024-03-12T00:00:00+08:00' })
  await addRow({ user_name: '-1', office: 'laguna.encoder', at: '2024-03-13T00:00:00+08:00' })
  await addRow({ user_name: '@SUM(A1)', office: 'fmb.super', at: '2024-03-14T00:00:00+08:00' })
  await addRow({ user_name: '\tTabbed', office: 'fmb.super', at: '2024-03-15T00:00:00+08:00' })
  await addRow({
    user_name: 'Ana "Nene" Peña, Jr.',
    office: 'fmb.super',
    at: '2024-03-16T23:59:59+08:00',
    changes: [
      { field: 'region', old: 'A', new: 'B' },
      { field: 'name_of_partner', old: 'Bantay', new: 'Samahang\nNiño' },
    ],
  })
  await addRow({ user_name: 'Outside', office: 'fmb.super', at: '2024-03-17T00:00:00+08:00' })
})

type Row = { user_name: string; office: string; at: string; changes?: object[] }

/** Adds a row by a user of the same region and office as this demo person. */
async function addRow({ user_name, office, at, changes = [] }: Row) {
  const { region_id, office_id } = await t.db
    .selectFrom('users')
    .select(['region_id', 'office_id'])
    .where('id', '=', await t.userId(office))
    .executeTakeFirstOrThrow()
  await t.db
    .insertInto('audit_logs')
    .values({
      created_at: at,
      user_name,
      user_email: 'x@bureau.example',
      role_name: 'PENRO Encoder',
      region_id,
      office_id,
      auditable_type: 'Profiling of SITES',
      auditable_code: 'SITES-1',
      event: 'Updated',
      field_change: JSON.stringify(changes),
    })
    .execute()
}

const downloadsNoted = () =>
  t.db
    .selectFrom('audit_logs')
    .select(['user_email', 'field_change'])
    .where('auditable_type', '=', 'Reports')
    .where('event', '=', 'Exported')
    .orderBy('id', 'desc')
const lastDownload = async () => (await downloadsNoted().limit(1).executeTakeFirstOrThrow()).field_change

/** What a spreadsheet program reads from the file, every cell as text. */
function cellsOf(file: Buffer): string[][] {
  const book = read(new TextDecoder().decode(file), { type: 'string', raw: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' }) : []
}
const namesIn = (file: Buffer) => cellsOf(file).map((row) => row[1])

describe('[AUDIT-08] the download', () => {
  test('is a CSV file with the columns of the screen, named with the date and the range', async () => {
    const reply = await (await t.as('fmb.admin')).get(url())
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toContain(
      `attachment; filename="Audit_Logs_${today}_2024-03-10_to_2024-03-16.csv"`,
    )
    expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const [header, first] = cellsOf(reply.rawPayload)
    expect(header).toEqual([
      'Timestamp',
      'Performed By',
      'Email Address',
      'Role',
      'Module',
      'Action Taken',
      'Fields Edited',
      'Record',
    ])
    expect(first).toEqual([
      '2024-03-16 23:59:59',
      'Ana "Nene" Peña, Jr.',
      'x@bureau.example',
      'PENRO Encoder',
      'Profiling of SITES',
      'Updated',
      'region: A to B; name of partner: Bantay to Samahang\nNiño',
      'SITES-1',
    ])
  })

  test('writes what a spreadsheet would take for a formula as text (S-82), and ñ as it is', async () => {
    const { rawPayload } = await (await t.as('fmb.admin')).get(url())
    expect(namesIn(rawPayload).slice(2)).toEqual([
      `'\tTabbed`,
      `'@SUM(A1)`,
      `'-1`,
      `'+63 917`,
      `'=HYPERLINK("x")`,
      'Isabel Muñoz',
    ])
  })

  test('has the rows that the person sees in the list (S-88)', async () => {
    const rolesKey = await aRole(t, {
      name: 'Exporting PENRO',
      access_level: 'PENRO',
      permissions: ['audit_access', 'audit_export'],
    })
    await aPerson(t, 'laguna.export', { role: rolesKey, region: 'R04A', office: 'PENRO Laguna' })
    const namesFor = async (person: string) =>
      namesIn((await (await t.as(person)).get(url())).rawPayload).slice(1)
    expect(await namesFor('r4a.admin')).toEqual([`'-1`, `'=HYPERLINK("x")`, 'Isabel Muñoz'])
    expect(await namesFor('laguna.export')).toEqual([`'-1`, 'Isabel Muñoz'])
    for (const person of ['r4a.admin', 'laguna.export']) {
      const list = await (await t.as(person)).get(`/reports/datatable/audit-logs?${WEEK}`)
      expect(list.json().totalCount).toBe((await namesFor(person)).length)
    }
  })

  test('is noted in the log as one Exported event with the filters and the rows (S-85)', async () => {
    const before = await downloadsNoted().execute()
    await (await t.as('fmb.admin')).get(url('startDate=2024-03-10&endDate=2024-03-12'))
    // an empty download is logged as well
    const empty = await (await t.as('fmb.admin')).get(url('startDate=2023-03-10&endDate=2023-03-12'))
    expect(cellsOf(empty.rawPayload)).toHaveLength(1)
    await t.app.inject({
      method: 'HEAD',
      url: `/api${url()}`,
      headers: { 'x-api-key': API_KEY, authorization: `Bearer ${(await t.as('fmb.admin')).token}` },
    })
    const noted = (start: string, end: string, rows: number) => ({
      user_email: 'fmb.admin@bureau.example',
      field_change: [
        { field: 'file', old: null, new: `Audit_Logs_${today}_${start}_to_${end}.csv` },
        { field: 'startDate', old: null, new: start },
        { field: 'endDate', old: null, new: end },
        { field: 'rows', old: null, new: String(rows) },
        { field: 'proof', old: null, new: 'password, less than a minute before' },
      ],
    })
    expect((await downloadsNoted().execute()).slice(0, -before.length || undefined)).toEqual([
      noted('2023-03-10', '2023-03-12', 0),
      noted('2024-03-10', '2024-03-12', 3),
    ])
  })

  test('has as many rows as its line in the log says, which is of the same day and not among them', async () => {
    const admin = await t.as('fmb.admin')
    const day = manilaDay(new Date())
    const file = await admin.get(url(`startDate=${day}&endDate=${day}`))
    const rows = cellsOf(file.rawPayload).length - 1
    expect(rows).toBeGreaterThan(0)
    expect(await lastDownload()).toContainEqual({ field: 'rows', old: null, new: `${rows}` })
  })

  test('follows the search of the screen, and its line in the log says which', async () => {
    const admin = await t.as('fmb.admin')
    const asked = `${WEEK}&search=${encodeURIComponent(' muñoz ')}`
    const file = await admin.get(url(asked))
    const list = await admin.get(`/reports/datatable/audit-logs?${asked}`)
    expect(namesIn(file.rawPayload).slice(1)).toEqual(['Isabel Muñoz'])
    expect(list.json().filteredCount).toBe(1)
    const field_change = await lastDownload()
    expect(field_change).toContainEqual({ field: 'search', old: null, new: 'muñoz' })
    expect(field_change).toContainEqual({ field: 'rows', old: null, new: '1' })
  })
})

full.describe('a download of many rows', () => {
  const RANGE = 'startDate=2024-05-01&endDate=2024-05-07'
  const ROWS = 20_000
  beforeAll(async () => {
    await sql`
      insert into audit_logs (created_at, user_name, auditable_type, event, field_change)
      select timestamptz '2024-05-01 00:00+08' + (n / 3) * interval '1 second', 'Row ' || n, 'Reports', 'Exported',
        jsonb_build_array(jsonb_build_object('field', 'remarks', 'old', null, 'new', repeat('Mangrove ', 200)))
      from generate_series(1, ${ROWS}::int) as n`.execute(t.db)
  })

  test('has each row once, also where many carry the same moment, beside another one and the daily work', async () => {
    const admin = await t.as('fmb.admin')
    const [one, other, ...lists] = await Promise.all([
      admin.get(url(RANGE)),
      admin.get(url(RANGE)),
      admin.get('/sites/datatable'),
      admin.get(`/reports/datatable/audit-logs?${RANGE}`),
    ])
    expect(lists.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(one?.rawPayload.equals(other?.rawPayload ?? Buffer.alloc(0))).toBe(true)
    const names = namesIn(one?.rawPayload ?? Buffer.alloc(0)).slice(1)
    expect([names.length, new Set(names).size, names[0], names.at(-1)]).toEqual([
      ROWS,
      ROWS,
      `Row ${ROWS}`,
      'Row 1',
    ])
  }, 120_000)

  test('ends its reading of the database when the reader goes away', async () => {
    const { token } = await t.as('fmb.admin')
    const address = await t.app.listen({ host: '127.0.0.1', port: 0 })
    let asked = 0
    t.database.pool.on('acquire', () => {
      asked += 1
    })
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}` }
      http.get(`${address}/api${url(RANGE)}`, { agent: false, headers }, resolve).once('error', reject)
    })
    await once(reply, 'readable')
    reply.destroy()
    const atEnd = async () => {
      const before = asked
      await sleep(300)
      return asked === before
    }
    await expect.poll(atEnd, { timeout: 20_000 }).toBe(true)
    // session, count, event, and a few of the twenty reads
    expect(asked).toBeLessThan(18)
    const { pool } = t.database
    await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 20_000 }).toBe(0)
  })
})

describe('the integrity of the log', () => {
  beforeAll(() => aSealedLog(t, ['2024-06-01', '2024-06-02', '2024-06-03']))
  afterAll(() => t.setNow(new Date()))

  const integrity = async () => (await (await admin()).get('/reports/audit-logs/integrity')).json().data
  const admin = async () => {
    t.setNow(new Date())
    return t.as('fmb.admin')
  }
  const verify = async () => (await admin()).post('/reports/audit-logs/verification')

  test('lists the ended days with their checkpoints, newest first', async () => {
    const heads = (await (await admin()).get('/reports/audit-logs/heads?length=1')).json()
    expect(heads).toMatchObject({ totalCount: 2, filteredCount: 2 })
    expect(heads.data).toEqual([
      {
        day: '2024-06-02',
        rows: 4,
        first_position: expect.any(Number),
        last_position: expect.any(Number),
        head: expect.stringMatching(/^[0-9a-f]{64}$/),
        signature: expect.stringMatching(/^[0-9a-f]{128}$/),
        key_id: (await integrity()).public_log.key_id,
        made_at: expect.any(String),
        mailed: 0,
        stamped_at: null,
      },
    ])
  })

  test('is verified in the background, once at a time, and the result is kept', async () => {
    expect((await integrity()).verification).toBeNull()
    const asked = await verify()
    expect(asked.json().data.verification).toMatchObject({ running: true, finished_at: null, findings: [] })
    const again = await verify()
    expect([again.statusCode, again.json().message]).toEqual([409, 'A verification is already running.'])
    await runJobs(t)
    const { verification, sealed_rows } = await integrity()
    expect(verification).toMatchObject({
      running: false,
      finished_at: expect.any(String),
      failure: null,
      findings_count: 0,
      findings: [],
      rows_total: sealed_rows,
      rows_checked: sealed_rows,
    })
    const started = await t.db
      .selectFrom('audit_logs')
      .select(['auditable_type', 'user_email'])
      .where('event', '=', 'Log Verification Started')
      .execute()
    expect(started).toEqual([{ auditable_type: 'System', user_email: 'fmb.admin@bureau.example' }])
  })

  test('tells what was found and where, until it is found whole again', async () => {
    const id = await logIdOf(t, 6)
    await tamper(t, `update audit_logs set event = 'View' where id = ${id}`)
    await verify()
    await runJobs(t)
    expect((await integrity()).verification).toMatchObject({
      findings_count: 1,
      findings: [{ kind: 'row_changed', audit_log_id: id, position: expect.any(Number) }],
    })
    await tamper(t, `update audit_logs set event = 'Updated' where id = ${id}`)
    await verify()
    await runJobs(t)
    expect((await integrity()).verification.findings_count).toBe(0)
  })

  test('asked for and cut short, is not taken for one at work for ever', async () => {
    await sql`insert into audit_verifications (requested_at, progress_at)
      values (now() - interval '10 minutes', now() - interval '3 minutes')`.execute(t.db)
    expect((await integrity()).verification).toMatchObject({ running: false, finished_at: null })
    expect((await verify()).statusCode).toBe(200)
  })
})
