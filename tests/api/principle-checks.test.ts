import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import { activityAudit, aMov, anApprovedSite, OFFICES } from '../support/records/activity-factories.ts'
import { aSite } from '../support/records/factories.ts'
import { API_KEY, type Caller, startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { auditCount, auditOf, codesOf } from '../support/records/people.ts'
import { full } from '../support/full.ts'

/** The checklist of a principle: lines that FMB sets with the criteria, and that a reviewer may tick with a decision. */

const MINUTES = 'Dates and signatures of the minutes'
const MEMBERS = 'Lists of members against the register'
const RECEIPTS = 'Receipts signed by the members'
const lines = (...texts: string[]) => texts.map((text) => ({ text }))
const textsOf = ({ checks }: SitePrinciple) => checks.map(({ text }) => text)
const idsOf = ({ checks }: SitePrinciple) => checks.map(({ id }) => id)

const batchOf = async (by: Caller, query = ''): Promise<SitePrinciple[]> =>
  (await by.get(`/sites/principles/search?${query}`)).json().sitePrinciples
const principleNow = async (by: Caller, number: number): Promise<SitePrinciple> => {
  const [principle] = await batchOf(by, `principle_number=${number}`)
  if (!principle) throw new Error(`There is no principle ${number}.`)
  return principle
}
/** The body of a save of this principle that says nothing of its checklist. */
const asInput = ({ principle_number, batch_number, criteria }: SitePrinciple) => ({
  principle_number,
  batch_number,
  criteria: criteria.map(({ sites_principle_id: _, ...one }) => one),
})
const save = (by: Caller, body: object) => by.post('/sites/principles', body)
/** Saves the checklist of a principle and nothing else. */
async function saveLines(by: Caller, number: number, checks: object[]): Promise<SitePrinciple> {
  const reply = await save(by, { ...asInput(await principleNow(by, number)), checks })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().sitePrinciple
}

describe('the lines are saved with the criteria', () => {
  let t: TestApp
  let admin: Caller
  beforeAll(async () => {
    t = await startApp()
    admin = await t.as('fmb.admin')
  })
  afterAll(() => t.close())

  test('in their order, each reader reads them, and the log says what changed', async () => {
    const before = await principleNow(admin, 2)
    expect(before.checks).toEqual([])
    const after = await saveLines(admin, 2, lines(`  ${MINUTES} `, MEMBERS))
    expect(textsOf(after)).toEqual([MINUTES, MEMBERS])
    expect(await principleNow(await t.as('laguna.encoder'), 2)).toEqual(after)
    expect((await auditOf(t, 'Compliance to Safeguards', after.id)).at(-1)).toMatchObject({
      event: 'Criteria Saved',
      changes: [
        { field: 'batch_number', old: String(before.batch_number), new: String(after.batch_number) },
        { field: 'Checklist, line 1', old: null, new: MINUTES },
        { field: 'Checklist, line 2', old: null, new: MEMBERS },
      ],
    })
  })

  test('a caller that does not know them keeps them, of this principle and of the other seven', async () => {
    const two = await saveLines(admin, 2, lines(MINUTES, MEMBERS))
    const five = await principleNow(admin, 5)
    expect((await save(admin, asInput(five))).statusCode).toBe(200)
    const copied = await principleNow(admin, 2)
    expect([copied.batch_number, textsOf(copied)]).toEqual([two.batch_number + 1, [MINUTES, MEMBERS]])
    expect(idsOf(copied).some((id) => idsOf(two).includes(id))).toBe(false)

    expect((await save(admin, asInput(copied))).statusCode).toBe(200)
    const kept = await principleNow(admin, 2)
    expect(textsOf(kept)).toEqual([MINUTES, MEMBERS])
    expect((await auditOf(t, 'Compliance to Safeguards', kept.id)).at(-1)?.changes).toEqual([
      { field: 'batch_number', old: String(copied.batch_number), new: String(kept.batch_number) },
    ])
    expect((await principleNow(admin, 5)).checks).toEqual([])
  })

  test('what is removed is gone from the new set only; sets before it never change', async () => {
    const first = await saveLines(admin, 3, lines(MINUTES, MEMBERS, RECEIPTS))
    const moved = await saveLines(admin, 3, lines(RECEIPTS, MINUTES))
    expect((await auditOf(t, 'Compliance to Safeguards', moved.id)).at(-1)?.changes.slice(1)).toEqual([
      { field: 'Checklist, line 1 order', old: 'Checklist, line 3', new: 'Checklist, line 1' },
      { field: 'Checklist, line 2 order', old: 'Checklist, line 1', new: 'Checklist, line 2' },
      { field: 'Checklist, line 2', old: MEMBERS, new: null },
    ])
    expect((await saveLines(admin, 3, [])).checks).toEqual([])
    const reply = await admin.get(`/sites/principles/${first.id}`)
    expect(reply.json()).toEqual({ sitePrinciple: first })
  })

  test('what is wrong is said under its line, and nothing is saved', async () => {
    const input = asInput(await principleNow(admin, 4))
    const rows = await auditCount(t)
    const errorsOf = async (checks: unknown) => {
      const reply = await save(admin, { ...input, checks })
      return [reply.statusCode, reply.json().errors]
    }
    expect(await errorsOf(lines(MINUTES, ' ', 'x', 'y'.repeat(201)))).toEqual([
      422,
      {
        'checks.1.text': ['Line of the checklist is required.'],
        'checks.2.text': ['Line of the checklist must be at least 2 characters.'],
        'checks.3.text': ['Line of the checklist cannot exceed 200 characters.'],
      },
    ])
    expect(await errorsOf(lines('Minutes', 'MINUTES'))).toEqual([
      422,
      { 'checks.1.text': ['The checklist has this line already.'] },
    ])
    const eleven = Array.from({ length: 11 }, (_, index) => `Line ${index}`)
    expect(await errorsOf(lines(...eleven))).toEqual([
      422,
      { checks: ['A checklist can have at most 10 lines.'] },
    ])
    expect((await errorsOf('Minutes'))[0]).toBe(422)
    expect((await errorsOf([MINUTES]))[0]).toBe(422)
    expect((await principleNow(admin, 4)).batch_number).toBe(input.batch_number)
    expect(await auditCount(t)).toBe(rows)
    expect((await saveLines(admin, 4, lines(...eleven.slice(1)))).checks).toHaveLength(10)
  })

  test('of two saves at once one wins, and the other is told which lines it would have replaced', async () => {
    const people = await Promise.all(['fmb.admin', 'fmb.super'].map((person) => t.as(person)))
    const input = asInput(await principleNow(admin, 7))
    const tries = ['The first of both', 'The second of both']
    const replies = await Promise.all(
      people.map((by, index) => save(by, { ...input, checks: lines(tries[index] ?? '') })),
    )
    expect(codesOf(replies)).toEqual([200, 409])
    const [stored] = textsOf(await principleNow(admin, 7))
    expect(tries).toContain(stored)
    const refused = replies.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json().saved_before.fields).toEqual([
      { field: 'Checklist, line 1', old: null, new: stored },
    ])
  })
})

