import { approvedApi } from '../../shared/approved/approved.schema.ts'
import { AppError } from '../lib/errors.ts'
import type { OpenRoutes } from '../lib/http.ts'
import { approvedCounts, approvedList } from './approved.cache.ts'
import { findApproved } from './approved.queries.ts'

/** calls of one kind that one address may make in a minute (S-94) */
const CALLS_PER_MINUTE = 60

/** What the public reads without signing in. */
export function approvedRoutes(openRoute: OpenRoutes, callsPerMinute: number = CALLS_PER_MINUTE) {
  const limit = { max: callsPerMinute, timeWindow: '1 minute' }

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
    approvedApi.show,
    async ({ db }, { params }) => {
      const data = await findApproved(db, params.id)
      if (!data) throw new AppError('not_found')
      return { data }
    },
    limit,
  )
}
