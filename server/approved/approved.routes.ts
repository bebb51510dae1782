import { approvedApi } from '../../shared/approved/approved.schema.ts'
import { AppError } from '../lib/errors.ts'
import type { CallLimit, OpenRoutes } from '../lib/http.ts'
import { downloadApproved } from './approved.downloads.ts'
import { approvedCounts, approvedList } from './approved.cache.ts'
import { findApproved } from './approved.queries.ts'

/** What the public reads without signing in. */
export function approvedRoutes(openRoute: OpenRoutes, limit: CallLimit) {
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
