import type { Actor, Scoped } from '../access/actor.ts'
import {
  type BoundaryGeometry,
  type BoundaryWarning,
  MAX_OVERLAPS_SHOWN,
  type OverlapState,
} from '../boundary/boundary.schema.ts'
import type { Overlap } from '../boundary/overlap.ts'
import { formatHectares } from '../lib/decimals.ts'
import type { Review } from '../review/review-chain.ts'
import { siteVisibility } from './sites.policy.ts'
import type { SiteNeighbour } from './sites.schema.ts'

/** Another activated profile that overlaps a boundary, with all its data; never sent to the browser unfiltered. */
export type OverlappedSite = Scoped &
  Pick<Review, 'site_status'> & { site_profile_id: number; code: string; name_of_partner: string }

/** Shown where code and partner are confidential (S-114). */
export const SITE_ELSEWHERE = 'a site in review at another office'

type Named = { code: string; name_of_partner: string } | { code: null; name_of_partner: null }

/** The site in words: code and partner if they may be shown. */
const siteName = (site: Named): string =>
  site.code === null ? SITE_ELSEWHERE : `${site.code} (${site.name_of_partner})`

/** What this person may see of a profile that overlaps theirs (S-114). */
function visibleSite(actor: Actor, { site_profile_id, code, name_of_partner, ...record }: OverlappedSite) {
  const sight = siteVisibility(actor, record)
  return {
    id: sight === 'open' ? site_profile_id : null,
    ...(sight === 'unnamed' ? { code: null, name_of_partner: null } : { code, name_of_partner }),
  }
}

/** An overlap as this person may see it; the outline and a link only within their scope. */
export function overlapWarning(
  actor: Actor,
  site: OverlappedSite,
  { overlap_ha, geometry }: Overlap,
): BoundaryWarning {
  const { id, ...named } = visibleSite(actor, site)
  return {
    kind: 'overlap',
    message: `Overlaps ${siteName(named)} by ${formatHectares(overlap_ha)} ha.`,
    overlap_ha,
    ...(named.code === null ? {} : named),
    ...(id === null ? {} : { site_profile_id: id, overlap: geometry }),
  }
}

/** The sentence for two boundaries that are too tangled to compare. */
export const overlapUnknown = (actor: Actor, site: OverlappedSite): string =>
  `Overlap with ${siteName(visibleSite(actor, site))}: the two boundaries are too detailed to compare`

/** Land that two rows of one import share, as a finding of one of them; `shared_ha` is null if they are too tangled. */
export const rowOverlapWords = (
  other: { number: number; name_of_partner: string },
  shared_ha: number | null,
): string => {
  const named = `row ${other.number} of this table (${other.name_of_partner})`
  return shared_ha === null
    ? `Overlap with ${named}: the two boundaries are too detailed to compare`
    : `Overlaps ${named} by ${formatHectares(shared_ha)} ha.`
}

/** A nearby site as this person may see it. */
export function visibleNeighbour(
  actor: Actor,
  neighbour: OverlappedSite & { area_ha: number; geometry: BoundaryGeometry | null },
): SiteNeighbour {
  const { area_ha, geometry, ...site } = neighbour
  const visible = visibleSite(actor, site)
  return { ...visible, area_ha, geometry: visible.id === null ? null : geometry }
}

/** Notes on the comparison with other sites, in addition to the overlaps (S-125). */
export function overlapNotes(
  state: OverlapState,
  shownCount: number,
): { checked: string[]; not_checked: string[] } {
  const sentences: Record<OverlapState, string | null> = {
    waiting: 'Overlaps: still being computed; please look again in some minutes',
    part: 'Overlaps: so many sites lie around this one that it was compared with some of them only',
    tangled: 'Overlaps: the boundary crosses itself too often or is too detailed to be compared',
    measured: null,
  }
  const unknown = sentences[state]
  const more =
    shownCount > MAX_OVERLAPS_SHOWN ? [`Overlaps: only the ${MAX_OVERLAPS_SHOWN} largest are listed`] : []
  return {
    checked: !unknown && shownCount === 0 ? ['Overlaps: with no other site'] : [],
    not_checked: [...(unknown ? [unknown] : []), ...more],
  }
}
