import { z } from 'zod/mini'
import type { PlainCode } from '../lib/refusals.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { AccessLevel, PLACE_OF } from './levels.ts'
import { PERMISSION_KEYS, type PermissionKey } from './permissions.ts'

/** The signed-in person, as every policy sees them; `/validate-token` sends the same object to the browser. */
export const Actor = z.object({
  id: z.number(),
  first_name: z.string(),
  name: z.string(),
  email: z.string(),
  access_level: AccessLevel,
  role_id: z.number(),
  role: z.string(),
  /** 1 Super Administrator, 2 Administrator, 3 Approver, 4 Encoder (C-20) */
  hierarchy_role: z.number(),
  region_id: z.nullable(z.number()),
  province_id: z.nullable(z.number()),
  office_id: z.nullable(z.number()),
  penro: z.nullable(z.string()),
  /** since when and why the role is switched off; absent while it is activated */
  role_off: z.optional(z.object({ at: z.string(), reason: z.string() })),
  /** an administrator's reset made the password: the person must choose an own one first (S-133); absent otherwise */
  password_is_generated: z.optional(z.literal(true)),
  permissions: z.array(z.enum(PERMISSION_KEYS as unknown as [PermissionKey, ...PermissionKey[]])),
})
export type Actor = z.output<typeof Actor>

/** What scoping needs to know of a record (rulings C-17, S-35). */
export type Scoped = { region_id: number; office_id: number }

/** The refusal of a right; a role that is switched off is the reason (S-09). */
const missingRight = (
  { role = '', role_off }: Partial<Pick<Actor, 'role' | 'role_off'>>,
  code: PlainCode = 'permission',
): Verdict => (role_off ? no('role_off', { role, reason: role_off.reason }) : no(code))

type Ranked = Pick<Actor, 'access_level' | 'hierarchy_role' | 'role_off'> & Partial<Pick<Actor, 'role'>>

/**
 * What level and rank give a person now; null while the role is switched off: then nothing follows from either, however high they
 * are (S-130). Anyone who decides by level or rank asks here.
 */
export const effectiveRank = <Who extends Pick<Actor, 'role_off'>>(actor: Who): Who | null =>
  actor.role_off ? null : actor

/** The role is switched on, for what needs a role and none of its keys. */
export const hasRole = (actor: Pick<Actor, 'role' | 'role_off'>): Verdict =>
  effectiveRank(actor) ? yes : missingRight(actor)

/** The actor's role has this key. */
export const holds = (actor: Actor, key: PermissionKey): Verdict => holdsAny(actor, key)

/** The actor's role has at least one of these keys. */
export const holdsAny = (actor: Actor, ...keys: PermissionKey[]): Verdict =>
  keys.some((key) => effectiveRank(actor)?.permissions.includes(key)) ? yes : missingRight(actor)

/** The actor works at one of these levels. */
export function isAtLevel(actor: Ranked, ...levels: Actor['access_level'][]): Verdict {
  const now = effectiveRank(actor)
  return now && levels.includes(now.access_level) ? yes : missingRight(actor)
}

/** The lowest rank of an administrator (C-20). */
export const ADMINISTRATOR = 2

/** The actor's rank is this one or a higher one, which has the lower number; `code` says what it would be for. */
export function hasRank(actor: Ranked, lowest: number, code?: PlainCode): Verdict {
  const now = effectiveRank(actor)
  return now && now.hierarchy_role <= lowest ? yes : missingRight(actor, code)
}

/** Administrators and Super Administrators of FMB: criteria, crosswalk, imports, storage (C-31, S-98, S-131). */
export const isFmbAdministrator = (actor: Ranked, code?: PlainCode): Verdict =>
  all(isAtLevel(actor, 'FMB'), hasRank(actor, ADMINISTRATOR, code))

/** Who has a scope: a level and, below FMB, the place of it, while the role is switched on. */
export type ScopedActor = Pick<Actor, 'access_level' | 'region_id' | 'office_id' | 'role_off'>

/**
 * The record lies in the actor's scope: FMB all, Region its region, PENRO its office (S-35). A level that is not in the table,
 * someone without the place of the level, or whose role is switched off, covers nothing (S-130). `inScope` is the same in SQL.
 */
export function covers(actor: ScopedActor, record: Scoped): Verdict {
  const place: 'office_id' | 'region_id' | null | undefined = PLACE_OF[actor.access_level]
  const inside = place === null || (place !== undefined && actor[place] === record[place])
  return effectiveRank(actor) && inside ? yes : no('scope')
}
