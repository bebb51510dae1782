import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Reply } from '../../shared/access/endpoint.ts'
import type { PointEndpoints } from '../../shared/review/points.schema.ts'
import type { ReviewFacts } from '../../shared/review/review.schema.ts'
import { type Change, keyOf, readOptions, useChange } from '../lib/queries.ts'
import type { ShowCall } from './reviewed-screens.ts'

/** The key that all points of a record begin with, whatever its revision. */
export const pointsKey = ({ points }: Pick<PointEndpoints, 'points'>, id: number) => [
  ...keyOf(points),
  { params: { id: String(id) } },
]

/** All points of a record, unsettled ones first; read anew when the record changes. */
export const pointsRead = (
  { points }: Pick<PointEndpoints, 'points'>,
  { id, revision }: { id: number; revision: number },
) => readOptions(points, { params: { id }, rows: Number.POSITIVE_INFINITY, version: revision })

/**
 * Changes a record: shows the reply at once and refetches what the call makes stale, without waiting for it. `id`: null
 * for a new record. `send` makes the call where more is to be done.
 */
export function useRecordChange<
  Shown extends ReviewFacts,
  E extends Endpoint,
  Sent = Change<E>,
  Answer = Reply<E>,
>(show: ShowCall<Shown>, id: number | string | null, change: E, send?: (input: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  const { queryKey } = readOptions(show, { params: { id: id ?? 0 } })
  return useChange(change, send, (reply) =>
    client.setQueryData(queryKey, (old: Shown | undefined) => old && { ...old, ...reply }),
  )
}
