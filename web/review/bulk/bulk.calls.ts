import { useEffect, useRef } from 'react'
import type { Endpoint } from '../../../shared/access/endpoint.ts'
import { plural } from '../../../shared/lib/format.ts'
import type { Bulk, BulkAction, BulkEndpoints } from '../../../shared/review/bulk.schema.ts'
import { useRead, useReadAgain } from '../../lib/queries.ts'

type Nouns = { one: string; many: string }

/** "1 profile", "1,200 profiles" */
export const counted = (count: number, { one, many }: Nouns): string => plural(count, one, many)

export const VERBS: Readonly<Record<BulkAction, { now: string; done: string; doing: string }>> = {
  approve: { now: 'Approve', done: 'approved', doing: 'Approving' },
  return: { now: 'Return', done: 'returned', doing: 'Returning' },
}

/** The number of rows in these states. */
export const countOf = ({ rows }: Bulk, ...states: Bulk['rows'][number]['state'][]): number =>
  rows.filter(({ state }) => states.includes(state)).length

const POLL_MS = 700

/** The newest decision on many; polled until it has ended, then all that an approval makes stale is read again. */
export function useNewestBulk({ bulk, approve }: Pick<BulkEndpoints, 'bulk'> & { approve: Endpoint }) {
  const readAgain = useReadAgain()
  const found = useRead(bulk, { every: (reply) => reply.bulk?.state === 'Running' && POLL_MS })
  const isRunning = found.data?.bulk?.state === 'Running'
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    // it has approved or returned records as one call each would have
    if (wasRunning.current && !isRunning) void readAgain(approve)
    wasRunning.current = isRunning
  }, [readAgain, approve, isRunning])
  return found
}
