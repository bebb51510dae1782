import { beforeAll, describe, expect, test } from 'vitest'
import reference from '../../db/seed/principles.json'
import { parseHelper } from '../../shared/principles/helper-blocks.ts'
import {
  PRINCIPLE_SHORT_TITLES,
  type PrincipleBatch,
  type SitePrinciple,
} from '../../shared/principles/principles.schema.ts'
import {
  activityOf,
  aMov,
  anActivity,
  anApprovedSite,
  type ActivityState,
} from '../support/records/activity-factories.ts'
import { type Caller, startAppForTest, withServer } from '../support/product/app.ts'
import { auditCount, auditOf, codesOf } from '../support/records/people.ts'
import { FULL } from '../support/full.ts'

const t = withServer()
let encoder: Caller
let admin: Caller
/** Batch 2 was made by rewriting principle 1 to one criteria with one indicator. */
beforeAll(async () => {
  encoder = await t.as('laguna.encoder')
  admin = await t.as('fmb.admin')
  const reply = await admin.post('/sites/principles', {
    principle_number: 1,
    batch_number: 1,
    criteria: [
      { order: 1, title: 'New criteria', criteria_indicator: [{ order: 1, title: 'New indicator' }] },
    ],
  })
  expect(reply.statusCode, reply.body).toBe(200)
})

const found = async (by: Caller, query: string): Promise<SitePrinciple[]> =>
  (await by.get(`/sites/principles/search?${query}`)).json().sitePrinciples
const batchOf = (query: string) => found(encoder, query)
const principleNow = async (by: Caller, number: number): Promise<SitePrinciple> => {
  const [principle] = await found(by, `principle_number=${number}`)
  if (!principle) throw new Error(`There is no principle ${number}.`)
  return principle
}

/** The request of the edit screen that saves this principle unchanged. */
const asInput = ({ principle_number, batch_number, criteria }: SitePrinciple) => ({
  principle_number,
  batch_number,
  criteria: criteria.map(({ sites_principle_id: _, ...one }) => one),
})
type Input = ReturnType<typeof asInput>

/** A principle without the ids and numbers that every batch changes. */
const words = (principle: SitePrinciple | undefined) => ({
  title: principle?.title,
  last: [principle?.last_criteria_number, principle?.last_criteria_indicator_number],
  criteria: principle?.criteria.map(({ order, title, criteria_indicator }) => ({
    order,
    title,
    indicators: criteria_indicator.map(({ id: _, figures, ...one }) => ({
      ...one,
      figures: figures.map(({ id: _own, ...figure }) => figure),
    })),
  })),
})

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
        'checks',
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
          expect(Object.keys(indicator).sort()).toEqual(['figures', 'helper', 'id', 'order', 'title'])
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
    const all = await batchOf(query)
    expect(all.map((one) => one.principle_number)).toEqual(numbers)
    expect(all.every((one) => one.batch_number === batch)).toBe(true)
  })

  test('what does not exist is not found, what is no number is refused', async () => {
    expect(await batchOf('principle_number=9')).toEqual([])
    expect(await batchOf('batch_number=99')).toEqual([])
    const reply = await encoder.get('/sites/principles/search?principle_number=one')
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { principle_number: ['Invalid ID'] }])
  })
})

