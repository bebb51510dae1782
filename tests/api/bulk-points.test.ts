import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runBulk } from '../../server/pending/bulk.jobs.ts'
import { BULK_MAX, BULK_POINTS_MAX } from '../../shared/review/bulk.schema.ts'
import type { Point, PointInput } from '../../shared/review/points.schema.ts'
import { errorsOf } from '../support/oracles/replies.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { FULL } from '../support/full.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { chosen, newest, opened, outcomes, type Path } from '../support/records/bulk.ts'
import { auditOf, aSite } from '../support/records/factories.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'

/** A return of many records with points for all of them and for single ones. */

const BOUNDARY: PointInput = {
  kind: 'replace',
  place: { about: 'boundary' },
  text: 'Please draw the whole site.',
}
const PARTNER: PointInput = {
  kind: 'correct',
  place: { about: 'field', field: 'name_of_partner' },
  text: 'Please write it in full.',
}
const AGREEMENT: PointInput = {
  kind: 'replace',
  place: { about: 'document', document: 'agreement_id' },
  text: 'Please attach the signed one.',
}
const WHOLE: PointInput = { kind: 'explain', place: { about: 'record' }, text: 'Why so late?' }
const NO_PLACE = 'This record has no such place. Please choose it again.'

const t = withServer()
let approver: Caller
beforeAll(async () => {
  approver = await t.as('laguna.approver')
})
afterAll(() => expectStoredCounts(t))

type Part = { comments?: Record<string, string>; points?: PointInput[] }

/** Returns these records, the parts of each by its place in the list, and runs the decision. */
async function returned(path: Path, ids: readonly number[], all: Part, own: Record<number, Part> = {}) {
  await opened(t, 'laguna.approver', path, ids)
  const records = (await chosen(t, path, ids)).map((one, index) => ({ ...one, ...own[index] }))
  const reply = await approver.post(`/${path}/bulk`, { action: 'return', records, ...all })
  expect(reply.statusCode, reply.body).toBe(200)
  await runBulk(t.services, reply.json().bulk.id)
  return newest(approver, path)
}
const pointsOf = async (path: Path, id: number): Promise<Point[]> =>
  (await approver.get(`/${path}/${id}/points`)).json().data
const told = (points: readonly Point[]) =>
  points.map(({ kind, label, text, state, level }) => [kind, label, text, state, level])
const siteOf = (id: number) =>
  t.db.selectFrom('site_profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const sites = async (count: number) => {
  const ids: number[] = []
  while (ids.length < count) ids.push((await aSite(t)).id)
  return ids
}

