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
] as const
const MAPS_KEY = 'maps_key'

type Kept = Pick<Actor, 'access_level' | 'hierarchy_role' | 'region_id' | 'province_id' | 'role'>

function keep(key: string, value: string | number | null) {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, String(value))
}

/** Keeps who is signed in and what they may do; repeated after each validation, so that changes follow. */
export function storePerson(person: Kept, permissions: readonly string[]) {
  keep('permissions', JSON.stringify(permissions))
  keep('access_level', person.access_level)
  keep('hierarchy_role', person.hierarchy_role)
  keep('user_region_id', person.region_id)
  keep('user_role', person.role)
  keep('user_province_id', person.province_id)
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

/** The public list carries the maps key too (C-24). */
export const storeMapsKey = (gkey: string) => keep(MAPS_KEY, gkey)

/** Calls back when another tab of this browser logs out; returns how to stop listening (S-08). */
export function onSignedOutElsewhere(signedOut: () => void): () => void {
  const listen = (event: StorageEvent) => {
    const gone = event.key === null || (event.key === 'token' && event.newValue === null)
    if (gone && storedToken() === null) signedOut()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
