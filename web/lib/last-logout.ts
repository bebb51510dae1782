import { HOUR_MS } from '../../shared/lib/durations.ts'

/** A logout that the person did not ask for: why, and on which page (S-122). Written by session.ts. */
export type LastLogout = { user_id: number; why: string; address: string; at: number }

export const LAST_LOGOUT = 'left'
/** an older reason explains nothing any more */
const LAST_LOGOUT_HOURS = 12

export function readLastLogout(store: Storage, youngest: number): LastLogout | null {
  try {
    const left = JSON.parse(store.getItem(LAST_LOGOUT) ?? 'null') as LastLogout | null
    return left && Date.now() - left.at < youngest ? left : null
  } catch {
    return null
  }
}

/** Returns why this tab was logged out, and on which page; null if it was not, or on purpose. */
export const lastLogout = (): LastLogout | null => readLastLogout(sessionStorage, LAST_LOGOUT_HOURS * HOUR_MS)
