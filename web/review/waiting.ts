import { useQueries } from '@tanstack/react-query'
import { mayOpen, screenAt } from '../../shared/access/screens.ts'
import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { waitingQuery } from './review.calls.ts'

const LISTS = [
  {
    path: '/sites/approval',
    label: 'Profiling of SITES',
    waiting: waitingQuery(sitesApi, {}, {}),
  },
  {
    path: '/sites/activity/approval',
    label: 'SITES Activities',
    waiting: waitingQuery(activitiesApi, {}, {}),
  },
] as const

/** The approval lists that the signed-in person may open (C-01), each with its number of pending records (S-120). */
export function useWaitingLists() {
  const actor = useActor()
  const lists = LISTS.filter(({ path }) => mayOpen(actor, screenAt(path) ?? {}))
  const counts = useQueries({ queries: lists.map(({ waiting }) => waiting) })
  return lists.map(({ path, label }, at) => ({ path, label, count: counts[at]?.data?.count }))
}

/** The number of all pending records of the signed-in person; undefined until it is known. */
export function useWaitingCount(): number | undefined {
  const lists = useWaitingLists()
  if (lists.length === 0 || lists.some(({ count }) => count === undefined)) return undefined
  return lists.reduce((sum, { count = 0 }) => sum + count, 0)
}
