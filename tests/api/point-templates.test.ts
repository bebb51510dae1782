import { beforeAll, describe, expect, test } from 'vitest'
import type { PointTemplate } from '../../shared/review/points.schema.ts'
import { errorsOf, statusOf } from '../support/oracles/replies.ts'
import { sentence } from '../support/oracles/worded.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { aPerson, aRole, codesOf, regionId } from '../support/records/people.ts'

/** The usual points of an office, a region and FMB. */

const AREA: PointTemplate = { kind: 'correct', text: 'The declared area and the mapped area differ.' }
const SCAN: PointTemplate = { kind: 'replace', text: 'The scan cannot be read.\n\nPlease scan it again.' }
const WHY: PointTemplate = { kind: 'explain', text: 'Why does it begin before the agreement?' }
const PATH = '/points/templates'

const t = withServer()
let laguna: Caller
beforeAll(async () => {
  laguna = await t.as('laguna.approver')
  await aPerson(t, 'laguna.colleague', { role: 'PENRO Approver', region: 'R04A', office: 'PENRO Laguna' })
})

const listOf = async (by: Caller): Promise<PointTemplate[]> => (await by.get(PATH)).json().templates
const save = (by: Caller, templates: readonly object[], was: readonly object[]) =>
  by.post(PATH, { templates, was })
/** Replaces whatever the list is. */
async function replaced(by: Caller, templates: readonly PointTemplate[]): Promise<void> {
  const reply = await save(by, templates, await listOf(by))
  expect([reply.statusCode, reply.json().templates], reply.body).toEqual([200, templates])
}
const logged = () =>
  t.db
    .selectFrom('audit_logs')
    .select(['auditable_type', 'auditable_code', 'user_email', 'field_change'])
    .where('event', '=', 'Usual Points Saved')
    .orderBy('id')
    .execute()

describe('the list', () => {
  test('is saved whole, in its order, and read by the colleagues of the office; the log says what changed', async () => {
    const before = (await logged()).length
    const typed = [{ ...AREA, text: `  ${AREA.text} ` }, SCAN]
    const reply = await save(laguna, typed, [])
    expect(reply.json()).toEqual({ templates: [AREA, SCAN] })
    const colleague = await t.as('laguna.colleague')
    expect(await listOf(colleague)).toEqual([AREA, SCAN])
    expect((await save(colleague, [WHY, AREA], [AREA, SCAN])).statusCode).toBe(200)
    expect(await listOf(laguna)).toEqual([WHY, AREA])
    await replaced(laguna, [AREA, WHY])

    const rows = (await logged()).slice(before)
    expect(rows.map(({ auditable_type, auditable_code }) => [auditable_type, auditable_code])).toEqual(
      rows.map(() => ['System', 'PENRO Laguna']),
    )
    const words = (one: PointTemplate) => `Please ${one.kind}. ${one.text}`
    expect(rows.map(({ field_change }) => field_change)).toEqual([
      [AREA, SCAN].map((one) => ({ field: 'usual_point', old: null, new: words(one) })),
      [
        { field: 'usual_point', old: words(SCAN), new: null },
        { field: 'usual_point', old: null, new: words(WHY) },
      ],
      [{ field: 'order', old: null, new: 'Changed' }],
    ])
    await replaced(laguna, [])
    expect(await listOf(laguna)).toEqual([])
  })

  test('each office, each region and FMB has its own', async () => {
    const own: Record<string, PointTemplate[]> = {
      'laguna.approver': [AREA],
      'quezon.approver': [SCAN],
      'r4a.approver': [WHY, AREA],
      'r9.approver': [],
      'fmb.approver': [SCAN, WHY],
    }
    for (const [person, list] of Object.entries(own)) await replaced(await t.as(person), list)
    for (const [person, list] of Object.entries(own))
      expect([person, await listOf(await t.as(person))]).toEqual([person, list])
    // all of FMB have one list
    expect(await listOf(await t.as('fmb.super'))).toEqual(own['fmb.approver'])
    for (const person of Object.keys(own)) await replaced(await t.as(person), [])
  })

  test('is for those who return records of either kind', async () => {
    for (const key of ['site_maps_return', 'site_activities_return'] as const) {
      const role = await aRole(t, { name: `Only ${key}`, access_level: 'PENRO', permissions: [key] })
      await aPerson(t, `only.${key}`, { role, region: 'R04A', office: 'PENRO Quezon' })
      const returning = await t.as(`only.${key}`)
      expect((await returning.get(PATH)).statusCode).toBe(200)
      expect((await save(returning, [], [])).statusCode).toBe(200)
    }
  })
})

