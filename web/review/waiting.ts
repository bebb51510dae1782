import { useQueries } from '@tanstack/react-query'
import type { KindName } from '../../shared/access/record-keys.ts'
import { ALL_KINDS } from '../../shared/access/record-kinds.ts'
import { mayOpen, screenAt } from '../../shared/access/screens.ts'
import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { readOptions } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'

const CALLS = { site: sitesApi.waiting, activity: activitiesApi.waiting } satisfies Record<KindName, unknown>

const LISTS = ALL_KINDS.map(({ name, lists, module }) => ({
  path: lists.approval,
  label: module,
  waiting: readOptions(CALLS[name]),
}))

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
