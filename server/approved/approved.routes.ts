import { approvedApi } from '../../shared/approved/approved.schema.ts'
import { AppError } from '../lib/errors.ts'
import type { CallLimit, OpenRoutes } from '../http/http.ts'
import { downloadApproved } from './approved.downloads.ts'
import { requirePastDay } from './register.queries.ts'
import { approvedCounts, approvedList, findApprovedSite } from './approved.cache.ts'

/** The calls of the public list, which need no login. */
export function approvedRoutes(openRoute: OpenRoutes, limit: CallLimit) {
  openRoute(
    approvedApi.counts,
    async ({ services }) => ({ data: await approvedCounts(services.readDb) }),
    limit,
  )
  openRoute(
    approvedApi.datatable,
    async ({ services }, { query }) => {
      requirePastDay(query.as_of, services.now())
      return { ...(await approvedList(services, query)), gkey: services.config.maps_key }
    },
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
    async ({ services }, { params }) => {
      const data = await findApprovedSite(services, params.id)
      if (!data) throw new AppError('not_found')
      return { data }
    },
    limit,
  )
}
