import { approvedApi } from '../../shared/approved/approved.schema.ts'
import { AppError } from '../lib/errors.ts'
import type { CallLimit, OpenRoutes } from '../lib/http.ts'
import { type LastAnswers, markAge } from '../lib/last-answers.ts'
import { downloadApproved } from './approved.downloads.ts'
import { insistPast } from './register.queries.ts'
import { approvedCounts, approvedList, lastApproved } from './approved.cache.ts'

/** What the public reads without signing in. */
export function approvedRoutes(openRoute: OpenRoutes, limit: CallLimit, last: LastAnswers) {
  openRoute(
    approvedApi.counts,
    async ({ services }, _input, raw) => {
      const { answer, as_of } = await last('counts', () => approvedCounts(services.reads))
      markAge(raw, as_of, services.now())
      return { data: answer }
    },
    limit,
  )
  openRoute(
    approvedApi.datatable,
    async ({ services }, { query }, raw) => {
      insistPast(query.as_of, services.now())
      const key = `list ${JSON.stringify(query)}`
      const { answer, as_of } = await last(key, () => approvedList(services.reads, query))
      markAge(raw, as_of, services.now())
      return { ...answer, gkey: services.config.maps_key }
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
    async ({ services }, { params }, raw) => {
      const found = await lastApproved(services, last, params.id)
      if (!found) throw new AppError('not_found')
      markAge(raw, found.as_of, services.now())
      return { data: found.answer }
    },
    limit,
  )
}
