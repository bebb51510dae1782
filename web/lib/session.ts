import type { Actor } from '../../shared/access/actor.ts'
import type { LoginReply } from '../../shared/auth/auth.schema.ts'

/** What the browser keeps of a session (000 §3). `maps_key` survives a logout (C-24). */
const SESSION_KEYS = [
  'token',
  'gkey',
  'permissions',
  'access_level',
  'hierarchy_role',
  'user_region_id',
  'user_role',
  'user_province_id',
  'user_id',
] as const
const MAPS_KEY = 'maps_key'

type StoredKey = Pick<Actor, 'id' | 'access_level' | 'hierarchy_role' | 'region_id' | 'province_id' | 'role'>

function keep(key: string, value: string | number | null) {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, String(value))
}

/** Keeps who is signed in and what they may do; repeated after each validation, so that changes follow. */
export function storePerson(person: StoredKey, permissions: readonly string[]) {
  keep('permissions', JSON.stringify(permissions))
  keep('access_level', person.access_level)
  keep('hierarchy_role', person.hierarchy_role)
  keep('user_region_id', person.region_id)
  keep('user_role', person.role)
  keep('user_province_id', person.province_id)
  keep('user_id', person.id)
}

/** Keeps everything a log in returned. */
export function storeSession(reply: LoginReply) {
  storePerson(reply.user, reply.permissions)
  keep('gkey', reply.gkey)
  keep(MAPS_KEY, reply.gkey)
  keep('token', reply.token)
}

/** Forgets the session; the maps key stays for the public page. */
export function clearSession() {
  for (const key of SESSION_KEYS) localStorage.removeItem(key)
}

export const storedToken = (): string | null => localStorage.getItem('token')
/** '' where the deployment has none; null when nothing is stored. */
export const storedMapsKey = (): string | null => localStorage.getItem(MAPS_KEY)

/** The public list has the maps key too (C-24). */
export const storeMapsKey = (gkey: string) => keep(MAPS_KEY, gkey)

/** Who was logged out without asking for it, why, and where they were (S-122). */
export type LastLogout = { user_id: number; why: string; address: string; at: number }

const LAST_LOGOUT = 'left'
/** a note of a former day explains nothing */
const LAST_LOGOUT_HOURS = 12
/** the tabs of one browser are logged out together */
const SAME_LOGOUT_MS = 60_000

function readLastLogout(store: Storage, youngest: number): LastLogout | null {
  try {
    const left = JSON.parse(store.getItem(LAST_LOGOUT) ?? 'null') as LastLogout | null
    return left && Date.now() - left.at < youngest ? left : null
  } catch {
    return null
  }
}

/** Notes, before the session is forgotten, why it ended and where this tab was; its sisters learn why as well. */
export function recordLogout(why: string): void {
  const user_id = Number(localStorage.getItem('user_id'))
  if (!user_id || storedToken() === null) return
  const address = `${location.pathname}${location.search}`
  const left = JSON.stringify({ user_id, why, address, at: Date.now() } satisfies LastLogout)
  localStorage.setItem(LAST_LOGOUT, left)
  sessionStorage.setItem(LAST_LOGOUT, left)
}

/** The same in a tab whose sister was just logged out; a sister that logged out on purpose leaves no note. */
export function recordLogoutOfOtherTab(): void {
  const left = readLastLogout(localStorage, SAME_LOGOUT_MS)
  if (!left) return
  const address = `${location.pathname}${location.search}`
  sessionStorage.setItem(LAST_LOGOUT, JSON.stringify({ ...left, address }))
}

/** Why this tab was logged out, and where it was; null when no one was, or on purpose. */
export const lastLogout = (): LastLogout | null =>
  readLastLogout(sessionStorage, LAST_LOGOUT_HOURS * 3_600_000)

export function forgetLastLogout(): void {
  localStorage.removeItem(LAST_LOGOUT)
  sessionStorage.removeItem(LAST_LOGOUT)
}

const OWN_PAGE = /^\/(?![/\\])/

/** Where someone goes who has just logged in: back to where they were, if it was they; else home. */
export const addressAfterLogin = (left: LastLogout | null, user_id: number, home: string): string =>
  left?.user_id === user_id && OWN_PAGE.test(left.address) ? left.address : home

/** Calls back when another tab of this browser logs out; returns how to stop listening (S-08). */
export function onSignedOutElsewhere(signedOut: () => void): () => void {
  const listen = (event: StorageEvent) => {
    const isSignedOut = event.key === null || (event.key === 'token' && event.newValue === null)
    if (isSignedOut && storedToken() === null) signedOut()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
