import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import principles from '../../db/seed/principles.json'
import { crosswalkComplaints } from '../../shared/summaries/crosswalk.rules.ts'
import type { Crosswalk, CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { type Caller, startAppForTest, type TestApp } from '../support/product/app.ts'
import { auditCount, codesOf, withoutProof } from '../support/records/people.ts'
import { paragraphsOf, partsOf } from '../support/oracles/word-file.ts'
import { aDraft, aSummary, published, shown } from '../support/records/summaries.ts'

const CHANGED = { message: 'The crosswalk was changed by another user. Please reload.', status: 409 }

async function aBureau(settings: { webDir?: string } = {}) {
  const t = await startAppForTest(settings)
  const admin = await t.as('fmb.admin')
  const first: Crosswalk = (await admin.get('/crosswalk')).json().crosswalk
  return { t, admin, first }
}

const save = (by: Caller, body: object) => by.post('/crosswalk', body)
const withLine = (lines: readonly CrosswalkLine[], number: number, change: Partial<CrosswalkLine>) =>
  lines.map((line) => (line.principle_number === number ? { ...line, ...change } : line))
const loggedIn = async ({ db }: TestApp) => {
  const rows = await db
    .selectFrom('audit_logs')
    .select(['user_email', 'auditable_type', 'auditable_code', 'field_change as changes'])
    .where('event', '=', 'Crosswalk Saved')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, changes: withoutProof(row.changes) }))
}
const countVersions = async ({ db }: TestApp) =>
  (await db.selectFrom('crosswalks').select('version').execute()).length

describe('the crosswalk of a new bureau', () => {
  test('maps the eight principles of the reference set to the seven safeguards, with reasons', async () => {
    const { first } = await aBureau()
    expect(first).toMatchObject({ version: 1, created_by: null })
    expect(first.lines.map((line) => line.principle_number)).toEqual(
      principles.map((row) => row.principle_number),
    )
    expect(crosswalkComplaints(first.lines)).toEqual([])
    expect(first.lines.every(({ why }) => why.length > 20)).toBe(true)
  })
})

describe('saving the crosswalk', () => {
  test('makes the next version, in order, and the one before stays as it was', async () => {
    const { t, admin, first } = await aBureau()
    const lines = withLine(first.lines, 5, { primary: ['d', 'b'], supporting: [] }).toReversed()
    const reply = await save(admin, { version: 1, lines })
    expect(reply.statusCode, reply.body).toBe(200)
    const second: Crosswalk = reply.json().crosswalk
    expect(second).toMatchObject({ version: 2, created_by: expect.stringMatching(/^\S+ \S+/) })
    const letters = withLine(first.lines, 6, { supporting: ['b', 'c'] })
    expect(second.lines).toEqual(withLine(letters, 5, { primary: ['b', 'd'], supporting: [] }))

    const reader = await t.as('fmb.approver')
    expect((await reader.get('/crosswalk')).json().crosswalk).toEqual(second)
    expect((await reader.get('/crosswalk/versions/1')).json().crosswalk).toEqual(first)
    expect((await reader.get('/crosswalk/versions/2')).json().crosswalk).toEqual(second)
    for (const version of ['3', '0', 'x', '-1', '99999999999'])
      expect((await reader.get(`/crosswalk/versions/${version}`)).statusCode, version).toBe(404)
  })

  test('is one line in the log with what differs, principle by principle', async () => {
    const { t, admin, first } = await aBureau()
    const why = 'Skills are what lets people take part.'
    const lines = withLine(
      withLine(withLine(first.lines, 5, { primary: ['d'], supporting: ['b'] }), 7, { why }),
      3,
      { supporting: [], why: `${first.lines[2]?.why} Always.` },
    )
    await save(admin, { version: 1, lines })
    expect(await loggedIn(t)).toEqual([
      {
        user_email: 'fmb.admin@bureau.example',
        auditable_type: 'Compliance to Safeguards',
        auditable_code: 'Crosswalk #2',
        changes: [
          { field: 'version', old: '1', new: '2' },
          { field: 'Principle 3', old: '(c); supporting (d)', new: '(c)' },
          { field: 'Principle 3 reason', old: first.lines[2]?.why, new: `${first.lines[2]?.why} Always.` },
          { field: 'Principle 5', old: '(b); supporting (d)', new: '(d); supporting (b)' },
          { field: 'Principle 7 reason', old: first.lines[6]?.why, new: why },
        ],
      },
    ])
  })

  test('as it is makes no version', async () => {
    const { t, admin, first } = await aBureau()
    const before = await auditCount(t)
    const reply = await save(admin, {
      version: 1,
      lines: withLine(first.lines, 6, { supporting: ['b', 'c'] }).toReversed(),
    })
    expect(reply.json()).toMatchObject({
      status: 409,
      message: 'Nothing differs from the newest version, so there is nothing to save.',
    })
    expect([await countVersions(t), await auditCount(t)]).toEqual([1, before])
  })

  test('[S-144] of two at the same moment one wins, and the other is told who saved first, when, and what', async () => {
    const { t, admin, first } = await aBureau()
    const people = [admin, await t.as('fmb.super')]
    const replies = await Promise.all(
      people.map((by, index) =>
        save(by, { version: 1, lines: withLine(first.lines, 5, { why: `Reason ${index}.` }) }),
      ),
    )
    expect(codesOf(replies)).toEqual([200, 409])
    const now: Crosswalk = (await admin.get('/crosswalk')).json().crosswalk
    const refused = replies.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused).toMatchObject(CHANGED)
    expect(refused.saved_before).toEqual({
      by: now.created_by,
      at: now.created_at,
      events: ['Crosswalk Saved'],
      fields: [{ field: 'Principle 5 reason', old: first.lines[4]?.why, new: now.lines[4]?.why }],
    })
    for (const version of [1, 3, 99])
      expect((await save(admin, { version, lines: first.lines })).json(), String(version)).toMatchObject(
        CHANGED,
      )
    expect([await countVersions(t), (await loggedIn(t)).length]).toEqual([2, 1])
  })

  test('with mistakes is refused with a sentence for each, under its field', async () => {
    const { t, admin, first } = await aBureau()
    const errorsOf = async (body: object) => (await save(admin, body)).json().errors
    const lines = withLine(withLine(first.lines, 1, { primary: [], why: '  ' }), 7, { primary: ['f'] })
    expect(await errorsOf({ version: 1, lines: withLine(lines, 1, { why: 'It is.' }) })).toEqual({
      'lines.0.primary': ['Principle 1 must answer at least one safeguard above all.'],
      lines: [
        'No principle answers safeguard (a) above all.',
        'No principle answers safeguard (g) above all.',
      ],
    })
    expect(await errorsOf({ version: 1, lines })).toMatchObject({
      'lines.0.why': ['The reason is required.'],
    })
    expect(await errorsOf({})).toEqual({
      version: ['Version is required.'],
      lines: ['The eight principles are required.'],
    })
    expect(await errorsOf({ version: 0.5, lines: first.lines.slice(1) })).toMatchObject({
      version: ['Version is required.'],
    })
    expect(await countVersions(t)).toBe(1)
  })
})

