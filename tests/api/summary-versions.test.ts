import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyLog } from '../../server/integrity/verify.actions.ts'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { parseKey } from '../../server/public-log/note.ts'
import { checkProof } from '../../server/public-log/proof-check.ts'
import { findingText } from '../../shared/audit/findings.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { SUMMARY_FORMATS, type SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { publicFilePath, versionOf } from '../../shared/summaries/summary-names.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { publishNow, tamper } from '../support/records/audit-log.ts'
import { auditCount, auditOf, codesOf } from '../support/records/people.ts'
import { aDraft, aRecord, aSummary, frozen, published } from '../support/records/summaries.ts'

const webDir = path.resolve('dist/web')
const MODULE = 'Summary of Information'
const NOT_CURRENT = 'The published summary of this year is another one now. Please reload.'

const textOf = (html: string) =>
  html
    .slice(html.indexOf('<main'))
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const aFrozen = async (t: TestApp, title: string) => frozen(t, (await aDraft(t, { title })).id)
const replacing = async (t: TestApp, id: number, replaces: unknown, by: string | null = 'fmb.super') =>
  (await t.as(by)).post(`/summaries/${id}/replace`, { replaces } as object)
const withdrawing = async (t: TestApp, id: number) => {
  const reply = await (await t.as('fmb.super')).post(`/summaries/${id}/withdraw`, {
    reason: 'The hectares are wrong.',
  })
  expect(reply.statusCode, reply.body).toBe(200)
}
const pathOf = ({ year, sha256 }: SummaryRow) => `/summary/${year}/${versionOf(sha256 ?? '')}`
const fileOf = ({ year, sha256 }: SummaryRow, format: (typeof SUMMARY_FORMATS)[number]) =>
  publicFilePath(year, format, versionOf(sha256 ?? ''))

