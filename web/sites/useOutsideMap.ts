import { useQuery } from '@tanstack/react-query'
import { MAPS_ORIGIN } from '../../shared/sites/outside-map.ts'
import { loadConfig } from '../lib/config.ts'
import { storedMapsKey } from '../lib/session.ts'
import { embedAddress } from './map-search.ts'

const REACH_LIMIT_MS = 5_000

/** Whether the deployment has the maps service and the browser can reach it; a failure is only logged (001 §2). */
async function isReachable(): Promise<boolean> {
  const { has_outside_map } = await loadConfig()
  if (!has_outside_map) return false
  try {
    const signal = AbortSignal.timeout(REACH_LIMIT_MS)
    await fetch(`${MAPS_ORIGIN}/maps`, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal })
    return true
  } catch (error) {
    console.warn('The embedded map could not be reached.', error)
    return false
  }
}

/** The address of the outside map; null without one and while it cannot be reached, so that no broken frame appears. */
export function useOutsideMap(search: string): string | null {
  const address = embedAddress(storedMapsKey(), search)
  const { data } = useQuery({
    queryKey: ['outside-map'],
    queryFn: isReachable,
    enabled: address !== null,
    networkMode: 'always',
    staleTime: 60_000,
  })
  return data ? address : null
}
