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
  /** 1 Super Administrator, 2 Administrator, 3 Approver, 4 Encoder, 5 Auditor (C-20) */
  hierarchy_role: z.number(),
  region_id: z.nullable(z.number()),
  province_id: z.nullable(z.number()),
  office_id: z.nullable(z.number()),
  penro: z.nullable(z.string()),
  /** since when and why the role is deactivated; absent while it is active */
  role_off: z.optional(z.object({ at: z.string(), reason: z.string() })),
  /** an administrator's reset made the password: the user must choose a new one first (S-133); otherwise absent */
  password_is_generated: z.optional(z.literal(true)),
  /** a second factor is set up and proved; otherwise absent */
  has_factor: z.optional(z.literal(true)),
  /** a second factor must be set up before anything else; otherwise absent */
  factor_first: z.optional(z.literal(true)),
  /** a second factor is offered by the level and not set up; otherwise absent */
  factor_offered: z.optional(z.literal(true)),
  /** the day within the next 14, yyyy-mm-dd, from which that is so; otherwise absent */
  factor_from: z.optional(z.string()),
  /** the break-glass account of the operator; otherwise absent */
  is_break_glass: z.optional(z.literal(true)),
  /** the language of mails to the person; absent for English */
  language: z.optional(z.string()),
  permissions: z.array(z.enum(PERMISSION_KEYS as unknown as [PermissionKey, ...PermissionKey[]])),
})
export type Actor = z.output<typeof Actor>

/** The fields of a record that scoping reads (rulings C-17, S-35). */
export type Scoped = { region_id: number; office_id: number }

/** The rank of auditors, below all others, so that they administer no one. */
const AUDITOR = 5

/** Whether the role is of the kind Auditor. It changes nothing even while it is switched off. */
export const isAuditor = ({ hierarchy_role }: Partial<Pick<Actor, 'hierarchy_role'>>): boolean =>
  hierarchy_role === AUDITOR

/** The refusal for a missing right; where the role is switched off, or of an auditor, that is the reason (S-09). */
function missingRight(
  actor: Partial<Pick<Actor, 'role' | 'role_off' | 'hierarchy_role'>>,
  code: PlainCode = 'permission',
): Verdict {
  const { role = '', role_off } = actor
  if (role_off) return no('role_off', { role, reason: role_off.reason })
  return no(isAuditor(actor) ? 'auditor_reads' : code)
}

type Ranked = Pick<Actor, 'access_level' | 'hierarchy_role' | 'role_off'> & Partial<Pick<Actor, 'role'>>

/**
 * The actor, or null while the role is switched off: level and rank then give no rights, however high they are (S-130).
 * Every decision by level or rank must read them through this function.
 */
export const effectiveRank = <Who extends Pick<Actor, 'role_off'>>(actor: Who): Who | null =>
  actor.role_off ? null : actor

/** Whether the role is switched on; for calls that need a role but no particular key. */
export const hasRole = (actor: Pick<Actor, 'role' | 'role_off'>): Verdict =>
  effectiveRank(actor) ? yes : missingRight(actor)

export const holds = (actor: Actor, key: PermissionKey): Verdict => holdsAny(actor, key)

export const holdsAny = (actor: Actor, ...keys: PermissionKey[]): Verdict =>
  keys.some((key) => effectiveRank(actor)?.permissions.includes(key)) ? yes : missingRight(actor)

export function isAtLevel(actor: Ranked, ...levels: Actor['access_level'][]): Verdict {
  const now = effectiveRank(actor)
  return now && levels.includes(now.access_level) ? yes : missingRight(actor)
}

/** The lowest rank of an administrator (C-20). */
export const ADMINISTRATOR = 2

/** The actor has this rank or a higher one (a lower number); `code` is the refusal for a lower rank. */
export function hasRank(actor: Ranked, lowest: number, code?: PlainCode): Verdict {
  const now = effectiveRank(actor)
  return now && now.hierarchy_role <= lowest ? yes : missingRight(actor, code)
}

/** Administrators and Super Administrators of FMB: criteria, crosswalk, imports, storage (C-31, S-98, S-131). */
export const isFmbAdministrator = (actor: Ranked, code?: PlainCode): Verdict =>
  all(isAtLevel(actor, 'FMB'), hasRank(actor, ADMINISTRATOR, code))

/** The right to read what others read by key, level or rank: auditors read all that FMB reads. */
export function mayRead(actor: Ranked, right: Verdict): Verdict {
  const now = effectiveRank(actor)
  return now && isAuditor(now) ? yes : right
}

/** The right to change what others change by their level alone; never an auditor's. */
export const mayChange = (actor: Ranked, right: Verdict): Verdict =>
  isAuditor(actor) ? missingRight(actor) : right

/** What a scope depends on: the level, its place below FMB, and whether the role is switched on. */
export type ScopedActor = Pick<Actor, 'access_level' | 'region_id' | 'office_id' | 'role_off'>

/**
 * Whether the record is in the actor's scope: FMB all, Region its region, PENRO its office (S-35). An unknown level, an
 * actor without a place, and one whose role is switched off cover nothing (S-130). `inScope` is the same rule in SQL.
 */
export function covers(actor: ScopedActor, record: Scoped): Verdict {
  const place: 'office_id' | 'region_id' | null | undefined = PLACE_OF[actor.access_level]
  const inside = place === null || (place !== undefined && actor[place] === record[place])
  return effectiveRank(actor) && inside ? yes : no('scope')
}