describe('[S-150] a summary that a newer one of its year has replaced', () => {
  let t: TestApp
  let older: SummaryRow
  let newer: SummaryRow
  const before: Record<string, Buffer> = {}
  const today = formatDate(new Date().toISOString())
  const get = (url: string) => t.app.inject({ url })

  beforeAll(async () => {
    t = await startApp({ webDir })
    await aRecord(t, { what_happened: 'Consent was given.', file: 'minutes.pdf' })
    older = await published(t, (await aDraft(t, { title: 'First edition' })).id)
    for (const format of SUMMARY_FORMATS)
      before[format] = (await get(publicFilePath(2026, format))).rawPayload
    newer = await aFrozen(t, 'Second edition')
    const reply = await replacing(t, newer.id, older.id)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().summary).toMatchObject({ id: newer.id, status: 'Published' })
    await publishNow(t)
    return () => t.close()
  }, 60_000)

  test('stays at its own address, says so at its head, and leads to the newer one', async () => {
    const page = await get(pathOf(older))
    expect(page.statusCode).toBe(200)
    const words = textOf(page.body)
    expect(words).toContain(`Replaced on ${today} by a newer summary of 2026 .`)
    expect(words.indexOf('Replaced on')).toBeLessThan(words.indexOf('Every number in it'))
    expect(words).toContain('First edition')
    expect(page.body).toContain('href="/summary/2026">a newer summary of 2026</a>')
    expect(words).toContain(older.sha256)
    const now = await get('/summary/2026')
    expect(textOf(now.body)).toContain('Second edition')
    expect(textOf(now.body)).not.toContain('Replaced on')
    expect(textOf(now.body)).toContain(`Earlier summaries of 2026 Frozen on ${today}, replaced on ${today}`)
    expect(now.body).toContain(`href="${pathOf(older)}"`)
    // an address that names the present one shows it, without a mark
    const named = await get(pathOf(newer))
    expect([named.statusCode, textOf(named.body).includes('Replaced on')]).toEqual([200, false])
  })

  test('says it in Filipino too, with the document as FMB wrote it', async () => {
    const { statusCode, body } = await get(`/fil${pathOf(older)}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('href="/fil/summary/2026">mas bagong buod ng 2026</a>')
    expect(textOf(body)).toMatch(/Pinalitan noong \w{3} \d\d, \d{4} ng mas bagong buod ng 2026 \./)
    expect(textOf(body)).toContain('Paano tinutugunan ng mga patakaran')
    const [frame = '', rest = ''] = body.split('<div lang="en">')
    expect(rest).toContain('National circumstances')
    // the facts of the page are in its language, those of the document in that of the document, and never in one list
    const labels = (html: string) => [...html.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, label]) => label)
    expect(labels(frame)).toEqual(expect.arrayContaining(['Isinapinal', 'SHA-256']))
    expect(labels(rest)).toContain('Reporting years')
    expect(labels(frame)).not.toContain('Reporting years')
    expect(rest).not.toContain('lang="fil"')
    expect(body).toContain(`hrefLang="en"`)
    expect(body).toContain(`href="${pathOf(older)}"`)
  })

  test('keeps its files to the byte, under names of their own', async () => {
    for (const format of SUMMARY_FORMATS) {
      const reply = await get(fileOf(older, format))
      expect([format, reply.statusCode]).toEqual([format, 200])
      expect(reply.rawPayload.equals(before[format] ?? Buffer.alloc(0)), format).toBe(true)
      expect(reply.headers['content-disposition']).toContain(
        `summary-of-information-2026-${versionOf(older.sha256 ?? '')}`,
      )
      const present = await get(publicFilePath(2026, format))
      expect(present.headers['content-disposition']).toMatch(/summary-of-information-2026[.-][aej d]/)
    }
    expect((await get('/summary/2026.json')).body).toContain('Second edition')
  })

  test('has rows in the log, and proofs of its publication and its replacement', async () => {
    expect((await auditOf(t, MODULE, older.id)).at(-1)).toMatchObject({
      event: 'Replaced',
      user_email: 'fmb.super@bureau.example',
      changes: [{ field: 'sha256', old: older.sha256, new: newer.sha256 }, { field: 'replaced_at' }],
    })
    expect((await auditOf(t, MODULE, newer.id)).at(-1)).toMatchObject({
      event: 'Published',
      changes: [{ field: 'sha256', old: null, new: newer.sha256 }, { field: 'published_at' }],
    })
    const key = parseKey((await get('/log/key')).body.trim())
    if (!key) throw new Error('no key')
    const name = `summary_2026_${versionOf(older.sha256 ?? '')}.tlog-proof`
    const shown = async (url: string) => {
      const reply = await get(url)
      expect(reply.statusCode, reply.body).toBe(200)
      const held = checkProof(reply.body, key)
      return held.ok ? held.shown.join('\n') : held.why
    }
    expect(await shown(`/log/published/${name}`)).toMatch(
      new RegExp(`"Published"\\]\\nfacts: .*"new":"${older.sha256}"`),
    )
    expect(await shown(`/log/replaced/${name}`)).toMatch(
      new RegExp(`"Replaced"\\]\\nfacts: .*"new":"${newer.sha256}","old":"${older.sha256}"`),
    )
    expect((await get(`/log/withdrawn/${name}`)).statusCode).toBe(404)
    expect((await get('/log/replaced/summary_2026.tlog-proof')).statusCode).toBe(404)
    const { body } = await get(pathOf(older))
    expect(body).toContain(`href="/log/published/${name}"`)
    expect(body).toContain(`href="/log/replaced/${name}"`)
    expect(textOf(body)).toContain(`sha256sum ${versionOf(older.sha256 ?? '')}.json`)
  })

  test('cannot be published over the newer one, and the list of the staff says its state', async () => {
    const boss = await t.as('fmb.super')
    const refused = await boss.post(`/summaries/${older.id}/publish`)
    expect(refused.json()).toMatchObject({
      status: 409,
      message: 'A newer summary of this year has replaced this one.',
    })
    const { data } = (await boss.get('/summaries?status=Replaced')).json()
    expect(data.map(({ id }: SummaryRow) => id)).toEqual([older.id])
    expect((await boss.get(`/summaries/${older.id}`)).json().current).toEqual({
      id: newer.id,
      title: 'Second edition',
      sha256: newer.sha256,
    })
    expect((await boss.get(`/summaries/${newer.id}`)).json().current).toBeNull()
  })

  test('that the database alone says was replaced is not shown', async () => {
    const third = await aFrozen(t, 'Third edition')
    await sql`update summaries set replaced_at = now(), replaced_by = ${newer.id} where id = ${third.id}`.execute(
      t.db,
    )
    const own = await get(pathOf(third))
    expect([own.statusCode, textOf(own.body)]).toEqual([
      409,
      expect.stringContaining('This record does not match the log'),
    ])
    await sql`update summaries set replaced_at = null, replaced_by = null where id = ${third.id}`.execute(
      t.db,
    )
    // frozen and never public: not there
    for (const url of [pathOf(third), fileOf(third, 'json')]) expect((await get(url)).statusCode).toBe(404)
  })

  test('once withdrawn is gone, with its files: the page has day, reason, proof and the newer one', async () => {
    await withdrawing(t, older.id)
    await publishNow(t)
    for (const url of [pathOf(older), ...SUMMARY_FORMATS.map((format) => fileOf(older, format))]) {
      const { statusCode, body } = await get(url)
      expect([url, statusCode]).toEqual([url, 410])
      expect(textOf(body)).toContain(`Withdrawn on ${today}. Reason: The hectares are wrong.`)
      expect(body).toContain('href="/summary/2026">See the newer summary of 2026</a>')
      expect(body).toContain(older.sha256)
      expect(body).not.toContain('First edition')
    }
    const key = parseKey((await get('/log/key')).body.trim())
    const proof = await get(`/log/withdrawn/summary_2026_${versionOf(older.sha256 ?? '')}.tlog-proof`)
    const held = key && checkProof(proof.body, key)
    expect(held?.ok && held.shown.join('\n')).toMatch(
      /"Withdrawn"\]\nfacts: .*\nwords: .*The hectares are wrong\./,
    )
    expect(textOf((await get('/summary/2026')).body)).toContain(`Frozen on ${today}, withdrawn on ${today}`)
    const filipino = textOf((await get(`/fil${pathOf(older)}`)).body)
    expect(filipino).toContain('Binawi ang Buod ng Impormasyon 2026')
    expect(filipino).toContain('Dahilan: The hectares are wrong.')
    expect(filipino).toContain('Tingnan ang mas bagong buod ng 2026')
  })
})

describe('replacing a published summary', () => {
  test('needs the state and the one that is published now; a refusal changes nothing', async () => {
    const t = await startAppForTest()
    const [current, next, draft, other] = await Promise.all([
      aSummary(t, { status: 'Published', title: 'One' }),
      aSummary(t, { status: 'Frozen', title: 'Two' }),
      aSummary(t, { status: 'Draft', title: 'Three' }),
      aSummary(t, { status: 'Published', title: 'Four', year: 2027 }),
    ])
    const before = await auditCount(t)
    for (const replaces of [undefined, null, 'x', 0, -1, 1.5])
      expect((await replacing(t, next, replaces)).json().errors, `${replaces}`).toHaveProperty('replaces')
    expect((await replacing(t, next, 2_000_000)).statusCode).toBe(404)
    expect((await replacing(t, 2_000_000, current)).statusCode).toBe(404)
    for (const [id, replaces, message] of [
      [draft, current, 'Freeze this summary before it is published.'],
      [current, current, 'This summary is already published.'],
      [next, other, NOT_CURRENT],
      [next, draft, NOT_CURRENT],
      [next, next, NOT_CURRENT],
    ] as const)
      expect((await replacing(t, id, replaces)).json()).toMatchObject({ status: 409, message })
    expect(await auditCount(t)).toBe(before)
    expect((await (await t.as(null)).get('/summaries/published/2026')).json().data.document.title).toBe('One')
  })

  test('of many at once one wins, and the others are told to look again', async () => {
    const t = await startAppForTest()
    const current = await aSummary(t, { status: 'Published', title: 'One' })
    const next = await Promise.all(
      ['Two', 'Three', 'Four'].map((title) => aSummary(t, { status: 'Frozen', title })),
    )
    const replies = await Promise.all(next.map((id) => replacing(t, id, current)))
    expect(codesOf(replies).toSorted()).toEqual([200, 409, 409])
    for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
      expect(reply.json().message).toBe(NOT_CURRENT)
    const { rows } = await sql<{ published: number; replaced: number }>`
      select count(published_at)::int as published, count(replaced_at)::int as replaced from summaries`.execute(
      t.db,
    )
    expect(rows).toEqual([{ published: 1, replaced: 1 }])
  })
})

test('a withdrawn summary leads to the next year that has one', async () => {
  const t = await startAppForTest({ webDir })
  const id = await aSummary(t, { status: 'Frozen', year: 2024, title: 'Old' })
  await (await t.as('fmb.super')).post(`/summaries/${id}/publish`)
  await withdrawing(t, id)
  const page = async () => (await t.app.inject({ url: '/summary/2024' })).body
  expect(await page()).not.toContain('See the newer summary')
  await aSummary(t, { status: 'Published', year: 2023, title: 'Older' })
  expect(await page()).not.toContain('See the newer summary')
  for (const year of [2028, 2026]) await aSummary(t, { status: 'Published', year, title: `Of ${year}` })
  expect(await page()).toContain('href="/summary/2026">See the newer summary of 2026</a>')
})

test('the reason of a withdrawal leaves its public address with its row of the log, when an operator erases that', async () => {
  const t = await startAppForTest()
  const id = await aSummary(t, { status: 'Frozen', year: 2024, title: 'Old' })
  const boss = await t.as('fmb.super')
  const shown = async () => (await (await t.as(null)).get('/summaries/published/2024')).json().message
  const rows = []
  for (const reason of ['Ben Cruz was named.', 'Ana Reyes was named.']) {
    await boss.post(`/summaries/${id}/publish`)
    await boss.post(`/summaries/${id}/withdraw`, { reason })
    const { rows: found } = await sql<{ id: number }>`
      select max(id) as id from audit_logs where event = 'Withdrawn' and auditable_id = ${id}`.execute(t.db)
    rows.push(Number(found[0]?.id))
  }
  await publishNow(t)
  const [first, last] = rows as [number, number]
  await eraseRow(t.services, first, 'Asked for')
  expect(await shown()).toContain('Reason: Ana Reyes was named.')
  await eraseRow(t.services, last, 'Asked for')
  expect(await shown()).toMatch(/^Withdrawn on \w{3} \d\d, \d{4}\.$/)
})

test('an address that names no public summary is not found', async () => {
  const t = await startAppForTest({ webDir })
  await aSummary(t, { status: 'Published' })
  for (const url of ['/2026/abcdef012345', '/2026/x', '/2026/abcdef012345.json', '/x/y', '/2026/a/b']) {
    const { statusCode, body } = await t.app.inject({ url: `/summary${url}` })
    expect([url, statusCode]).toEqual([url, url === '/2026/a/b' ? 302 : 404])
    if (statusCode === 404) expect(textOf(body)).toContain('This summary was not found')
  }
})

test('[S-168] the dates of a summary and the reason of its withdrawal are those of the log, on its pages, in its files and in lists', async () => {
  const t = await startAppForTest({ webDir })
  const gone = await aSummary(t, { status: 'Frozen', year: 2024, title: 'Gone' })
  await (await t.as('fmb.super')).post(`/summaries/${gone}/publish`)
  await withdrawing(t, gone)
  const older = await aSummary(t, { status: 'Published', title: 'One' })
  const newer = await aSummary(t, { status: 'Frozen', title: 'Two' })
  expect((await replacing(t, newer, older)).statusCode).toBe(200)
  await publishNow(t)
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from summary_documents where summary_id = ${older}`.execute(t.db)
  const version = versionOf(rows[0]?.sha256 ?? '')
  const headers = { 'x-api-key': 'test-key' }
  const read = async (url: string) => t.app.inject({ url, headers })

  const CALL = '/api/summaries/published'
  const PRESENT = ['/summary/2026', '/summary/2026.json', '/summary/2026.docx', `${CALL}/2026`]
  const EARLIER = [`/summary/2026/${version}`, publicFilePath(2026, 'json', version)]
  const GONE = ['/summary/2024', `${CALL}/2024`]
  const statuses = async () =>
    Promise.all([...PRESENT, ...EARLIER, ...GONE].map(async (url) => [url, (await read(url)).statusCode]))
  const lists = async () => ({
    call: (await read(CALL)).json().data.length,
    catalogue: (await read('/data/dcat.jsonld')).body.includes('/summary/2026'),
    earlier: (await read('/summary/2026')).body.includes(`/summary/2026/${version}"`),
  })
  const before = { statuses: await statuses(), lists: await lists() }
  expect(before.lists).toEqual({ call: 1, catalogue: true, earlier: true })

  const later = (column: string) => `${column} = ${column} - interval '2 years'`
  const ATTACKS: [set: string, id: number, refused: string[], says: RegExp, hidden: object][] = [
    [later('published_at'), newer, PRESENT, /2026 was published on .*; the table summaries/, { call: 0 }],
    [later('frozen_at'), newer, PRESENT, /2026 was frozen on .*; the table summaries/, { catalogue: false }],
    [later('replaced_at'), older, EARLIER, /2026 was replaced on .*; the table/, { earlier: false }],
    [later('withdrawn_at'), gone, GONE, /2024 was withdrawn on .*; the table summaries/, {}],
    [
      "withdrawn_reason = 'All was well.'",
      gone,
      GONE,
      /2024 was withdrawn for the reason "The hectares are wrong\."; the table summaries says "All was well\."\.$/,
      {},
    ],
  ]
  await tamper(t, 'create table summaries_before as table summaries')
  for (const [set, id, refused, says, hidden] of ATTACKS) {
    await tamper(t, `update summaries set ${set} where id = ${id}`)
    expect([set, await statuses()]).toEqual([
      set,
      before.statuses.map(([url, status]) => [url, refused.includes(String(url)) ? 409 : status]),
    ])
    expect(await lists()).toMatchObject(hidden)
    const { db, config } = t.services
    const { findings } = await verifyLog({ db, config })
    expect(findings.map(findingText)).toContainEqual(expect.stringMatching(says))
    await tamper(
      t,
      `update summaries as now set frozen_at = before.frozen_at, published_at = before.published_at,
        replaced_at = before.replaced_at, withdrawn_at = before.withdrawn_at, withdrawn_reason = before.withdrawn_reason
      from summaries_before as before where before.id = now.id`,
    )
    expect({ statuses: await statuses(), lists: await lists() }).toEqual(before)
  }
})
