import type { Actor } from '../../shared/access/actor.ts'
import type { LoginReply } from '../../shared/auth/auth.schema.ts'
import { LAST_LOGOUT, type LastLogout, readLastLogout } from './last-logout.ts'
import { storedToken } from './token.ts'

/** The stored parts of a session (000 §3). `maps_key` survives a logout (C-24). */
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

type StoredPerson = Pick<
  Actor,
  'id' | 'access_level' | 'hierarchy_role' | 'region_id' | 'province_id' | 'role'
>

function keep(key: string, value: string | number | null) {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, String(value))
}

/** Stores who is signed in and what they may do; repeated after each validation, so that changes take effect. */
export function storePerson(person: StoredPerson, permissions: readonly string[]) {
  keep('permissions', JSON.stringify(permissions))
  keep('access_level', person.access_level)
  keep('hierarchy_role', person.hierarchy_role)
  keep('user_region_id', person.region_id)
  keep('user_role', person.role)
  keep('user_province_id', person.province_id)
  keep('user_id', person.id)
}

/** Stores the reply of a log in. */
export function storeSession(reply: LoginReply) {
  storePerson(reply.user, reply.permissions)
  keep('gkey', reply.gkey)
  keep(MAPS_KEY, reply.gkey)
  keep('token', reply.token)
}

/** Deletes the session; the maps key stays for the public page. */
export function clearSession() {
  for (const key of SESSION_KEYS) localStorage.removeItem(key)
}

/** '' where the deployment has no key; null when nothing is stored. */
export const storedMapsKey = (): string | null => localStorage.getItem(MAPS_KEY)

/** Also called by the public list, which gets the maps key too (C-24). */
export const storeMapsKey = (gkey: string) => keep(MAPS_KEY, gkey)

/** the tabs of a browser are logged out within this time of each other */
const SAME_LOGOUT_MS = 60_000

/** Stores why the session ends and the page of this tab, before the session is deleted; other tabs read the reason. */
export function recordLogout(why: string): void {
  const user_id = Number(localStorage.getItem('user_id'))
  if (!user_id || storedToken() === null) return
  const address = `${location.pathname}${location.search}`
  const left = JSON.stringify({ user_id, why, address, at: Date.now() } satisfies LastLogout)
  localStorage.setItem(LAST_LOGOUT, left)
  sessionStorage.setItem(LAST_LOGOUT, left)
}

/** Does the same in a tab that another tab has just logged out; a deliberate logout stores no reason. */
export function recordLogoutOfOtherTab(): void {
  const left = readLastLogout(localStorage, SAME_LOGOUT_MS)
  if (!left) return
  const address = `${location.pathname}${location.search}`
  sessionStorage.setItem(LAST_LOGOUT, JSON.stringify({ ...left, address }))
}

export function forgetLastLogout(): void {
  localStorage.removeItem(LAST_LOGOUT)
  sessionStorage.removeItem(LAST_LOGOUT)
}

const OWN_PAGE = /^\/(?![/\\])/

/** Returns where a log in leads: back to the last page of the same person, else home. */
export const addressAfterLogin = (left: LastLogout | null, user_id: number, home: string): string =>
  left?.user_id === user_id && OWN_PAGE.test(left.address) ? left.address : home

/** Calls back when another tab of this browser logs out; returns the function that stops listening (S-08). */
export function onSignedOutElsewhere(signedOut: () => void): () => void {
  const listen = (event: StorageEvent) => {
    const isSignedOut = event.key === null || (event.key === 'token' && event.newValue === null)
    if (isSignedOut && storedToken() === null) signedOut()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
