import { plural } from '../lib/format.ts'
import { placeKey } from '../notes/note-places.ts'
import type { FieldDifference } from '../review/changes.schema.ts'
import { type AskedPoint, isAnswerAtFile, isAnswerTo } from '../review/point-answers.ts'
import type { LabelledPlace } from '../review/points.rules.ts'
import type { AskedPlace, PointChange, PointPlace, StoredKind } from '../review/points.schema.ts'
import { formatHectares } from '../lib/decimals.ts'
import type { LandPlace } from './land-places.ts'
import type { DocumentChange } from './site-changes.schema.ts'
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

/** What every profile has, the whole profile first. */
export const PLACES_OF_EVERY_SITE: { place: AskedPlace; label: string }[] = [
  { place: { about: 'record' }, label: 'The profile' },
  { place: { about: 'boundary' }, label: 'Boundary' },
  ...(['agreement_id', 'map_kml_id'] as const).map((document) => ({
    place: { about: 'document' as const, document },
    label: SITE_FIELDS[document].label,
  })),
  ...POINT_FIELDS.map((field) => ({
    place: { about: 'field' as const, field },
    label: SITE_FIELDS[field].label,
  })),
]

/**
 * The name of a place of a profile; null if the profile has no such place. `land` names its findings and instruments.
 */
export function siteLabel(
  site: Documents,
  place: AskedPlace,
  land: readonly LandPlace[] = [],
): LabelledPlace | null {
  if (place.about === 'document')
    return siteLabel(site, { about: 'file', file_id: site[place.document] }, land)
  const labelled = (label: string): LabelledPlace => ({
    place,
    label,
    principle_number: null,
  })
  if (place.about === 'file') {
    if (place.file_id === site.agreement_id)
      return labelled(`${SITE_FIELDS.agreement_id.label}: ${site.agreement_file_name}`)
    return place.file_id === site.map_kml_id
      ? labelled(`${SITE_FIELDS.map_kml_id.label}: ${site.map_kml_name}`)
      : null
  }
  const found = [...PLACES_OF_EVERY_SITE, ...land].find((one) => isSamePlace(one.place, place))
  return found ? labelled(found.label) : null
}

/** The places of a profile, the whole profile first. */
export const placesOfSite = (site: Documents): LabelledPlace[] =>
  PLACES_OF_EVERY_SITE.flatMap(({ place }) => siteLabel(site, place) ?? [])

const hectares = (area: number | null): string =>
  area === null ? 'not measured' : `${formatHectares(String(area))} ha`

const AREA_FIELDS: readonly string[] = ELIGIBLE_ACTIVITIES.map(({ field }) => field)

const valueChange = ({ old, new: now }: FieldDifference): PointChange => ({
  what: 'changed',
  old,
  new: now,
})

/** The changes of all eligible activities as one, if one of them is an answer. */
function areasChange(kind: StoredKind, fields: readonly FieldDifference[]): PointChange | null {
  const areas = fields.filter(({ field }) => AREA_FIELDS.includes(field))
  if (!areas.some((one) => isAnswerTo(kind, valueChange(one)))) return null
  const words = (side: 'old' | 'new') => areas.map((one) => `${one.label}: ${one[side]}`).join('; ')
  return { what: 'changed', old: words('old'), new: words('new') }
}

const isSamePlace = (one: AskedPlace, other: AskedPlace): boolean => placeKey(one) === placeKey(other)

type ChangedLand = readonly (LandPlace & { change: PointChange })[]

/**
 * Compares two states of a profile; the result is the change that answers a point, or null. `land` is what was done to
 * its findings and instruments in between, which are not in its snapshots.
 */
export function siteChangesAt(
  before: SiteSnapshot,
  after: SiteSnapshot,
  land: ChangedLand = [],
): (point: AskedPoint) => PointChange | null {
  const changes = siteChanges(before, after)
  return (point) => siteChangeAt(point, changes, land)
}

const documentChange = ({ change, old, new: now }: DocumentChange): PointChange => ({
  what: change,
  old: old.name,
  new: now.name,
})

/** "2 changes: Project Area, Agreement" */
export const changesOfSite = (labels: readonly string[]): PointChange | null =>
  labels.length === 0
    ? null
    : { what: 'changed', old: null, new: `${plural(labels.length, 'change')}: ${labels.join(', ')}` }

function siteChangeAt(
  { kind, place }: AskedPoint,
  { fields, documents, boundary }: SiteChanges,
  land: ChangedLand,
): PointChange | null {
  const ifAnswer = (change: PointChange | undefined) => (change && isAnswerTo(kind, change) ? change : null)
  const ifFileAnswer = (change: PointChange | undefined) =>
    change && isAnswerAtFile(kind, change) ? change : null
  switch (place.about) {
    case 'field': {
      if (place.field === ALL_AREAS) return areasChange(kind, fields)
      const found = fields.find(({ field }) => field === place.field)
      return ifAnswer(found && valueChange(found))
    }
    case 'boundary': {
      if (!boundary) return null
      const { old_ha, new_ha } = boundary
      return ifFileAnswer({ what: 'replaced', old: hectares(old_ha), new: hectares(new_ha) })
    }
    case 'file': {
      const found = documents.find(({ old }) => old.id === place.file_id)
      return ifFileAnswer(found && documentChange(found))
    }
    case 'record':
      return changesOfSite(
        [
          ...fields.map((one) => ({ label: one.label, change: valueChange(one) })),
          ...documents.map((one) => ({ label: one.label, change: documentChange(one) })),
          ...land,
        ]
          .filter(({ change }) => isAnswerTo(kind, change))
          .map(({ label }) => label),
      )
    case 'finding':
    case 'instrument':
      return ifAnswer(land.find((one) => isSamePlace(one.place, place))?.change)
    default:
      return null
  }
}
