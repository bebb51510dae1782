import { z } from 'zod/mini'
import { no, type Verdict, yes } from '../lib/verdict.ts'
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

const MISSING = 'You do not have permission to do this.'

/** A role that is switched off leaves no permissions, which is told as the reason (S-09). */
const missing = ({ role, role_off }: Actor): Verdict =>
  no(
    'permission',
    role_off
      ? `Your role ${role} is switched off: ${role_off.reason}. Please ask your administrator.`
      : MISSING,
  )

/** The actor's role has this key. */
export const holds = (actor: Actor, key: PermissionKey): Verdict =>
  actor.permissions.includes(key) ? yes : missing(actor)

/** The actor's role has at least one of these keys. */
export const holdsAny = (actor: Actor, ...keys: PermissionKey[]): Verdict =>
  keys.some((key) => actor.permissions.includes(key)) ? yes : missing(actor)

/** The actor works at this level. */
export const isAtLevel = (actor: Actor, ...levels: Actor['access_level'][]): Verdict =>
  levels.includes(actor.access_level) ? yes : no('permission', MISSING)

/** Who has a scope: a level and, below FMB, the place of it. */
export type ScopedActor = Pick<Actor, 'access_level' | 'region_id' | 'office_id'>

/**
 * The record lies in the actor's scope: FMB all, Region its region, PENRO its office (S-35). A level that is not in the
 * table, or somebody without the place of the level, covers nothing. `inScope` is the same in SQL.
 */
export function covers(actor: ScopedActor, record: Scoped): Verdict {
  const place: 'office_id' | 'region_id' | null | undefined = PLACE_OF[actor.access_level]
  const inside = place === null || (place !== undefined && actor[place] === record[place])
  return inside ? yes : no('scope', 'This record was not found.')
}
