import { type Actor, isFmbAdministrator } from '../access/actor.ts'
import { no, type Verdict, yes } from '../lib/verdict.ts'

/** Offices are renamed and merged by the administrators at FMB (S-148). */
export const canManageOffices = (actor: Actor): Verdict => isFmbAdministrator(actor, 'fmb_offices')

/** What a merge needs to know of an office. */
export type MergedOffice = { id: number; name: string; region_id: number; province_id: number | null }

/** Two offices of one region, of which at most one is the office of a province: each province keeps one. */
export function canMerge(from: MergedOffice, into: MergedOffice): Verdict {
  if (from.id === into.id) return no('same_office')
  if (from.region_id !== into.region_id) return no('two_regions')
  const isOfTwo =
    from.province_id !== null && into.province_id !== null && from.province_id !== into.province_id
  return isOfTwo ? no('two_provinces', { from: from.name, into: into.name }) : yes
}

/** Someone renamed it since it was opened. */
export const hasUnchangedName = (seen: string | undefined, now: string): Verdict =>
  seen === undefined || seen === now ? yes : no('office_renamed', { now })