/** Starts a product with principle 3 of batch 1 ready to be saved. */
async function editing(number = 3) {
  const own = await startAppForTest()
  const by = await own.as('fmb.admin')
  const before = await principleNow(by, number)
  return { t: own, admin: by, before, input: asInput(before) }
}
const save = (by: Caller, body: object) => by.post('/sites/principles', body)
const saved = async (by: Caller, body: object): Promise<SitePrinciple> => {
  const reply = await save(by, body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().sitePrinciple
}
const errorsOf = async (by: Caller, body: object) => {
  const reply = await save(by, body)
  return [reply.statusCode, reply.json().errors]
}
const retitled = (input: Input, title: string): Input => ({
  ...input,
  criteria: input.criteria.map((one, index) => (index === 0 ? { ...one, title } : one)),
})

describe('saving criteria', () => {
  test('[PRINCIPLES-15] [PRINCIPLES-01] makes the next batch: the new criteria of one principle and copies of the other seven', async () => {
    const { admin: by, before, input } = await editing()
    const old = await found(by, 'batch_number=1')
    const note = '[{"type":"paragraph","text":[{"text":"See the "},{"text":"annex","bold":true}]}]'
    const after = await saved(by, {
      ...input,
      // the titles of the principles are fixed
      title: 'Another title',
      criteria: [
        {
          ...input.criteria[0],
          title: '  Land   and water ',
          criteria_indicator: [{ ...input.criteria[0]?.criteria_indicator[0], helper: note }],
        },
        { order: 4, title: 'Culture', criteria_indicator: [{ order: 1, title: 'Rites are respected' }] },
      ],
    })
    expect(after).toMatchObject({ principle_number: 3, batch_number: 2, title: before.title })
    expect(words(after).criteria).toEqual([
      {
        order: 1,
        title: 'Land and water',
        indicators: [
          { order: 1, title: before.criteria[0]?.criteria_indicator[0]?.title, helper: note, figures: [] },
        ],
      },
      {
        order: 4,
        title: 'Culture',
        indicators: [{ order: 1, title: 'Rites are respected', helper: '[]', figures: [] }],
      },
    ])
    expect((await by.get(`/sites/principles/${after.id}`)).json()).toEqual({ sitePrinciple: after })

    const now = await found(by, 'batch_number=2')
    expect(now.map((one) => one.principle_number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const others = (all: SitePrinciple[]) => all.filter((one) => one.principle_number !== 3)
    expect(others(now).map(words)).toEqual(others(old).map(words))
    const idsIn = (all: SitePrinciple[]) =>
      all.flatMap((one) => [
        `principle ${one.id}`,
        ...one.criteria.flatMap((criteria) => [
          `criteria ${criteria.id}`,
          ...criteria.criteria_indicator.map(({ id }) => `indicator ${id}`),
        ]),
      ])
    const both = [...idsIn(old), ...idsIn(now)]
    expect(new Set(both).size).toBe(both.length)
  })

  test('[PRINCIPLES-11] the older batch stays as it was, readable, and cannot be made current again', async () => {
    const { admin: by, input } = await editing()
    const old = await found(by, 'batch_number=1')
    await saved(by, retitled(input, 'Land and water'))
    expect(await found(by, 'batch_number=1')).toEqual(old)
    for (const one of old)
      expect((await by.get(`/sites/principles/${one.id}`)).json()).toEqual({ sitePrinciple: one })
    expect((await save(by, input)).statusCode).toBe(409)
    expect((await principleNow(by, 3)).criteria[0]?.title).toBe('Land and water')
  })

  test('[PRINCIPLES-05] a removed number is never given again', async () => {
    const { admin: by, before, input } = await editing(2)
    expect(before).toMatchObject({ last_criteria_number: 4, last_criteria_indicator_number: 2 })
    const shorter = await saved(by, { ...input, criteria: input.criteria.slice(0, 3) })
    expect(shorter.last_criteria_number).toBe(4)

    const added = (order: number, batch: SitePrinciple) => {
      const now = asInput(batch)
      const criteria = { order, title: 'Audits', criteria_indicator: [{ order: 1, title: 'Yearly audit' }] }
      return { ...now, criteria: [...now.criteria, criteria] }
    }
    expect(await errorsOf(by, added(4, shorter))).toEqual([
      422,
      { 'criteria.3.order': ['This number was used by a removed line and cannot be used again.'] },
    ])
    const longer = await saved(by, added(5, shorter))
    expect(longer.last_criteria_number).toBe(5)

    const now = asInput(longer)
    const [first, ...rest] = now.criteria
    const without = await saved(by, {
      ...now,
      criteria: [{ ...first, criteria_indicator: first?.criteria_indicator.slice(0, 1) }, ...rest],
    })
    const again = asInput(without)
    const indicators = [...(again.criteria[0]?.criteria_indicator ?? []), { order: 2, title: 'Back again' }]
    const body = {
      ...again,
      criteria: [{ ...again.criteria[0], criteria_indicator: indicators }, ...again.criteria.slice(1)],
    }
    expect(await errorsOf(by, body)).toMatchObject([
      422,
      { 'criteria.0.criteria_indicator.1.order': [expect.any(String)] },
    ])
  })

  test('neighbours change places and numbers', async () => {
    const { admin: by, input } = await editing()
    const [one, two, ...rest] = input.criteria
    const after = await saved(by, {
      ...input,
      criteria: [{ ...two, order: 1 }, { ...one, order: 2 }, ...rest],
    })
    expect(after.criteria.map(({ title }) => title)).toEqual(
      [two, one, ...rest].map((criteria) => criteria?.title),
    )
  })

  test('[PRINCIPLES-08] [PRINCIPLES-09] what is wrong is told under its field, and nothing is saved', async () => {
    const { t: own, admin: by, input } = await editing()
    const lines = await auditCount(own)
    expect(await errorsOf(by, { criteria: input.criteria })).toEqual([
      422,
      { principle_number: ['Principle number is required.'], batch_number: ['Batch number is required.'] },
    ])
    const [first] = input.criteria
    const indicators = [
      { ...first?.criteria_indicator[0], title: 'x' },
      { ...first?.criteria_indicator[1], title: 'y'.repeat(501), helper: '[{"type":"table","text":[]}]' },
    ]
    const wrong = [
      { ...first, title: undefined, criteria_indicator: indicators },
      { ...input.criteria[1], criteria_indicator: [] },
    ]
    expect(await errorsOf(by, { ...input, criteria: wrong })).toEqual([
      422,
      {
        'criteria.0.title': ['Criteria title is required.'],
        'criteria.0.criteria_indicator.0.title': ['Indicator title must be at least 2 characters.'],
        'criteria.0.criteria_indicator.1.title': ['Indicator title cannot exceed 500 characters.'],
        'criteria.0.criteria_indicator.1.helper': ['The notes may contain paragraphs and bullet items only.'],
        'criteria.1.criteria_indicator': ['At least one outcome indicator is required.'],
      },
    ])
    expect(await errorsOf(by, { ...input, criteria: [first, { ...input.criteria[1], order: 1 }] })).toEqual([
      422,
      { 'criteria.1.order': ['The number 1 is used twice.'] },
    ])
    expect((await principleNow(by, 3)).batch_number).toBe(1)
    expect(await auditCount(own)).toBe(lines)
  })

  test('[PRINCIPLES-07] notes come back as the block list that was sent, links cleaned', async () => {
    const { admin: by, before } = await editing()
    const note = (more: object) =>
      JSON.stringify([
        { type: 'paragraph', text: [{ text: 'Read ' }, { text: 'the law', italic: true, ...more }] },
        { type: 'bullet', text: [{ text: 'Certificate of Las Piñas 🌳', bold: true }] },
      ])
    const noted = (helper: string, batch_number = before.batch_number) => ({
      principle_number: 3,
      batch_number,
      criteria: [{ order: 1, title: 'Land', criteria_indicator: [{ order: 1, title: 'Titles', helper }] }],
    })
    const noteOf = (principle: SitePrinciple) => principle.criteria[0]?.criteria_indicator[0]?.helper
    const linked = note({ link: 'https://example.org/law' })
    expect(noteOf(await saved(by, noted(linked)))).toBe(linked)
    expect(noteOf(await saved(by, noted(note({ link: 'javascript:alert(1)' }), 2)))).toBe(note({}))
    const long = JSON.stringify([{ type: 'paragraph', text: [{ text: 'x'.repeat(20_000) }] }])
    expect(await errorsOf(by, noted(long, 3))).toMatchObject([
      422,
      {
        'criteria.0.criteria_indicator.0.helper': [
          'The notes must not exceed 20,000 characters, formatting included.',
        ],
      },
    ])
  })
})

describe('two savers', () => {
  const changed = {
    message: 'The criteria were changed by another user. Please reload.',
    status: 409,
    code: 'state',
    refusal: { code: 'criteria_changed', params: {} },
  }

  test('the batch of the save is the current one or the next, every other is refused (S-61)', async () => {
    const { admin: by, input } = await editing()
    const second = await saved(by, input)
    // a caller without ids names the batch it creates
    const bare = {
      ...input,
      criteria: input.criteria.map(({ id: _, criteria_indicator, ...one }) => ({
        ...one,
        criteria_indicator: criteria_indicator.map(({ id: __, ...indicator }) => indicator),
      })),
    }
    expect((await saved(by, { ...bare, batch_number: second.batch_number + 1 })).batch_number).toBe(3)
    for (const batch_number of [1, 2, 5, 99]) {
      const reply = await save(by, { ...bare, batch_number })
      expect(reply.json()).toMatchObject(changed)
    }
    expect((await principleNow(by, 3)).batch_number).toBe(3)
  })

  test('[S-144] who saves second is told who saved first, when, and what', async () => {
    const { t: own, admin: by, input } = await editing()
    const second = await saved(by, retitled(input, 'Their title'))
    const other = await own.as('fmb.super')
    const refused = await save(other, retitled(input, 'My title'))
    expect(refused.json()).toMatchObject(changed)
    const { saved_before } = refused.json()
    const batch = await own.db
      .selectFrom('principle_batches')
      .innerJoin('users', 'users.id', 'principle_batches.created_by')
      .select(['principle_batches.created_at', 'users.first_name', 'users.last_name'])
      .where('batch_number', '=', second.batch_number)
      .executeTakeFirstOrThrow()
    expect(saved_before).toMatchObject({
      by: `${batch.first_name} ${batch.last_name}`,
      at: batch.created_at,
      events: ['Criteria Saved'],
    })
    expect(saved_before.fields).toContainEqual(expect.objectContaining({ new: 'Their title' }))
    expect((await principleNow(by, 3)).criteria[0]?.title).toBe('Their title')
    // of another principle, only that it changed
    const five = asInput(await principleNow(by, 5))
    const elsewhere = await save(by, { ...five, batch_number: 1 })
    expect(elsewhere.json().saved_before.fields).toEqual([{ field: 'Principle #3', old: null, new: null }])
  })

  test('[S-145] a figure says which other of its indicator it is a part of; another name is refused', async () => {
    const { admin: by } = await editing()
    const five = asInput(await principleNow(by, 5))
    const withPart = (part_of: string | null) => ({
      ...five,
      criteria: five.criteria.map((one) => ({
        ...one,
        criteria_indicator: one.criteria_indicator.map((indicator) => ({
          ...indicator,
          figures: indicator.figures?.map((figure) =>
            figure.name === 'Women trained' ? { ...figure, part_of } : figure,
          ),
        })),
      })),
    })
    const partOf = async () =>
      (await principleNow(by, 5)).criteria
        .flatMap(({ criteria_indicator }) => criteria_indicator.flatMap(({ figures }) => figures))
        .find(({ name }) => name === 'Women trained')?.part_of
    expect(await partOf()).toBe('People trained')
    for (const strange of ['Women trained', 'Nobody', 'Participants']) {
      const refused = await save(by, withPart(strange))
      expect(refused.statusCode, strange).toBe(422)
      expect(Object.keys(refused.json().errors)[0]).toMatch(/figures\.\d\.part_of$/)
    }
    await saved(by, withPart(null))
    expect(await partOf()).toBe(null)
  })

  test('nor may a save of the next number continue what an older batch held', async () => {
    const { admin: by, input } = await editing()
    await saved(by, input)
    expect((await save(by, { ...input, batch_number: 2 })).json()).toMatchObject(changed)
  })

  test('of many at the same moment one wins, the others are told, and one batch is made', async () => {
    const { t: own, input } = await editing()
    const people = await Promise.all(['fmb.admin', 'fmb.super'].map((person) => own.as(person)))
    const tries = Array.from({ length: 8 }, (_, index) => retitled(input, `Title of try ${index}`))
    const replies = await Promise.all(tries.map((body, index) => save(people[index % 2] as Caller, body)))
    expect(codesOf(replies)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
      expect(reply.json()).toMatchObject(changed)
    const winner = replies.findIndex(({ statusCode }) => statusCode === 200)
    const now = await principleNow(people[0] as Caller, 3)
    expect([now.batch_number, now.criteria[0]?.title]).toEqual([2, `Title of try ${winner}`])
    expect(await own.db.selectFrom('principle_batches').selectAll().execute()).toHaveLength(2)
    expect(await own.db.selectFrom('site_principles').selectAll().execute()).toHaveLength(16)
    expect(await auditOf(own, 'Compliance to Safeguards', now.id)).toHaveLength(1)
  })
})

test('the log says which batch, which principle, and what was added, changed and removed', async () => {
  const { t: own, admin: by, before, input } = await editing()
  const [one, two, ...rest] = input.criteria
  const note = '[{"type":"paragraph","text":[{"text":"Certificate"}]}]'
  const after = await saved(by, {
    ...input,
    criteria: [
      { ...one, title: 'Land and water' },
      { ...two, criteria_indicator: [{ ...two?.criteria_indicator[0], helper: note }] },
      ...rest.slice(1),
      { order: 4, title: 'Culture', criteria_indicator: [{ order: 1, title: 'Rites' }] },
    ],
  })
  const [line, ...more] = await auditOf(own, 'Compliance to Safeguards', after.id)
  expect(more).toEqual([])
  expect(line).toMatchObject({
    event: 'Criteria Saved',
    user_email: 'fmb.admin@bureau.example',
    auditable_code: 'Principle #3',
  })
  const gone = before.criteria[2]
  const second = before.criteria[1]?.criteria_indicator ?? []
  const lines = reference[2]?.criteria[1]?.indicators[0]?.helper ?? []
  expect(line?.changes).toEqual([
    { field: 'batch_number', old: '1', new: '2' },
    { field: '3.1', old: before.criteria[0]?.title, new: 'Land and water' },
    { field: '3.2.1 helper', old: lines.join(' · ').slice(0, 200), new: 'Certificate' },
    ...second.slice(1).map((other) => ({ field: `3.2.${other.order}`, old: other.title, new: null })),
    { field: '3.3', old: gone?.title, new: null },
    ...(gone?.criteria_indicator ?? []).map((other) => ({
      field: `3.3.${other.order}`,
      old: other.title,
      new: null,
    })),
    { field: '3.4', old: null, new: 'Culture' },
    { field: '3.4.1', old: null, new: 'Rites' },
  ])
})

describe('activities and batches', () => {
  const batchesOf = async (by: Caller, more = ''): Promise<PrincipleBatch[]> =>
    (await by.get(`/sites/principles/batches?principle_number=3${more}`)).json().data

  const KEPT_IN = ['DRAFT', 'AT-FMB', 'RET-FMB', 'DONE'] as const
  test.each(FULL ? KEPT_IN : KEPT_IN.slice(2))(
    'criteria saved while an activity is %s leave it on its batch, with its evidence and grades (A17, S-60)',
    async (state: ActivityState) => {
      const { t: own, admin: by, input } = await editing(1)
      const site_profile_id = await anApprovedSite(own)
      const { id } = await anActivity(own, state, { site_profile_id })
      const seen = async () => (await (await own.as('laguna.encoder')).get(`/sites/activities/${id}`)).json()
      const stored = () =>
        own.db.selectFrom('site_activities').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const [before, row] = [await seen(), await stored()]

      const [first] = input.criteria
      await saved(by, { ...input, criteria: [{ ...first, title: 'Only this is left' }] })
      expect(await stored()).toEqual(row)
      const after = await seen()
      expect(after.sitePrinciples).toEqual(before.sitePrinciples)
      // the overview shows that a newer set exists
      const { current_batch_number: was, ...unchanged } = before.siteActivities
      const { current_batch_number: is, ...now } = after.siteActivities
      expect(now).toEqual(unchanged)
      expect([was, is]).toEqual([1, 2])
    },
  )

  test('an activity in work takes evidence, is submitted and approved by its own batch; a new one uses the newest', async () => {
    const { t: own, admin: by, input } = await editing(1)
    const laguna = await own.as('laguna.encoder')
    const site_profile_id = await anApprovedSite(own)
    const activity = await anActivity(own, 'RET-FMB', { site_profile_id })
    const [old] = await found(by, 'batch_number=1&principle_number=1')
    const [, ...others] = old?.criteria.flatMap((criteria) => criteria.criteria_indicator) ?? []
    const [first] = input.criteria
    const [indicator] = first?.criteria_indicator ?? []
    const rewritten = await saved(by, {
      ...input,
      criteria: [{ ...first, criteria_indicator: [indicator] }],
    })

    const means = await Promise.all(
      others.map(async ({ id }) => ({
        sites_criteria_indicator_id: id,
        upload_id: [await aMov(own, 'laguna.encoder')],
      })),
    )
    const body = { sites_principle_id: old?.id, criteria_means: means }
    const kept = await laguna.post(`/sites/activities/verification/${activity.id}`, body)
    expect(kept.statusCode, kept.body).toBe(200)
    // the new batch has one indicator; the old one needs evidence under each of its own
    expect(kept.json().data.siteActivities.grades.principle_number_1).toBe('Very Compliant')
    expect((await laguna.post(`/sites/activities/submitted/${activity.id}`)).statusCode).toBe(200)
    for (const approver of ['laguna.approver', 'r4a.approver', 'fmb.approver'])
      expect(
        (await (await own.as(approver)).post(`/sites/activities/approved/${activity.id}`)).statusCode,
      ).toBe(200)
    expect(await activityOf(own, activity.id)).toMatchObject({
      principle_batch_number: 1,
      current_batch_number: 2,
      grades: { principle_number_1: 'Very Compliant' },
    })

    const created = await laguna.post('/sites/activities', {
      site_profile_id,
      sites_principle_id: rewritten.id,
      criteria_means: [
        {
          sites_criteria_indicator_id: rewritten.criteria[0]?.criteria_indicator[0]?.id,
          upload_id: [await aMov(own, 'laguna.encoder')],
        },
      ],
    })
    expect(created.statusCode, created.body).toBe(200)
    expect(created.json().siteActivities).toMatchObject({
      principle_batch_number: 2,
      grades: { principle_number_1: 'Very Compliant' },
    })
  })

  test('the batches tell who made them and how many activities are graded by them', async () => {
    const { t: own, admin: by, input } = await editing()
    const approved = await anApprovedSite(own)
    await anActivity(own, 'DONE', { site_profile_id: approved })
    await anActivity(own, 'DRAFT', { site_profile_id: approved })
    await anActivity(own, 'AT-PENRO', { site_profile_id: await anApprovedSite(own) })
    const off = await anActivity(own, 'AT-PENRO', { site_profile_id: await anApprovedSite(own) })
    await (await own.as('laguna.admin')).post(`/sites/activities/deactivate/${off.id}`, {
      deactivate_reason: 'Entered twice',
    })
    const counts = (batch: PrincipleBatch | undefined) => [batch?.activities, batch?.open_activities]
    const [only] = await batchesOf(by)
    const [all = 0, open = 0] = counts(only)

    const second = await saved(by, retitled(input, 'Land and water'))
    const third = await saved(by, asInput(await principleNow(by, 4)))
    expect(await batchesOf(by)).toEqual([
      {
        batch_number: 3,
        principle_number: 4,
        sites_principle_id: (await principleNow(by, 3)).id,
        created_at: expect.any(String),
        created_by: expect.stringMatching(/^\S+ \S+/),
        activities: 0,
        open_activities: 0,
      },
      expect.objectContaining({ batch_number: 2, principle_number: 3, sites_principle_id: second.id }),
      { ...only, activities: all, open_activities: open },
    ])
    expect(third.batch_number).toBe(3)
    expect(await batchesOf(by, '&open_only=true')).toEqual([
      { ...only, activities: all, open_activities: open },
    ])
    const stored = own.db.selectFrom('site_activities').select((eb) => eb.fn.countAll<number>().as('count'))
    expect(await stored.executeTakeFirst()).toEqual({ count: all })
    expect(
      await stored
        .where('status', '=', 'Activated')
        .where('site_status', '<>', 'Approved')
        .executeTakeFirst(),
    ).toEqual({ count: open })
    expect(open).toBeLessThan(all)
  })
})
