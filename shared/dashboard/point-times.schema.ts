import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint, whoHolds } from '../access/endpoint.ts'
import { ASKED_PLACES } from './asked-places.ts'
import { TotalsQuery } from './dashboard.schema.ts'

/** The points about one kind of place: those that are open now, and how long answers took. */
const PointTimes = z.object({
  about: z.enum(ASKED_PLACES),
  open: z.number(),
  /** how many records in review or returned have an open one */
  records: z.number(),
  /** when the oldest open one was sent */
  oldest_at: z.nullable(z.string()),
  /** sent in the last twelve months and answered since, also where the answer is settled */
  answered: z.number(),
  median_days: z.nullable(z.number()),
})
export type PointTimes = z.output<typeof PointTimes>

const PointTimesQuery = z.omit(TotalsQuery, { reporting_year: true })
export type PointTimesQuery = z.output<typeof PointTimesQuery>

/** apart from the calls of the dashboard, so that its page does not wait for them */
export const pointTimesApi = {
  points: endpoint('GET', '/reports/dashboard-points', {
    may: whoHolds('dashboard_access'),
    summary: 'How many points of returns are open, by what they are about, and how long answers took',
    query: PointTimesQuery,
    reply: wrapped('data', z.array(PointTimes)),
  }),
}
