import { plural } from '../../../shared/lib/format.ts'
import type { Bulk, BulkAction } from '../../../shared/review/bulk.schema.ts'

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
