import { queryOptions } from '@tanstack/react-query'
import { templatesApi } from '../../../shared/review/points.schema.ts'
import { call } from '../../lib/call.ts'

/** The usual points of the reviewer's own office, asked for when the first form of a point opens. */
export const usualPointsQuery = queryOptions({
  queryKey: ['points', 'templates'],
  queryFn: async ({ signal }) => (await call(templatesApi.list, { signal })).templates,
  // without them a point is typed
  retry: false,
})
