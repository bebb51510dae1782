import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { type Caller, CONNECTIONS, withServer } from '../support/product/app.ts'
import { aSite } from '../support/records/factories.ts'
import { aPerson } from '../support/records/people.ts'
import { ABOUT_RECORD, aPoint, type PointCalls, pointCalls } from '../support/records/points.ts'
import { FULL } from '../support/full.ts'

/** Two people at the same points in the same moment: one wins, one reads why not, and nothing is lost or doubled. */

const ROUNDS = FULL ? 12 : 3

const t = withServer({ connections: CONNECTIONS })
let sites: PointCalls
let approver: Caller
let second: Caller
let encoder: Caller
let colleague: Caller
beforeAll(async () => {
  sites = pointCalls(t, 'sites')
  await aPerson(t, 'laguna.second', { role: 'PENRO Approver', region: 'R04A', office: 'PENRO Laguna' })
  await aPerson(t, 'laguna.colleague', { role: 'PENRO Encoder', region: 'R04A', office: 'PENRO Laguna' })
  approver = await t.as('laguna.approver')
  second = await t.as('laguna.second')
  encoder = await t.as('laguna.encoder')
  colleague = await t.as('laguna.colleague')
})
afterAll(() => expectStoredCounts(t))

const answered = async () => {
  const { id } = await aSite(t)
  await sites.return('PENRO', id, {
    points: [aPoint(ABOUT_RECORD, 'P1'), aPoint({ about: 'boundary' }, 'P2')],
  })
  await sites.answer(id, await sites.named(id, 'P1'), 'Yes.')
  return { id, first: await sites.named(id, 'P1'), open: await sites.named(id, 'P2') }
}
const codes = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode).sort()

describe('at the same moment', () => {
  test('two reviewers return with points: those of one are sent, the other is told who returned it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aSite(t)
      const send = (by: Caller, text: string) =>
        by.post(`/sites/returned/${id}`, { points: [aPoint(ABOUT_RECORD, text)] })
      const replies = await Promise.all([send(approver, 'Mine'), send(second, 'Theirs')])
      expect(codes(replies)).toEqual([200, 409])
      const [only, ...more] = await sites.list(id)
      expect(more).toEqual([])
      expect(only?.text).toBe(replies[0]?.statusCode === 200 ? 'Mine' : 'Theirs')
    }
  })

  test('a recall and a return with points: either the answers are drafts again, or the points are sent', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, first } = await answered()
      await sites.submit(id)
      const [recalled, back] = await Promise.all([
        encoder.post(`/sites/recall/${id}`),
        approver.post(`/sites/returned/${id}`, {
          settled: [first.id],
          points: [aPoint(ABOUT_RECORD, 'P3')],
        }),
      ])
      expect(codes([recalled, back])).toEqual([200, 409])
      const told = (recalled.statusCode === 409 ? recalled : back).json().message
      expect(told).toMatch(recalled.statusCode === 409 ? /can no longer be recalled/ : /recalled it on/)
      expect(await sites.briefs(id)).toEqual(
        recalled.statusCode === 200
          ? [
              ['P1', 'open', 'Sent', 'Answered', 'Recalled'],
              ['P2', 'open', 'Sent'],
            ]
          : [
              ['P2', 'open', 'Sent'],
              ['P3', 'open', 'Sent'],
              ['P1', 'settled', 'Sent', 'Answered', 'Settled'],
            ],
      )
      expect((await sites.named(id, 'P1')).draft_answer).toBe(recalled.statusCode === 200 ? 'Yes.' : null)
    }
  })

  test('two encoders answer one point: the words of one are stored, the other learns of them', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, open } = await answered()
      const url = `/sites/${id}/points/${open.id}/answer`
      const replies = await Promise.all([
        encoder.post(url, { text: 'Ana', was: null }),
        colleague.post(url, { text: 'Ben', was: null }),
      ])
      expect(codes(replies)).toEqual([200, 409])
      const stored = (await sites.named(id, 'P2')).draft_answer
      expect(stored).toBe(replies[0]?.statusCode === 200 ? 'Ana' : 'Ben')
      const loser = replies[0]?.statusCode === 200 ? colleague : encoder
      expect((await loser.post(url, { text: 'Both', was: stored })).statusCode).toBe(200)
    }
  })

  test('an answer and the submission: the words are sent, or refused and not stored', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, open } = await answered()
      const [typed, sent] = await Promise.all([
        colleague.post(`/sites/${id}/points/${open.id}/answer`, { text: 'At last.' }),
        encoder.post(`/sites/submitted/${id}`),
      ])
      expect(sent.statusCode).toBe(200)
      const { state, steps, draft_answer } = await sites.named(id, 'P2')
      expect(draft_answer).toBeNull()
      if (typed.statusCode === 200) expect([state, steps.at(-1)?.text]).toEqual(['answered', 'At last.'])
      else expect([typed.statusCode, state, steps.length]).toEqual([409, 'open', 1])
    }
  })

  test('a withdrawal and the submission, a withdrawal twice: one step each', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, first, open } = await answered()
      const withdraw = (by: Caller, point: number) =>
        by.post(`/sites/${id}/points/${point}/withdraw`, { text: 'Not needed.' })
      const [one, two, sent] = await Promise.all([
        withdraw(approver, open.id),
        withdraw(second, open.id),
        encoder.post(`/sites/submitted/${id}`),
        withdraw(approver, first.id),
      ])
      expect(sent?.statusCode).toBe(200)
      expect([one, two].filter((reply) => reply?.statusCode === 200).length).toBeLessThanOrEqual(1)
      for (const { steps, state } of await sites.list(id)) {
        expect(steps.filter(({ action }) => action === 'Withdrawn').length).toBeLessThanOrEqual(1)
        expect(['open', 'answered', 'withdrawn']).toContain(state)
      }
    }
  })
})