describe('a reviewer ticks what was looked at', () => {
  let t: TestApp
  let admin: Caller
  beforeAll(async () => {
    t = await startApp()
    admin = await t.as('fmb.admin')
    await saveLines(admin, 2, lines(MINUTES, MEMBERS))
    await saveLines(admin, 6, lines(RECEIPTS))
  })
  afterAll(() => t.close())

  /** An activity of the current batch that waits for its PENRO. */
  async function submitted(): Promise<{ id: number; line: (text: string) => number }> {
    const site_profile_id = await anApprovedSite(t)
    const encoder = await t.as(OFFICES.laguna.encoder)
    const principle = await principleNow(encoder, 1)
    const created = await encoder.post('/sites/activities', {
      site_profile_id,
      sites_principle_id: principle.id,
      criteria_means: [
        {
          sites_criteria_indicator_id: principle.criteria[0]?.criteria_indicator[0]?.id,
          upload_id: [await aMov(t, OFFICES.laguna.encoder)],
        },
      ],
    })
    expect(created.statusCode, created.body).toBe(200)
    const { id } = created.json().siteActivities as SiteActivity
    expect((await encoder.post(`/sites/activities/submitted/${id}`)).statusCode).toBe(200)
    const all = await batchOf(encoder)
    const line = (text: string) => {
      const found = all.flatMap(({ checks }) => checks).find((one) => one.text === text)
      if (!found) throw new Error(`There is no line ${text}.`)
      return found.id
    }
    return { id, line }
  }
  const approve = async (person: string | null, id: number, body: object) =>
    (await t.as(person)).post(`/sites/activities/approved/${id}`, body)
  const lastStep = async (id: number): Promise<ReviewStep | undefined> =>
    (await (await t.as(OFFICES.laguna.encoder)).get(`/sites/activities/${id}`)).json().history.at(-1)
  const noted = async (id: number) =>
    (await activityAudit(t, id)).filter(({ event }) => event === 'Decision Noted')

  test('an approval stores them in words, and the log says how many', async () => {
    const { id, line } = await submitted()
    const reply = await approve('laguna.approver', id, { looked: [line(RECEIPTS), line(MINUTES)] })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await lastStep(id)).toMatchObject({
      action: 'Approved',
      level: 'PENRO',
      looked: [
        { principle_number: 2, text: MINUTES },
        { principle_number: 6, text: RECEIPTS },
      ],
    })
    const [row, ...more] = await noted(id)
    expect(more).toEqual([])
    expect(row).toMatchObject({ user_email: 'laguna.approver@bureau.example' })
    expect(row?.changes).toContainEqual({ field: 'looked', old: null, new: '2 of 3 lines' })
    expect(JSON.stringify(await activityAudit(t, id))).not.toContain(MINUTES)
  })

  test('so does a return; the specified call knows nothing of it', async () => {
    const { id, line } = await submitted()
    const approver = await t.as('laguna.approver')
    const body = { returned_reason_2: 'The minutes have no date.', looked: [line(MINUTES)] }
    expect((await approver.post(`/sites/activities/returned/${id}`, body)).statusCode).toBe(200)
    expect(await lastStep(id)).toMatchObject({
      action: 'Returned',
      comments: [{ principle_number: 2, comment: 'The minutes have no date.' }],
      looked: [{ principle_number: 2, text: MINUTES }],
    })
    expect((await noted(id)).map(({ changes }) => changes)).toEqual([
      [{ field: 'looked', old: null, new: '1 of 3 lines' }],
    ])

    const other = await submitted()
    const bare = { returned_reason_2: 'The minutes have no date.' }
    expect((await approver.post(`/sites/activities/returned/${other.id}`, bare)).statusCode).toBe(200)
    expect(await lastStep(other.id)).toMatchObject({ action: 'Returned', looked: [] })
    expect(await noted(other.id)).toEqual([])
  })

  test('nothing has to be ticked', async () => {
    const { id } = await submitted()
    expect((await approve('laguna.approver', id, { looked: [] })).statusCode).toBe(200)
    expect((await lastStep(id))?.looked).toEqual([])
    expect((await noted(id)).flatMap(({ changes }) => changes.map(({ field }) => field))).not.toContain(
      'looked',
    )
  })

  test('a line named twice is one line; the same form sent again decides once', async () => {
    const { id, line } = await submitted()
    const approver = await t.as('laguna.approver')
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: `/api/sites/activities/approved/${id}`,
        headers: {
          'x-api-key': API_KEY,
          authorization: `Bearer ${approver.token}`,
          'idempotency-key': key,
        },
        payload: { looked: [line(MEMBERS), line(MEMBERS)] },
      })
    const key = randomUUID()
    const replies = [await send(), await send()]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await lastStep(id))?.looked).toEqual([{ principle_number: 2, text: MEMBERS }])
    expect((await noted(id)).flatMap(({ changes }) => changes)).toContainEqual({
      field: 'looked',
      old: null,
      new: '1 of 3 lines',
    })
    expect(await noted(id)).toHaveLength(1)
  })

  test('a line that the activity does not have refuses the decision under its number', async () => {
    const { id, line } = await submitted()
    const rows = (await activityAudit(t, id)).length
    const [older] = await batchOf(admin, 'batch_number=2&principle_number=2')
    const elsewhere = idsOf(older as SitePrinciple)[0] as number
    const complaint = ['The checklists of this record have no such line. Please reload the page.']
    for (const [looked, errors] of [
      [[999_999], { 'looked.0': complaint }],
      [[line(MINUTES), elsewhere], { 'looked.1': complaint }],
    ] as const) {
      for (const call of ['approved', 'returned']) {
        const by = await t.as('laguna.approver')
        const reply = await by.post(`/sites/activities/${call}/${id}`, { returned_reason_1: 'More.', looked })
        expect([reply.statusCode, reply.json().errors], call).toEqual([422, errors])
      }
    }
    const tooMany = Array.from({ length: 101 }, (_, index) => index + 1)
    for (const wrong of [['x'], [0], [1.5], 7, tooMany])
      expect((await approve('laguna.approver', id, { looked: wrong })).statusCode).toBe(422)
    expect((await lastStep(id))?.action).toBe('Submitted')
    expect(await activityAudit(t, id)).toHaveLength(rows)
  })

  full.test('who may not decide ticks nothing', async () => {
    const { id, line } = await submitted()
    const body = { looked: [line(MINUTES)] }
    expect((await approve(null, id, body)).statusCode).toBe(401)
    expect((await approve('laguna.encoder', id, body)).statusCode).toBe(403)
    expect((await approve('quezon.approver', id, body)).statusCode).toBe(404)
    expect((await approve('r4a.approver', id, body)).statusCode).toBe(409)
    expect((await lastStep(id))?.action).toBe('Submitted')
    expect(await noted(id)).toEqual([])
  })

  test('profiles have no checklist', async () => {
    const { line } = await submitted()
    const { id } = await aSite(t, { office: 'PENRO Laguna', site_status: 'Submitted', boundary: null })
    const approver = await t.as('laguna.approver')
    const refused = await approver.post(`/sites/approved/${id}`, { looked: [line(MINUTES)] })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['looked.0']])
    expect((await approver.post(`/sites/approved/${id}`, { looked: [] })).statusCode).toBe(200)
  })

  test('of two decisions at once one is recorded, with its own ticks', async () => {
    const { id, line } = await submitted()
    const approver = await t.as('laguna.approver')
    const replies = await Promise.all([
      approver.post(`/sites/activities/approved/${id}`, { looked: [line(MINUTES)] }),
      approver.post(`/sites/activities/returned/${id}`, {
        returned_reason_1: 'More.',
        looked: [line(MEMBERS)],
      }),
    ])
    expect(codesOf(replies)).toEqual([200, 409])
    const step = await lastStep(id)
    const ticked = step?.action === 'Approved' ? MINUTES : MEMBERS
    expect(step?.looked).toEqual([{ principle_number: 2, text: ticked }])
    expect(await noted(id)).toHaveLength(1)
  })

  test('an activity is judged by the lines of its own batch, also after FMB has changed them', async () => {
    const own = await startAppForTest()
    const before = t
    t = own
    try {
      const by = await own.as('fmb.admin')
      await saveLines(by, 2, lines(MINUTES, MEMBERS))
      const { id, line } = await submitted()
      const newer = await saveLines(by, 2, lines('Something new'))
      const refused = await approve('laguna.approver', id, { looked: idsOf(newer) })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['looked.0']])
      expect((await approve('laguna.approver', id, { looked: [line(MEMBERS)] })).statusCode).toBe(200)
      expect((await lastStep(id))?.looked).toEqual([{ principle_number: 2, text: MEMBERS }])
      expect((await noted(id)).flatMap(({ changes }) => changes)).toContainEqual({
        field: 'looked',
        old: null,
        new: '1 of 2 lines',
      })
    } finally {
      t = before
    }
  })

  test('neither lines nor ticks are public', async () => {
    const { id, line } = await submitted()
    const ticked = { looked: [line(MINUTES)] }
    for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver'])
      expect((await approve(person, id, ticked)).statusCode, person).toBe(200)
    const visitor = await t.as(null)
    for (const path of [`/sites/activities/dashboard/${id}`, '/sites/activities/dashboard/datatable']) {
      const reply = await visitor.get(path)
      expect(reply.statusCode, path).toBe(200)
      expect(reply.body, path).not.toMatch(/looked|"checks"/)
      for (const text of [MINUTES, MEMBERS, RECEIPTS]) expect(reply.body, path).not.toContain(text)
    }
  })
})