describe('the codes of other frameworks', () => {
  const CODES = { trees: ['1.1', '3.2'], ess: ['ESS5'], undp: ['7'] }

  test('are a new version, logged by principle, kept where a save leaves them out, and removed by an empty one', async () => {
    const { t, admin, first } = await aBureau()
    expect(first.lines.every((line) => line.frameworks === undefined)).toBe(true)
    // in the order in which a save stores them
    const lines = withLine(first.lines, 6, { supporting: ['b', 'c'] })
    const filled = withLine(lines, 3, { frameworks: CODES })
    const second = (await save(admin, { version: 1, lines: filled })).json().crosswalk
    expect(second.lines).toEqual(filled)
    const third = await save(admin, {
      version: 2,
      lines: withLine(first.lines, 5, { why: 'Another reason.' }),
    })
    expect(third.json().crosswalk.lines[2]).toEqual(filled[2])
    const fourth = await save(admin, {
      version: 3,
      lines: withLine(third.json().crosswalk.lines, 3, { frameworks: { ...CODES, ess: [], undp: [] } }),
    })
    expect(fourth.json().crosswalk.lines[2].frameworks).toEqual({ trees: CODES.trees })
    const fifth = await save(admin, {
      version: 4,
      lines: withLine(fourth.json().crosswalk.lines, 3, { frameworks: {} }),
    })
    expect(fifth.json().crosswalk.lines[2]).toEqual(lines[2])
    const field = 'Principle 3 other frameworks'
    expect((await loggedIn(t)).map(({ changes }) => changes.slice(1))).toEqual([
      [
        {
          field,
          old: null,
          new: 'ART TREES 2.0: 1.1, 3.2; World Bank ESS: ESS5; UNDP carbon registry: 7',
        },
      ],
      [expect.objectContaining({ field: 'Principle 5 reason' })],
      [expect.objectContaining({ field, new: 'ART TREES 2.0: 1.1, 3.2' })],
      [{ field, old: 'ART TREES 2.0: 1.1, 3.2', new: null }],
    ])
  })

  test('are short, each once, and at most twenty; anything else is refused under its field', async () => {
    const { t, admin, first } = await aBureau()
    const errorsOf = async (frameworks: object) => {
      const reply = await save(admin, { version: 1, lines: withLine(first.lines, 1, { frameworks }) })
      return [reply.statusCode, reply.json().errors]
    }
    expect(await errorsOf({ trees: ['x'.repeat(21)] })).toEqual([
      422,
      { 'lines.0.frameworks.trees.0': ['A code of ART TREES 2.0 cannot exceed 20 characters.'] },
    ])
    expect(await errorsOf({ ess: ['ESS5', ' ESS5 '] })).toEqual([
      422,
      { 'lines.0.frameworks.ess': ['A code of World Bank ESS is listed twice.'] },
    ])
    expect(await errorsOf({ ess: [' '], undp: ['1, 2'] })).toEqual([
      422,
      {
        'lines.0.frameworks.ess.0': ['A code of World Bank ESS is required.'],
        'lines.0.frameworks.undp.0': ['A code has no comma or semicolon.'],
      },
    ])
    expect(await errorsOf({ undp: Array.from({ length: 21 }, (_, at) => String(at)) })).toEqual([
      422,
      { 'lines.0.frameworks.undp': ['A principle has at most 20 codes of UNDP carbon registry.'] },
    ])
    expect(await countVersions(t)).toBe(1)
  })

  test('stand in a summary only where they are filled, and a frozen one keeps its own', async () => {
    const { t, admin, first } = await aBureau({ webDir: path.resolve('dist/web') })
    const before = await aDraft(t, { year: 2025 })
    expect((await shown(t, before.id)).document).not.toHaveProperty('other_frameworks')
    await save(admin, { version: 1, lines: withLine(first.lines, 3, { frameworks: CODES }) })
    const table = {
      columns: ['ART TREES 2.0', 'World Bank ESS', 'UNDP carbon registry'],
      rows: [
        { principle_number: 3, short_title: expect.any(String), cells: [['1.1', '3.2'], ['ESS5'], ['7']] },
      ],
    }
    expect((await shown(t, before.id)).document).toMatchObject({ other_frameworks: table })
    await published(t, before.id)
    await save(admin, { version: 2, lines: withLine(first.lines, 3, { frameworks: {} }) })
    const open = await t.app.inject({ url: '/summary/2025' })
    expect(open.body).toContain('Other frameworks')
    expect(open.body).toContain('1.1, 3.2')
    const docx = partsOf((await t.app.inject({ url: '/summary/2025.docx' })).rawPayload)
    const words = paragraphsOf(docx['word/document.xml'] ?? '').map((one) => one.words)
    for (const word of ['Other frameworks', 'World Bank ESS', '1.1, 3.2']) expect(words).toContain(word)
    const later = await aDraft(t, { year: 2026 })
    expect((await shown(t, later.id)).document).not.toHaveProperty('other_frameworks')
  })
})

