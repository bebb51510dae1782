import { approvedApi } from '../../shared/approved/approved.schema.ts'
import { actions } from '../http/http.ts'
import { AppError } from '../lib/errors.ts'
import { approvedCounts, approvedList, findApprovedSite } from './approved.cache.ts'
import { downloadApproved } from './approved.downloads.ts'
import { requirePastDay } from './register.queries.ts'

/** The public list, which needs no login. */
export const approvedRoutes = actions(approvedApi, {
  counts: ({ services }) => approvedCounts(services.readDb),
  datatable: async ({ services }, { query }) => {
    requirePastDay(query.as_of, services.now())
    return { ...(await approvedList(services, query)), gkey: services.config.maps_key }
  },
  csv: ({ services }, { query }, raw) => downloadApproved(services, 'csv', query, raw),
  geojson: ({ services }, { query }, raw) => downloadApproved(services, 'geojson', query, raw),
  show: async ({ services }, { params }) => {
    const site = await findApprovedSite(services, params.id)
    if (!site) throw new AppError('not_found')
    return site
  },
})
