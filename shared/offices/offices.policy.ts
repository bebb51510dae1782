import { type Actor, isFmbAdministrator, mayRead } from '../access/actor.ts'
import { no, type Verdict, yes } from '../lib/verdict.ts'

/** Offices are renamed and merged by FMB's administrators (S-148). */
export const canManageOffices = (actor: Actor): Verdict => isFmbAdministrator(actor, 'fmb_offices')

export const canListOffices = (actor: Actor): Verdict => mayRead(actor, canManageOffices(actor))

export type MergedOffice = { id: number; name: string; region_id: number; province_id: number | null }

/** Both must be in one region, and at most one the office of a province, because each province keeps its office. */
export function canMerge(from: MergedOffice, into: MergedOffice): Verdict {
  if (from.id === into.id) return no('same_office')
  if (from.region_id !== into.region_id) return no('two_regions')
  const isOfTwo =
    from.province_id !== null && into.province_id !== null && from.province_id !== into.province_id
  return isOfTwo ? no('two_provinces', { from: from.name, into: into.name }) : yes
}

/** Fails if the address was changed since the form was opened; null is no address. */
export const hasUnchangedAddress = (seen: string | null | undefined, now: string | null): Verdict =>
  seen === undefined || (seen || null) === now ? yes : no('office_moved', { now: now ?? 'no address' })

/** Fails if the office was renamed since the form was opened. */
export const hasUnchangedName = (seen: string | undefined, now: string): Verdict =>
  seen === undefined || seen === now ? yes : no('office_renamed', { now })