describe('who', () => {
  test('its lines in the log are for FMB alone', async () => {
    const { t, admin, first } = await aBureau()
    await save(admin, { version: 1, lines: withLine(first.lines, 5, { why: 'Another reason.' }) })
    const today = new Date().toISOString().slice(0, 10)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const seenBy = async (person: string) =>
      (
        await (
          await t.as(person)
        ).get(`/reports/datatable/audit-logs?startDate=${today}&endDate=${tomorrow}&search=Crosswalk`)
      ).json().filteredCount
    expect([await seenBy('fmb.admin'), await seenBy('r4a.admin'), await seenBy('laguna.admin')]).toEqual([
      1, 0, 0,
    ])
  })
})

test('the versions, newest first, page by page, with how many summaries were frozen with each', async () => {
  const { t, admin, first } = await aBureau()
  await save(admin, { version: 1, lines: withLine(first.lines, 5, { why: 'Another reason.' }) })
  await aSummary(t, { status: 'Frozen', year: 2024 })
  await aSummary(t, { status: 'Published', year: 2025 })
  await aSummary(t, { status: 'Draft', year: 2026 })
  const { data, ...counts } = (await admin.get('/crosswalk/versions?length=1')).json()
  expect([data, counts]).toEqual([
    [{ version: 2, created_at: expect.any(String), created_by: expect.any(String), summaries: 0 }],
    { totalCount: 2, filteredCount: 2 },
  ])
  expect((await admin.get('/crosswalk/versions?length=1&page=2')).json().data).toEqual([
    { version: 1, created_at: first.created_at, created_by: null, summaries: 2 },
  ])
  expect((await admin.get('/crosswalk/versions?search=1')).json().filteredCount).toBe(1)
})

test('a version is changed by nobody, not even in the database', async () => {
  const { t } = await aBureau()
  await expect(sql`update crosswalks set lines = '[]'`.execute(t.db)).rejects.toThrow('never changed')
  await expect(sql`delete from crosswalks`.execute(t.db)).rejects.toThrow('never changed')
})
