import { isAnswerAtFile, isAnswerTo } from '../../shared/review/point-answers.ts'
import type { Point, PointChange } from '../../shared/review/points.schema.ts'
import { changesOfSite, isOnLand, POINT_FIELDS } from '../../shared/sites/site-points.ts'
import { SITE_FIELDS } from '../../shared/sites/sites.fields.ts'
import type { SiteFormValues } from './site-form-values.ts'
import { type PlaceName, SITE_GROUPS, siteSides } from './site-sides.ts'

type Field = keyof SiteFormValues
type States = { initial: SiteFormValues; values: SiteFormValues }

/** The field of the form that a point is about; null if it is about the whole profile or its land. */
export function fieldOfPoint({ place, label }: Pick<Point, 'place' | 'label'>): Field | null {
  if (place.about === 'boundary') return 'map_kml_id'
  // a file may have been replaced since, so its id does not say which field it was in
  if (place.about === 'file')
    return label.startsWith(SITE_FIELDS.map_kml_id.label) ? 'map_kml_id' : 'agreement_id'
  return place.about === 'field' ? (POINT_FIELDS.find((field) => field === place.field) ?? null) : null
}

/** fields that are one value of the profile */
const groupOf = (field: Field): Field[] =>
  field === 'implementation_arrangement' ? [field, 'implementation_arrangement_others'] : [field]

const differing = (
  groups: readonly (readonly Field[])[],
  { initial, values }: States,
  placeName: PlaceName,
) =>
  siteSides(groups, { theirs: initial, mine: values }, placeName).filter(
    ({ theirs, mine }) => theirs !== mine,
  )

/** Adds what the form has changed at the place of an open point and answers it, before it is saved. */
export function withFormChange(point: Point, states: States, placeName: PlaceName): Point {
  if (point.state !== 'open' || isOnLand(point.place)) return point
  const field = fieldOfPoint(point)
  const changed = differing(field ? [groupOf(field)] : SITE_GROUPS, states, placeName).map(
    ({ label, theirs: old, mine }) => ({ label, change: { what: 'changed', old, new: mine } as PointChange }),
  )
  if (!field) {
    const change = changesOfSite(
      changed.filter((one) => isAnswerTo(point.kind, one.change)).map(({ label }) => label),
    )
    return change ? { ...point, change } : point
  }
  if (point.place.about === 'field') {
    const [first] = changed
    return first && isAnswerTo(point.kind, first.change) ? { ...point, change: first.change } : point
  }
  const change = isOtherFile(field, states) ? replaced(field, states) : null
  return change && isAnswerAtFile(point.kind, change) ? { ...point, change } : point
}

type FileField = 'agreement_id' | 'map_kml_id'

/** Whether another file of the same name was chosen. */
const isOtherFile = (field: Field | null, { initial, values }: States): field is FileField =>
  (field === 'agreement_id' || field === 'map_kml_id') && initial[field]?.id !== values[field]?.id

const replaced = (field: FileField, { initial, values }: States): PointChange => ({
  what: 'replaced',
  old: initial[field]?.name ?? null,
  new: values[field]?.name ?? null,
})
