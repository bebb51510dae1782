import { formatDate } from '../../shared/lib/dates.ts'
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { API_KEY, type Caller, startAppForTest, type TestApp } from '../support/product/app.ts'
import { anotherInstance, firstInstance } from '../support/product/instance.ts'
import { auditCount, auditOf, codesOf } from '../support/records/people.ts'
import {
  aDraft,
  aRecord,
  aSummary,
  climb,
  frozen,
  published,
  shown,
  summaryInput,
} from '../support/records/summaries.ts'
import { full } from '../support/full.ts'

const MODULE = 'Summary of Information'
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** A bureau with an approved record of 2025, cited in a draft under (c), and a text with a number. */
async function aBureau() {
  const t = await startAppForTest()
  const [admin, boss] = [await t.as('fmb.admin'), await t.as('fmb.super')]
  const told = await aRecord(t, { what_happened: 'Consent was given.', file: 'minutes.pdf' })
  const { id } = await aDraft(t)
  await admin.post(`/summaries/${id}/texts`, {
    section: 'national_circumstances',
    written_at: null,
    text: 'There are {{sites}} sites.',
  })
  await admin.post(`/summaries/${id}/statements`, {
    safeguard: 'c',
    site_activity_id: told.id,
    chosen: true,
    sites_criteria_indicator_id: told.sites_criteria_indicator_id,
  })
  const { updated_at } = (await shown(t, id)).summary
  const freeze = (by: Caller = boss, seen = updated_at) =>
    by.post(`/summaries/${id}/freeze`, { updated_at: seen })
  return { t, admin, boss, told, id, freeze }
}
const keptIn = async ({ db }: TestApp) => ({
  documents: await db.selectFrom('summary_documents').selectAll().execute(),
  records: await db.selectFrom('summary_records').selectAll().execute(),
  evidence: await db.selectFrom('summary_evidence').selectAll().execute(),
  files: await db.selectFrom('summary_files').selectAll().orderBy('format').execute(),
})
const NOTHING = { documents: [], records: [], evidence: [], files: [] }
async function file(by: Caller, id: number, format: string): Promise<Buffer> {
  const reply = await by.get(`/summaries/${id}/files/${format}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.rawPayload
}

describe('freezing', () => {
  test('keeps document, records and evidence under one SHA-256, which the log tells', async () => {
    const { t, boss, id, freeze } = await aBureau()
    const draft = await shown(t, id)
    const reply = await freeze()
    expect(reply.statusCode, reply.body).toBe(200)
    const { summary } = reply.json()
    expect(summary).toMatchObject({ id, status: 'Frozen', published_at: null })
    expect(summary.frozen_at).not.toBeNull()

    const { documents, records, evidence, files } = await keptIn(t)
    expect([documents.length, records.length, evidence.length]).toEqual([1, 1, 1])
    expect(sha256(documents[0]?.document ?? '')).toBe(summary.sha256)
    expect(await auditOf(t, MODULE, id)).toContainEqual({
      event: 'Frozen',
      user_email: 'fmb.super@bureau.example',
      auditable_code: 'Summary of 2026',
      changes: [
        { field: 'sha256', old: null, new: summary.sha256 },
        { field: 'records', old: null, new: '1' },
        { field: 'files', old: null, new: '1' },
        { field: 'crosswalk_version', old: null, new: '1' },
        { field: 'frozen_at', old: null, new: new Date(String(summary.frozen_at)).toISOString() },
        ...files.map(({ format, sha256: of }) => ({ field: `${format}_sha256`, old: null, new: of })),
      ],
    })

    for (const { format, bytes, sha256: of } of files) {
      expect(sha256(bytes)).toBe(of)
      expect((await file(boss, id, format)).equals(bytes)).toBe(true)
    }
    expect(files.map(({ format }) => format)).toEqual(['csv', 'docx'])

    const after = await shown(t, id)
    expect(after).toMatchObject({ summary, gaps: [], since: { records: 1, changed: 0 } })
    // as the draft was, plus the list of evidence
    expect({ ...after.document, evidence: null }).toEqual(draft.document)
    expect(after.document.evidence).toEqual({
      files: 1,
      sha256: sha256(await file(boss, id, 'evidence.csv')),
    })
    expect(after.document.safeguards[2]?.statements).toMatchObject([
      { what_happened: 'Consent was given.', files: [{ kind: 'pdf' }] },
    ])
  })

  test('what was shown must be what is there', async () => {
    const { t, admin, boss, id, freeze } = await aBureau()
    await admin.post(`/summaries/${id}/texts`, { section: 'addressed_a', written_at: null, text: 'The law.' })
    const refused = await freeze()
    expect(refused.json()).toMatchObject({
      status: 409,
      message: 'This summary was changed by another user. Please reload.',
    })
    expect((await boss.post(`/summaries/${id}/freeze`, {})).json().errors).toEqual({
      updated_at: ['The page does not say what it showed.'],
    })
    expect(await keptIn(t)).toEqual(NOTHING)
  })

  test('a number that the annex does not have keeps it from being frozen, and nothing changes', async () => {
    const { t, admin, id, freeze } = await aBureau()
    await admin.post(`/summaries/${id}/texts`, {
      section: 'addressed_a',
      written_at: null,
      text: 'Of {{dragons}} we know nothing.',
    })
    const { summary, gaps } = await shown(t, id)
    const before = [await shown(t, id), await auditCount(t)]
    const reply = await freeze(undefined, summary.updated_at)
    expect(reply.json()).toMatchObject({
      status: 409,
      message: gaps.find(({ blocks }) => blocks)?.message,
    })
    expect(reply.json().message).toContain('dragons')
    expect([await shown(t, id), await auditCount(t)]).toEqual(before)
    expect(await keptIn(t)).toEqual(NOTHING)
  })

  test('half a key keeps it from being frozen as well: it would be published as it was typed', async () => {
    const { t, admin, id, freeze } = await aBureau()
    for (const [section, text] of [
      ['addressed_a', 'Of {{sites} we know.'],
      ['addressed_b', 'Of {{{{sites}}}} we know.'],
      ['addressed_d', 'Of {{sites\n}} we know.'],
    ] as const)
      await admin.post(`/summaries/${id}/texts`, { section, written_at: null, text })
    const { summary, gaps } = await shown(t, id)
    const blocking = gaps.filter(({ blocks }) => blocks)
    expect(blocking.map(({ section }) => section)).toEqual(['addressed_a', 'addressed_b', 'addressed_d'])
    const reply = await freeze(undefined, summary.updated_at)
    expect(reply.json()).toMatchObject({ status: 409, message: blocking[0]?.message })
    expect(reply.json().message).toContain('has "{{" or "}}" without a whole key')
  })

  test('a record that is deactivated while it runs stays in it, with its statement', async () => {
    const { t, told, id, freeze } = await aBureau()
    const waiting = sql`select from pg_locks where relation = 'summary_evidence'::regclass and not granted`
    const running = await t.db.transaction().execute(async (change) => {
      // it stores its records, and waits before the list of evidence
      await sql`lock table summary_evidence in share mode`.execute(change)
      const reply = freeze()
      await expect.poll(async () => (await waiting.execute(t.db)).rows.length).toBe(1)
      await change
        .updateTable('site_activities')
        .set({ status: 'Deactivated', deactivated_at: new Date().toISOString() })
        .where('id', '=', told.id)
        .execute()
      return { reply }
    })
    const reply = await running.reply
    expect(reply.statusCode, reply.body).toBe(200)
    const { document, since } = await shown(t, id)
    expect(since).toEqual({ records: 1, changed: 1 })
    expect(document.annex.find(({ key }) => key === 'sites')?.value).toBe('1')
    expect(document.safeguards[2]?.statements).toMatchObject([{ what_happened: 'Consent was given.' }])
  })

  test('of many at once one freezes, and the same form sent again has the same answer', async () => {
    const { t, boss, id, freeze } = await aBureau()
    const { updated_at } = (await shown(t, id)).summary
    const headers = {
      'x-api-key': API_KEY,
      authorization: `Bearer ${boss.token}`,
      [FORM_KEY]: randomUUID(),
    }
    const again = (seen = updated_at) =>
      t.app.inject({
        method: 'POST',
        url: `/api/summaries/${id}/freeze`,
        headers,
        payload: { updated_at: seen },
      })
    const keyed = await Promise.all([again(), again(), again()])
    expect(codesOf(keyed)).toEqual([200, 200, 200])
    expect(new Set(keyed.map(({ body }) => body)).size).toBe(1)
    expect((await again('2026-11-23T00:00:00.000Z')).json()).toEqual(keyed[0]?.json())
    for (const reply of await Promise.all([freeze(), freeze()]))
      expect(reply.json()).toMatchObject({
        status: 409,
        message: 'This summary is frozen and cannot be changed.',
      })
    const events = (await auditOf(t, MODULE, id)).map(({ event }) => event)
    expect(events.filter((event) => event === 'Frozen')).toHaveLength(1)
  })

  full.test(
    'a Word file that cannot be made keeps it from being frozen, and nothing is left behind',
    async () => {
      const { t, id, freeze } = await aBureau()
      await sql`alter table summary_files add constraint full_disk check (format <> 'docx')`.execute(t.db)
      const before = await auditCount(t)
      expect((await freeze()).statusCode).toBe(500)
      expect(await keptIn(t)).toEqual(NOTHING)
      expect(await auditCount(t)).toBe(before)
      expect((await shown(t, id)).summary.status).toBe('Draft')
      await sql`alter table summary_files drop constraint full_disk`.execute(t.db)
      expect((await freeze()).statusCode).toBe(200)
    },
  )

  full.test('an approval at the same moment comes in whole or not at all', async () => {
    const { t, id, freeze } = await aBureau()
    const pending = await aRecord(t, { what_happened: 'A second one.', state: 'AT-FMB' })
    const [reply] = await Promise.all([freeze(), climb(t, pending.id, 'laguna', ['FMB'])])
    expect(reply.statusCode, reply.body).toBe(200)
    const { document } = await shown(t, id)
    const records = (await keptIn(t)).records.filter((row) => row.site_activity_id !== null)
    expect(document.annex.find(({ key }) => key === 'sites')?.value).toBe(String(records.length))
    expect(document.evidence?.files).toBe(records.length)
  })

  test('the database lets nobody change what is frozen', async () => {
    const { t, id, freeze } = await aBureau()
    await freeze()
    const before = await keptIn(t)
    for (const table of ['summary_documents', 'summary_files', 'summary_records', 'summary_evidence']) {
      const name = sql.table(table)
      for (const change of [
        sql`update ${name} set summary_id = summary_id`,
        sql`delete from ${name}`,
        sql`truncate ${name}`,
      ])
        await expect(change.execute(t.db)).rejects.toThrow('never changed')
    }
    const more = sql`
      insert into summary_records (summary_id, site_profile_id, region_id, is_latest) values (${id}, 1, 1, true)`
    await expect(more.execute(t.db)).rejects.toThrow('never changed')
    expect(await keptIn(t)).toEqual(before)
  })

  full.test('the newest crosswalk is in it, and a newer one changes nothing', async () => {
    const { t, admin, id, freeze } = await aBureau()
    const { version, lines } = (await admin.get('/crosswalk')).json().crosswalk
    const changed = (why: string) => [{ ...lines[0], why }, ...lines.slice(1)]
    await admin.post('/crosswalk', { version, lines: changed('First.') })
    await freeze()
    const { document } = await shown(t, id)
    expect(document.crosswalk_version).toBe(2)
    await admin.post('/crosswalk', { version: 2, lines: changed('Second.') })
    expect((await shown(t, id)).document).toEqual(document)
    expect((await admin.get('/crosswalk/versions')).json().data).toMatchObject([
      { version: 3, summaries: 0 },
      { version: 2, summaries: 1 },
      { version: 1, summaries: 0 },
    ])
  })
})

describe('publishing', () => {
  const publish = (by: Caller, id: number) => by.post(`/summaries/${id}/publish`)
  const TAKEN = {
    year: ['Another summary of this year is published. Please reload, to publish this one in its place.'],
  }

  test('puts it on the public list, and a withdrawal takes it off, with its reason in the log', async () => {
    const { t, boss, id, freeze } = await aBureau()
    const visitor = await t.as(null)
    const list = async () => (await visitor.get('/summaries/published')).json().data
    await freeze()
    expect(await list()).toEqual([])
    expect((await visitor.get('/summaries/published/2026')).statusCode).toBe(404)

    const reply = await publish(boss, id)
    expect(reply.statusCode, reply.body).toBe(200)
    const { summary } = reply.json()
    expect(summary.status).toBe('Published')
    const { year, title, published_at, frozen_at, sha256: print } = summary as SummaryRow
    expect(await list()).toEqual([{ year, title, published_at, frozen_at, sha256: print }])
    const { document, since } = await shown(t, id)
    expect((await visitor.get('/summaries/published/2026')).json()).toEqual({
      data: { document, frozen_at, sha256: print, since, withdrawn_records: [] },
    })
    for (const none of ['2025', 'x', '20260', '0000'])
      expect((await visitor.get(`/summaries/published/${none}`)).statusCode, none).toBe(404)

    const withdraw = (reason: string) => boss.post(`/summaries/${id}/withdraw`, { reason })
    expect((await withdraw(' ')).json().errors).toEqual({ reason: ['Reason is required.'] })
    expect((await withdraw('A number is wrong.')).json().summary).toMatchObject({
      status: 'Withdrawn',
      published_at: null,
      sha256: print,
    })
    expect(await list()).toEqual([])
    // [S-150] the reader learns when and why
    const gone = await visitor.get('/summaries/published/2026')
    expect([gone.statusCode, gone.json().message]).toEqual([
      410,
      `Withdrawn on ${formatDate(new Date().toISOString())}. Reason: A number is wrong.`,
    ])
    expect((await withdraw('Once more.')).json()).toMatchObject({
      status: 409,
      message: 'This summary is not published.',
    })
    expect((await auditOf(t, MODULE, id)).slice(-2)).toMatchObject([
      {
        event: 'Published',
        changes: [{ field: 'sha256', old: null, new: print }, { field: 'published_at' }],
      },
      {
        event: 'Withdrawn',
        changes: [{ field: 'reason', old: null, new: 'A number is wrong.' }, { field: 'withdrawn_at' }],
      },
    ])
    expect((await publish(boss, id)).statusCode).toBe(200)
    expect((await visitor.get('/summaries/published/2026')).statusCode).toBe(200)
  })

  test('one of a year: the second is refused in a sentence, and of many at once one is published', async () => {
    const t = await startAppForTest()
    const boss = await t.as('fmb.super')
    const ids = [1, 2, 3, 4].map(() => aSummary(t, { status: 'Frozen' }))
    const all = await Promise.all(ids)
    const replies = await Promise.all(all.map((id) => publish(boss, id)))
    expect(codesOf(replies)).toEqual([200, 422, 422, 422])
    for (const reply of replies.filter(({ statusCode }) => statusCode === 422))
      expect(reply.json().errors).toEqual(TAKEN)
    const winner = replies.findIndex(({ statusCode }) => statusCode === 200)
    const other = all.find((_, index) => index !== winner) ?? 0
    const before = await auditCount(t)
    expect((await publish(boss, other)).json().errors).toEqual(TAKEN)
    expect(await auditCount(t)).toBe(before)
    await boss.post(`/summaries/${all[winner]}/withdraw`, { reason: 'Superseded.' })
    expect((await publish(boss, other)).statusCode).toBe(200)
    expect((await publish(boss, await aSummary(t, { status: 'Frozen', year: 2027 }))).statusCode).toBe(200)
    const years = (await (await t.as(null)).get('/summaries/published')).json().data
    expect(years.map(({ year }: SummaryRow) => year)).toEqual([2027, 2026])
  })

  full.test('shows at once on every instance, as does what has changed since', async () => {
    const { t, told, id, freeze } = await aBureau()
    await freeze()
    const both = [firstInstance(t), await anotherInstance(t)] as const
    const [here, there] = both
    const seen = (url: string) =>
      Promise.all(
        both.map(async ({ app }) => {
          const reply = await app.inject({ url: `/api${url}`, headers: { 'x-api-key': API_KEY } })
          return reply.statusCode === 200 ? reply.json().data : reply.statusCode
        }),
      )
    const url = '/summaries/published/2026'
    expect(await seen(url)).toEqual([404, 404])
    await there.change('fmb.super', `/summaries/${id}/publish`)
    expect(await seen(url)).toMatchObject([
      { since: { records: 1, changed: 0 } },
      { since: { records: 1, changed: 0 } },
    ])
    const { site_profile_id } = told
    await aRecord(t, { what_happened: 'It was given again.', site_profile_id })
    expect(await seen(url)).toMatchObject([{ since: { changed: 1 } }, { since: { changed: 1 } }])
    expect((await shown(t, id)).since).toEqual({ records: 1, changed: 1 })
    await here.change('fmb.super', `/summaries/${id}/withdraw`, { reason: 'A number is wrong.' })
    expect([await seen(url), await seen('/summaries/published')]).toEqual([
      [410, 410],
      [[], []],
    ])
  })

  test('counts among the public calls of a network', async () => {
    const t = await startAppForTest({ settings: { PUBLIC_CALLS_PER_MINUTE: '3' } })
    const visitor = await t.as(null)
    const codes = []
    for (const url of ['/summaries/published', '/summaries/published/2026', '/sites/dashboard/count'])
      codes.push((await visitor.get(url)).statusCode)
    codes.push((await visitor.get('/summaries/published')).statusCode)
    expect(codes).toEqual([200, 404, 200, 429])
  })
})

describe('files for staff', () => {
  const TYPES = {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    json: 'application/json',
    csv: 'text/csv; charset=utf-8',
    'evidence.csv': 'text/csv; charset=utf-8',
  }
  const names = (base: string) => ({
    docx: `${base}.docx`,
    json: `${base}.json`,
    csv: `${base}-annex.csv`,
    'evidence.csv': `${base}-evidence.csv`,
  })

  test('of a draft say that it is one; its evidence is not listed yet', async () => {
    const { t, admin, id } = await aBureau()
    const expected = names('summary-of-information-2026-draft')
    for (const format of ['docx', 'json', 'csv'] as const) {
      const reply = await admin.get(`/summaries/${id}/files/${format}`)
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, TYPES[format]])
      expect(reply.headers['content-disposition']).toContain(`filename="${expected[format]}"`)
    }
    const { document } = await shown(t, id)
    expect(JSON.parse(String(await file(admin, id, 'json')))).toEqual(document)
    const refused = await admin.get(`/summaries/${id}/files/evidence.csv`)
    expect(refused.json()).toMatchObject({
      status: 409,
      message: 'The list of evidence is made when this summary is frozen.',
    })
  })

  test('of a frozen one are made of what is kept; JSON is the kept bytes; each is noted in the log', async () => {
    const { t, admin, id, freeze } = await aBureau()
    const { summary } = (await freeze()).json()
    const expected = names('summary-of-information-2026')
    const before = await auditCount(t)
    for (const format of ['docx', 'json', 'csv', 'evidence.csv'] as const) {
      const reply = await admin.get(`/summaries/${id}/files/${format}`)
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, TYPES[format]])
      expect(reply.headers['content-disposition']).toContain(`filename="${expected[format]}"`)
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
      expect(reply.rawPayload.length).toBeGreaterThan(100)
    }
    expect(await auditCount(t)).toBe(before + 4)
    const head = await t.app.inject({
      method: 'HEAD',
      url: `/api/summaries/${id}/files/json`,
      headers: { 'x-api-key': API_KEY, authorization: `Bearer ${admin.token}` },
    })
    expect([head.statusCode, head.rawPayload.length, await auditCount(t)]).toEqual([200, 0, before + 4])
    expect(sha256(await file(admin, id, 'json'))).toBe(summary.sha256)

    const lines = await t.db
      .selectFrom('audit_logs')
      .select(['auditable_type', 'event', 'field_change'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(lines).toEqual([
      {
        auditable_type: 'Reports',
        event: 'Exported',
        field_change: [
          { field: 'file', old: null, new: 'summary-of-information-2026.json' },
          { field: 'title', old: null, new: 'Third summary of information' },
          { field: 'sha256', old: null, new: summary.sha256 },
          { field: 'rows', old: null, new: expect.stringMatching(/^\d+$/) },
        ],
      },
    ])
  })

  full.test('a published one reads the same for staff, and its draft can be begun anew', async () => {
    const { t, admin, id } = await aBureau()
    await published(t, id)
    expect((await shown(t, id)).summary.status).toBe('Published')
    const next = await admin.post('/summaries', summaryInput({ year: 2026 }))
    expect(next.statusCode).toBe(201)
    const { texts } = await shown(t, next.json().summary.id)
    expect(texts).toMatchObject([{ section: 'national_circumstances', taken_from: 2026 }])
    await frozen(t, next.json().summary.id)
  })
})
