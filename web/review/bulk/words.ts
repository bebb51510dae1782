import { plural } from '../../../shared/lib/format.ts'
import type { Bulk, BulkAction } from '../../../shared/review/bulk.schema.ts'

type Nouns = { one: string; many: string }

/** "1 profile", "1,200 profiles" */
export const counted = (count: number, { one, many }: Nouns): string => plural(count, one, many)

/** what is done, and what has been done */
export const VERBS: Readonly<Record<BulkAction, { now: string; done: string; doing: string }>> = {
  approve: { now: 'Approve', done: 'approved', doing: 'Approving' },
  return: { now: 'Return', done: 'returned', doing: 'Returning' },
}

/** How many rows of a decision stand so. */
export const countOf = ({ rows }: Bulk, ...states: Bulk['rows'][number]['state'][]): number =>
  rows.filter(({ state }) => states.includes(state)).length
