import { expect } from 'vitest'
import type { Level } from '../../../shared/access/levels.ts'
import type { Point, PointKind, PointPlace } from '../../../shared/review/points.schema.ts'
import type { TestApp } from '../product/app.ts'
import { OFFICES } from './activity-factories.ts'

export type RecordPath = 'sites' | 'sites/activities'

export const APPROVER: Record<Level, string> = OFFICES.laguna
const ENCODER = OFFICES.laguna.encoder

type Body = Record<string, unknown>

export const aPoint = (place: PointPlace, text: string, kind: PointKind = 'correct') => ({
  kind,
  place,
  text,
})
export const ABOUT_RECORD: PointPlace = { about: 'record' }

/** What a point is, for a comparison: its text, state, and the steps taken. */
const brief = ({ text, state, steps }: Point) => [text, state, ...steps.map(({ action }) => action)]

/** The calls about the points of the records of Laguna; each must succeed. */
export function pointCalls(t: TestApp, path: RecordPath) {
  const sent = async (who: string, url: string, body: Body = {}) => {
    const reply = await (await t.as(who)).post(url, body)
    expect(reply.statusCode, `${who} ${url}: ${reply.body}`).toBe(200)
    return reply.json()
  }
  const list = async (id: number, who: string = ENCODER): Promise<Point[]> => {
    const reply = await (await t.as(who)).get(`/${path}/${id}/points?length=100`)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data
  }
  /** The point with this text, or that was asked again with it. */
  const named = async (id: number, text: string, who?: string): Promise<Point> => {
    const found = (await list(id, who)).find((one) => one.text === text)
    if (!found) throw new Error(`There is no point "${text}".`)
    return found
  }
  return {
    sent,
    list,
    named,
    briefs: async (id: number) => (await list(id)).map(brief),
    return: (level: Level, id: number, body: Body) => sent(APPROVER[level], `/${path}/returned/${id}`, body),
    approve: (level: Level, id: number) => sent(APPROVER[level], `/${path}/approved/${id}`),
    submit: (id: number) => sent(ENCODER, `/${path}/submitted/${id}`),
    recall: (id: number) => sent(ENCODER, `/${path}/recall/${id}`),
    answer: async (id: number, { id: point_id, draft_answer: was }: Point, text: string): Promise<Point> =>
      (await sent(ENCODER, `/${path}/${id}/points/${point_id}/answer`, { text, was })).point,
    withdraw: async (level: Level, id: number, point_id: number, text: string): Promise<Point> =>
      (await sent(APPROVER[level], `/${path}/${id}/points/${point_id}/withdraw`, { text })).point,
    counts: async (id: number): Promise<[number, number]> => {
      const body = (await (await t.as(ENCODER)).get(`/${path}/${id}`)).json()
      const record = body.siteProfile ?? body.siteActivities
      return [record.open_points, record.answered_points]
    },
  }
}

export type PointCalls = ReturnType<typeof pointCalls>
