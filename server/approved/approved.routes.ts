import { approvedApi } from '../../shared/approved/approved.schema.ts'
import { AppError } from '../lib/errors.ts'
import type { CallLimit, OpenRoutes } from '../lib/http.ts'
import { downloadApproved } from './approved.downloads.ts'
import { approvedCounts, approvedList } from './approved.cache.ts'
import { findApproved } from './approved.queries.ts'

/** calls of one kind that one address may make in a minute (S-94) */
const CALLS_PER_MINUTE = 60

/** How often one address may ask for one thing of the public. */
export const publicLimit = (callsPerMinute: number = CALLS_PER_MINUTE): CallLimit => ({
  ...{ max: callsPerMinute, timeWindow: '1 minute' },
})

/** What the public reads without signing in. */
export function approvedRoutes(openRoute: OpenRoutes, callsPerMinute?: number) {
  const limit = publicLimit(callsPerMinute)

  openRoute(approvedApi.counts, async ({ db }) => ({ data: await approvedCounts(db) }), limit)
  openRoute(
    approvedApi.datatable,
    async ({ db, services }, { query }) => ({
      ...(await approvedList(db, query)),
      gkey: services.config.maps_key,
    }),
    limit,
  )
  openRoute(
    approvedApi.csv,
    async ({ services }, { query }, raw) => downloadApproved(services, 'csv', query, raw),
    limit,
  )
  openRoute(
    approvedApi.geojson,
    async ({ services }, { query }, raw) => downloadApproved(services, 'geojson', query, raw),
    limit,
  )
  openRoute(
    approvedApi.show,
    async ({ db }, { params }) => {
      const data = await findApproved(db, params.id)
      if (!data) throw new AppError('not_found')
      return { data }
    },
    limit,
  )
}
