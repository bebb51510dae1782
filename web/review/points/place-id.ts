import type { Point, PointPlace } from '../../../shared/review/points.schema.ts'
import { toTarget } from '../../threads/target.ts'

/** The element id of a place's points: "points-field-project_area". */
export const placeId = (place: PointPlace): string => `points-${Object.values(place).join('-')}`

/** The element id of the button that adds a point to a place. */
export const addButtonId = (place: PointPlace): string => `${placeId(place)}-add`

/** The id of the form for a new point; one is open at a time. */
export const NEW_POINT = 'new-point'

/** The heading of the points that are not sent yet, in the decision. */
export const PREPARED_POINTS = 'prepared-points'

/** Shows the points that are not sent yet, with their lists open. */
export function toPreparedPoints(): void {
  const heading = document.getElementById(PREPARED_POINTS)
  const [first] = heading?.parentElement?.getElementsByTagName('details') ?? []
  if (first) first.open = true
  toTarget(PREPARED_POINTS)
}

/** The element id of a sent point in the list of the points of earlier rounds. */
export const earlierId = (id: number): string => `earlier-point-${id}`

/** The element id of a point at its place in a form. */
export const pointId = ({ id }: Pick<Point, 'id'>): string => `point-${id}`

/** Scrolls to a point at its place on this page and focuses it. */
export const toPoint = (point: Pick<Point, 'id'>): void => toTarget(pointId(point))