describe('points of a return of many', () => {
  test('those for all come before the own ones; a comment of either is a point as well', async () => {
    const ids = await sites(3)
    const bulk = await returned(
      'sites',
      ids,
      { points: [BOUNDARY, AGREEMENT] },
      { 1: { points: [PARTNER] }, 2: { comments: { returned_reason: 'See the letter.' } } },
    )
    expect(outcomes(bulk)).toEqual(ids.map(() => ['Decided', null]))
    const [one = 0, two = 0, three = 0] = ids
    const boundary = ['replace', 'Boundary', BOUNDARY.text, 'open', 'PENRO']
    // [S-167] the agreement is the file that each record has as such
    const agreementOf = async (id: number) => {
      const { name } = await t.db
        .selectFrom('files')
        .select('name')
        .where('id', '=', (await siteOf(id)).agreement_id)
        .executeTakeFirstOrThrow()
      return ['replace', `Agreement: ${name}`, AGREEMENT.text, 'open', 'PENRO']
    }
    const first = await pointsOf('sites', one)
    expect(told(first)).toEqual([boundary, await agreementOf(one)])
    expect(first[1]?.place).toEqual({ about: 'file', file_id: (await siteOf(one)).agreement_id })
    const partner = await pointsOf('sites', two)
    expect(told(partner)).toEqual([
      boundary,
      await agreementOf(two),
      ['correct', partner[2]?.label, PARTNER.text, 'open', 'PENRO'],
    ])
    expect(told(await pointsOf('sites', three))).toEqual([
      ['comment', 'The profile', 'See the letter.', 'open', 'PENRO'],
      boundary,
      await agreementOf(three),
    ])
    // a client that knows no points reads them as the comment
    expect(await siteOf(one)).toMatchObject({
      returned_reason: expect.stringContaining(`Boundary: Please replace. ${BOUNDARY.text}\n\n`),
      open_points: 2,
      answered_points: 0,
    })
    expect(await siteOf(three)).toMatchObject({ returned_reason: 'See the letter.', open_points: 3 })
    const row = (await auditOf(t, two)).find(({ event }) => event === 'Returned (PENRO)')
    expect(row?.field_change).toContainEqual({ field: 'points', old: null, new: '3 points' })
  })

  test('of activities: about a principle of all, and about the whole of one', async () => {
    const ids = [
      (await anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) })).id,
      (await anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) })).id,
      (await anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) })).id,
    ]
    const principle: PointInput = {
      kind: 'add',
      place: { about: 'principle', principle_number: 3 },
      text: 'The minutes.',
    }
    const bulk = await returned(
      'sites/activities',
      ids,
      { points: [principle] },
      { 0: { points: [WHOLE] }, 2: { points: [AGREEMENT] } },
    )
    const done = ['Decided', null]
    expect(outcomes(bulk)).toEqual([done, done, ['Refused', NO_PLACE]])
    expect(told(await pointsOf('sites/activities', ids[0] ?? 0))).toEqual([
      ['add', 'Principle #3', 'The minutes.', 'open', 'PENRO'],
      ['explain', 'The activity', 'Why so late?', 'open', 'PENRO'],
    ])
    expect(told(await pointsOf('sites/activities', ids[1] ?? 0))).toHaveLength(1)
  })

  test('a place that one record does not have refuses this one with its sentence, and no other', async () => {
    const ids = await sites(3)
    const foreign: PointInput = { ...WHOLE, place: { about: 'file', file_id: 999_999 } }
    const bulk = await returned('sites', ids, { points: [WHOLE] }, { 1: { points: [foreign] } })
    expect(outcomes(bulk)).toEqual([
      ['Decided', null],
      ['Refused', NO_PLACE],
      ['Decided', null],
    ])
    expect(await siteOf(ids[1] ?? 0)).toMatchObject({ site_status: 'Submitted', open_points: 0 })
    expect(await pointsOf('sites', ids[1] ?? 0)).toEqual([])
  })

  test('a record without comment and point, too many points and what is no point: nothing begins', async () => {
    const ids = await sites(2)
    const records = await chosen(t, 'sites', ids)
    const begin = (body: object) => approver.post('/sites/bulk', { action: 'return', records, ...body })
    expect(await errorsOf(begin({}))).toEqual({
      'records.0.comments.returned_reason': ['Comment is required.'],
    })
    const [one, two] = records
    const ownOnly = [{ ...one, points: [WHOLE] }, two]
    expect(await errorsOf(begin({ records: ownOnly }))).toEqual({
      'records.1.comments.returned_reason': ['Comment is required.'],
    })
    const many = Array.from({ length: BULK_POINTS_MAX + 1 }, () => WHOLE)
    const sentence = 'A return of several records can have at most 20 points for all, and 20 for each.'
    expect(await errorsOf(begin({ points: many }))).toEqual({ points: [sentence] })
    expect(await errorsOf(begin({ records: [{ ...one, points: many }] }))).toEqual({
      'records.0.points': [sentence],
    })
    expect(await errorsOf(begin({ points: [{ ...WHOLE, text: ' ' }] }))).toEqual({
      'points.0.text': ['Point is required.'],
    })
    for (const id of ids) expect((await siteOf(id)).site_status).toBe('Submitted')
  })

  test('points of an approval are not sent', async () => {
    const [id = 0] = await sites(1)
    await opened(t, 'laguna.approver', 'sites', [id])
    const records = await chosen(t, 'sites', [id])
    const reply = await approver.post('/sites/bulk', { action: 'approve', records, points: [WHOLE] })
    await runBulk(t.services, reply.json().bulk.id)
    expect(outcomes(await newest(approver, 'sites'))).toEqual([['Decided', null]])
    expect(await pointsOf('sites', id)).toEqual([])
  })
})

const MANY = FULL ? BULK_MAX : 20

test(`${MANY} records are returned with three points for all and one each`, {
  timeout: 300_000,
}, async () => {
  const ids = await manyWaiting(t, 'PENRO Laguna', { count: MANY, marked: 0 })
  const own = Object.fromEntries(
    ids.map((_, index) => [index, { points: [{ ...PARTNER, text: `Own point ${index}.` }] }]),
  )
  const bulk = await returned('sites', ids, { points: [BOUNDARY, WHOLE, PARTNER] }, own)
  expect(new Set(bulk.rows.map(({ state }) => state))).toEqual(new Set(['Decided']))
  const rows = await t.db
    .selectFrom('threads')
    .innerJoin('site_profiles', 'site_profiles.record_id', 'threads.record_id')
    .innerJoin('thread_steps', (join) =>
      join.onRef('thread_steps.kind', '=', 'threads.kind').onRef('thread_id', '=', 'threads.id'),
    )
    .select(['site_profiles.id as site_profile_id', 'text'])
    .where('threads.kind', '=', 'point')
    .where('site_profiles.id', 'in', ids)
    .orderBy('threads.id')
    .execute()
  expect(rows).toHaveLength(4 * MANY)
  for (const [index, id] of ids.entries())
    expect(rows.filter((row) => row.site_profile_id === id).map(({ text }) => text)).toEqual([
      BOUNDARY.text,
      WHOLE.text,
      PARTNER.text,
      `Own point ${index}.`,
    ])
})