describe('two at once', () => {
  test('what is not the list any more replaces nothing, and says so', async () => {
    await replaced(laguna, [AREA])
    for (const was of [[], [SCAN], [AREA, AREA], [{ ...AREA, kind: 'add' }]]) {
      const reply = await save(laguna, [WHY], was)
      expect([reply.statusCode, reply.json().message]).toEqual([409, sentence('templates_changed')])
      expect(reply.json().refusal.code).toBe('templates_changed')
    }
    expect(await listOf(laguna)).toEqual([AREA])
  })

  test('of eight saves of one moment one wins, and the list is whole; other offices do not wait for it', async () => {
    await replaced(laguna, [])
    const lists = Array.from({ length: 8 }, (_, index) => [
      AREA,
      { ...SCAN, text: `Page ${index + 1} cannot be read.` },
    ])
    const others = await Promise.all(['quezon.approver', 'r4a.approver', 'fmb.approver'].map(t.as))
    const [, ...replies] = await Promise.all([
      Promise.all(others.map((by) => save(by, [WHY], []))).then((saved) =>
        expect(codesOf(saved)).toEqual([200, 200, 200]),
      ),
      ...lists.map((list) => save(laguna, list, [])),
    ])
    const won = replies.filter((reply) => reply?.statusCode === 200)
    expect(won).toHaveLength(1)
    expect(await listOf(laguna)).toEqual(won[0]?.json().templates)
    for (const by of others) await replaced(by, [])
  })
})

test('what is no list is refused, each with its sentence; markup and long lines are text', async () => {
  await replaced(laguna, [])
  const refused = async (templates: readonly object[]) => errorsOf(save(laguna, templates, []))
  expect(await refused([{ kind: 'correct', text: ' \n ' }])).toEqual({
    'templates.0.text': ['Point is required.'],
  })
  expect(await refused([AREA, { kind: 'comment', text: 'x' }])).toEqual({
    'templates.1.kind': ['Choose what is needed: correct, replace, add or explain.'],
  })
  expect(await refused([{ kind: 'add', text: 'x'.repeat(1001) }])).toEqual({
    'templates.0.text': ['Point cannot exceed 1,000 characters.'],
  })
  expect(await refused(Array.from({ length: 41 }, () => AREA))).toEqual({
    templates: ['An office can have at most 40 usual points.'],
  })
  for (const body of [{}, { templates: [] }, { templates: 'all', was: [] }, []])
    expect(await statusOf(laguna.post(PATH, body))).toBe(422)
  const hostile: PointTemplate = { kind: 'add', text: `<script>alert('1')</script>'; drop table users; --` }
  await replaced(laguna, [hostile])
  const full = Array.from({ length: 40 }, (_, index) => ({ ...AREA, text: `${index} ${'ñ'.repeat(990)}` }))
  await replaced(laguna, full)
  expect(await listOf(laguna)).toEqual(full)
  await replaced(laguna, [])
})

describe('an office that is merged into another one', () => {
  async function anOffice(name: string) {
    const region_id = await regionId(t, 'R04A')
    const { id } = await t.db
      .insertInto('offices')
      .values({ region_id, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await aPerson(t, name.toLowerCase().replaceAll(' ', '.'), {
      role: 'PENRO Approver',
      region: 'R04A',
      office: name,
    })
    return { id, approver: await t.as(name.toLowerCase().replaceAll(' ', '.')) }
  }

  test('brings its usual points behind those of the other, without those that both have', async () => {
    const [from, into] = [await anOffice('CENRO One'), await anOffice('CENRO Two')]
    await replaced(from.approver, [SCAN, AREA, WHY])
    await replaced(into.approver, [AREA])
    const merged = await (await t.as('fmb.admin')).post(`/offices/${from.id}/merge`, { into_id: into.id })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(await listOf(into.approver)).toEqual([AREA, SCAN, WHY])
    expect(await listOf(from.approver)).toEqual([AREA, SCAN, WHY])
    const row = await t.db
      .selectFrom('audit_logs')
      .select('field_change')
      .where('event', '=', 'Location Data Changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row.field_change).toContainEqual({ field: 'usual_points', old: null, new: '2' })
  })

  test('with more points than a list can have: all are read, and the office chooses which to save', async () => {
    const [from, into] = [await anOffice('CENRO Three'), await anOffice('CENRO Four')]
    const many = (name: string) =>
      Array.from({ length: 40 }, (_, index) => ({ ...AREA, text: `${name} ${index}` }))
    await replaced(from.approver, many('one'))
    await replaced(into.approver, many('other'))
    await (await t.as('fmb.admin')).post(`/offices/${from.id}/merge`, { into_id: into.id })
    const all = await listOf(into.approver)
    expect(all).toEqual([...many('other'), ...many('one')])
    expect(await errorsOf(save(into.approver, all, all))).toEqual({
      templates: ['An office can have at most 40 usual points.'],
    })
    await replaced(into.approver, all.slice(20, 60))
  })

  test('while its list is saved: the list is in the other office, or the save is told that the office is gone', async () => {
    const [from, into] = [await anOffice('CENRO Five'), await anOffice('CENRO Six')]
    const fmb = await t.as('fmb.admin')
    const [saved, merged] = await Promise.all([
      save(from.approver, [WHY], []),
      fmb.post(`/offices/${from.id}/merge`, { into_id: into.id }),
    ])
    expect(merged.statusCode, merged.body).toBe(200)
    expect([200, 404], saved.body).toContain(saved.statusCode)
    expect(await listOf(into.approver)).toEqual(saved.statusCode === 200 ? [WHY] : [])
  })
})
