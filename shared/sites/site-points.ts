import { plural } from '../lib/format.ts'
import { placeKey } from '../notes/note-places.ts'
import type { FieldDifference } from '../review/changes.schema.ts'
import type { LabelledPlace } from '../review/points.rules.ts'
import type { PointChange, PointPlace } from '../review/points.schema.ts'
import { formatHectares } from '../lib/decimals.ts'
import type { LandPlace } from './land-places.ts'
import { type SiteChanges, siteChanges } from './site-changes.ts'
import type { SiteSnapshot } from './site-snapshot.schema.ts'
import { COMPARED_FIELDS, ELIGIBLE_ACTIVITIES, type Having, SITE_FIELDS } from './sites.fields.ts'
import type { SiteProfile } from './sites.schema.ts'

/** all eligible activities, which pages show as one field: one may be missing */
const ALL_AREAS = 'redd_eligible_activities_area'

/** The fields of a profile that a point can be about: those of which a change is shown. */
export const POINT_FIELDS = [
  ...COMPARED_FIELDS.filter((field) => SITE_FIELDS[field].compared !== 'document'),
  ALL_AREAS,
] as const

/** The field that a point about a field of the page is about: places are stored by id. Null if none can be. */
export const pointFieldOf = (shown: Having<'shown'>) =>
  POINT_FIELDS.find((field) => SITE_FIELDS[field].position === SITE_FIELDS[shown].position) ?? null

/** Whether a place is a finding or an instrument, which neither the form nor a snapshot has. */
export const isOnLand = ({ about }: PointPlace): boolean => about === 'finding' || about === 'instrument'

type Documents = Pick<SiteProfile, 'agreement_id' | 'agreement_file_name' | 'map_kml_id' | 'map_kml_name'>

/**
 * The name of a place of a profile; null if the profile has no such place. `land` names its findings and instruments.
 */
export function siteLabel(
  site: Documents,
  place: PointPlace,
  land: readonly LandPlace[] = [],
): LabelledPlace | null {
  const labelled = (label: string): LabelledPlace => ({
    place,
    label,
    principle_number: null,
    indicator_id: null,
  })
  switch (place.about) {
    case 'record':
      return labelled('The profile')
    case 'boundary':
      return labelled('Boundary')
    case 'field': {
      const field = POINT_FIELDS.find((one) => one === place.field)
      return field ? labelled(SITE_FIELDS[field].label) : null
    }
    case 'file':
      if (place.file_id === site.agreement_id)
        return labelled(`${SITE_FIELDS.agreement_id.label}: ${site.agreement_file_name}`)
      return place.file_id === site.map_kml_id
        ? labelled(`${SITE_FIELDS.map_kml_id.label}: ${site.map_kml_name}`)
        : null
    case 'finding':
    case 'instrument': {
      const found = land.find((one) => isSamePlace(one.place, place))
      return found ? labelled(found.label) : null
    }
    default:
      return null
  }
}

/** The places of a profile, the whole profile first. */
export const placesOfSite = (site: Documents): LabelledPlace[] =>
  [
    { about: 'record' } as const,
    { about: 'boundary' } as const,
    { about: 'file', file_id: site.agreement_id } as const,
    { about: 'file', file_id: site.map_kml_id } as const,
    ...POINT_FIELDS.map((field) => ({ about: 'field', field }) as const),
  ].flatMap((place) => siteLabel(site, place) ?? [])

const hectares = (area: number | null): string =>
  area === null ? 'not measured' : `${formatHectares(String(area))} ha`

const AREA_FIELDS: readonly string[] = ELIGIBLE_ACTIVITIES.map(({ field }) => field)

/** The changes of all eligible activities as one. */
function areasChange(fields: readonly FieldDifference[]): PointChange | null {
  const areas = fields.filter(({ field }) => AREA_FIELDS.includes(field))
  const words = (side: 'old' | 'new') => areas.map((one) => `${one.label}: ${one[side]}`).join('; ')
  return areas.length > 0 ? { what: 'changed', old: words('old'), new: words('new') } : null
}

const isSamePlace = (one: PointPlace, other: PointPlace): boolean => placeKey(one) === placeKey(other)

type ChangedLand = readonly (LandPlace & { change: PointChange })[]

/**
 * Compares two states of a profile; the result says what was changed at a place, or null. `land` is what was done to its
 * findings and instruments in between, which are not in its snapshots.
 */
export function siteChangesAt(
  before: SiteSnapshot,
  after: SiteSnapshot,
  land: ChangedLand = [],
): (place: PointPlace) => PointChange | null {
  const changes = siteChanges(before, after)
  return (place) => siteChangeAt(place, changes, land)
}

function siteChangeAt(
  place: PointPlace,
  { fields, documents, boundary }: SiteChanges,
  land: ChangedLand,
): PointChange | null {
  switch (place.about) {
    case 'field': {
      if (place.field === ALL_AREAS) return areasChange(fields)
      const found = fields.find(({ field }) => field === place.field)
      return found ? { what: 'changed', old: found.old, new: found.new } : null
    }
    case 'boundary':
      return boundary
        ? { what: 'replaced', old: hectares(boundary.old_ha), new: hectares(boundary.new_ha) }
        : null
    case 'file': {
      const found = documents.find(({ old }) => old.id === place.file_id)
      return found ? { what: found.change, old: found.old.name, new: found.new.name } : null
    }
    case 'record': {
      const labels = [...fields, ...documents, ...land].map(({ label }) => label)
      return labels.length === 0
        ? null
        : { what: 'changed', old: null, new: `${plural(labels.length, 'change')}: ${labels.join(', ')}` }
    }
    case 'finding':
    case 'instrument':
      return land.find((one) => isSamePlace(one.place, place))?.change ?? null
    default:
      return null
  }
}
