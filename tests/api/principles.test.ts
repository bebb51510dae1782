import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import reference from '../../db/seed/principles.json'
import { parseHelper } from '../../shared/principles/helper-blocks.ts'
import { PRINCIPLE_SHORT_TITLES, type SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { type Caller, startApp, type TestApp } from '../support/app.ts'

let t: TestApp
let encoder: Caller
beforeAll(async () => {
  t = await startApp()
  encoder = await t.as('laguna.encoder')
  await addBatchTwo()
})
afterAll(() => t.close())

/** A second batch, as saving criteria will make one: principle 1 has one criteria with one indicator. */
async function addBatchTwo() {
  await t.db.insertInto('principle_batches').values({ batch_number: 2 }).execute()
  const batch = await t.db.selectFrom('site_principles').selectAll().where('batch_number', '=', 1).execute()
  const copies = batch.map(({ id: _, ...principle }) => ({ ...principle, batch_number: 2 }))
  const rows = await t.db
    .insertInto('site_principles')
    .values(copies)
    .returning(['id', 'principle_number'])
    .execute()
  for (const { id } of rows) {
    const criteria = await t.db
      .insertInto('site_criteria')
      .values({ sites_principle_id: id, order: 1, title: 'New criteria' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await t.db
      .insertInto('site_criteria_indicators')
      .values({ sites_criteria_id: criteria.id, order: 1, title: 'New indicator' })
      .execute()
  }
}

const batchOf = async (query: string): Promise<SitePrinciple[]> =>
  (await encoder.get(`/sites/principles/search?${query}`)).json().sitePrinciples

describe('the current batch', () => {
  test('[PRINCIPLES-13] GET sites/principles returns the eight of the newest batch, in their order', async () => {
    const reply = await encoder.get('/sites/principles')
    expect(reply.statusCode).toBe(200)
    const principles: SitePrinciple[] = reply.json().sitePrinciples
    expect(principles.map((one) => one.principle_number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(new Set(principles.map((one) => one.batch_number))).toEqual(new Set([2]))
  })

  test('[PRINCIPLES-13] GET sites/principles/{id} returns one principle of any batch', async () => {
    const [old] = await batchOf('batch_number=1')
    const reply = await encoder.get(`/sites/principles/${old?.id}`)
    expect(reply.json()).toEqual({ sitePrinciple: old })
    expect((await encoder.get('/sites/principles/999999')).statusCode).toBe(404)
    expect((await encoder.get('/sites/principles/x')).json()).toMatchObject({ message: 'Invalid ID' })
  })
})

describe('the first batch', () => {
  test('[PRINCIPLES-01] has eight principles with the titles of the reference set on the listed subjects', async () => {
    const principles = await batchOf('batch_number=1')
    expect(principles.map((one) => one.title)).toEqual(reference.map((one) => one.title))
    expect(Object.values(PRINCIPLE_SHORT_TITLES)).toHaveLength(8)
  })

  test('[PRINCIPLES-05] a principle has id, number, batch, criteria and the last numbers used', async () => {
    for (const principle of await batchOf('batch_number=1')) {
      expect(Object.keys(principle).sort()).toEqual([
        'batch_number',
        'criteria',
        'id',
        'last_criteria_indicator_number',
        'last_criteria_number',
        'principle_number',
        'title',
      ])
      expect(principle.last_criteria_number).toBe(Math.max(...principle.criteria.map((one) => one.order)))
    }
  })

  test('[PRINCIPLES-06] criteria and indicators carry id, order and title, in order', async () => {
    const principles = await batchOf('batch_number=1')
    for (const [index, principle] of principles.entries()) {
      const expected = reference[index]?.criteria ?? []
      expect(principle.criteria.map(({ order, title }) => ({ order, title }))).toEqual(
        expected.map(({ order, title }) => ({ order, title })),
      )
      for (const [place, criteria] of principle.criteria.entries()) {
        expect(criteria.sites_principle_id).toBe(principle.id)
        expect(Object.keys(criteria).sort()).toEqual([
          'criteria_indicator',
          'id',
          'order',
          'sites_principle_id',
          'title',
        ])
        const indicators = criteria.criteria_indicator
        expect(indicators.map(({ order, title }) => ({ order, title }))).toEqual(
          expected[place]?.indicators.map(({ order, title }) => ({ order, title })),
        )
        for (const indicator of indicators)
          expect(Object.keys(indicator).sort()).toEqual(['helper', 'id', 'order', 'title'])
      }
    }
  })

  test('the notes of every indicator are a block list with the lines of the reference set', async () => {
    const [first] = await batchOf('batch_number=1')
    const lines = reference[0]?.criteria[0]?.indicators[0]?.helper
    const parsed = parseHelper(first?.criteria[0]?.criteria_indicator[0]?.helper ?? '')
    expect(parsed.ok && parsed.blocks.map((block) => block.text.map((run) => run.text).join(''))).toEqual(
      lines,
    )
  })
})

describe('[PRINCIPLES-14] search', () => {
  test.each([
    ['principle_number=3', [3], 2],
    ['batch_number=1', [1, 2, 3, 4, 5, 6, 7, 8], 1],
    ['batch_number=1&principle_number=4', [4], 1],
    ['batch_number=1&principle_number=4&batch_only=true', [1, 2, 3, 4, 5, 6, 7, 8], 1],
    ['', [1, 2, 3, 4, 5, 6, 7, 8], 2],
  ])('%s', async (query, numbers, batch) => {
    const found = await batchOf(query)
    expect(found.map((one) => one.principle_number)).toEqual(numbers)
    expect(found.every((one) => one.batch_number === batch)).toBe(true)
  })

  test('what does not exist is not found, what is no number is refused', async () => {
    expect(await batchOf('principle_number=9')).toEqual([])
    expect(await batchOf('batch_number=99')).toEqual([])
    const reply = await encoder.get('/sites/principles/search?principle_number=one')
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { principle_number: ['Invalid ID'] }])
  })
})

test('everyone who is signed in may read the criteria, nobody else', async () => {
  const [first] = await batchOf('batch_number=1')
  for (const url of ['/sites/principles', '/sites/principles/search', `/sites/principles/${first?.id}`]) {
    for (const person of ['fmb.approver', 'r9.approver', 'zds.encoder', 'ncr.approver'])
      expect((await (await t.as(person)).get(url)).statusCode).toBe(200)
    expect((await (await t.as(null)).get(url)).statusCode).toBe(401)
    expect((await (await t.as('left.encoder')).get(url)).statusCode).toBe(401)
  }
})
