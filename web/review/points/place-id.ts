import type { Point, PointPlace } from '../../../shared/review/points.schema.ts'
import { openFoldsAround } from '../../lib/folds.ts'
import { toElement } from '../../ui/to-element.ts'

/** The element id of a place's points: "points-field-project_area". */
export const placeId = (place: PointPlace): string => `points-${Object.values(place).join('-')}`

/** The element id of the button that adds a point to a place. */
export const addButtonId = (place: PointPlace): string => `${placeId(place)}-add`

/** Scrolls the element with this id into view and focuses it, with the folds around it open. */
export function toPart(id: string): void {
  openFoldsAround(document.getElementById(id))
  toElement(id)
}

/** The heading of the points that are not sent yet, in the decision. */
export const PREPARED_POINTS = 'prepared-points'

/** Shows the points that are not sent yet, with their lists open. */
export function toPreparedPoints(): void {
  const heading = document.getElementById(PREPARED_POINTS)
  const [first] = heading?.parentElement?.getElementsByTagName('details') ?? []
  if (first) first.open = true
  toPart(PREPARED_POINTS)
}

/** The element id of a sent point in the list of the points of earlier rounds. */
export const earlierId = (id: number): string => `earlier-point-${id}`

/** The element id of a point at its place in a form. */
export const pointId = ({ id }: Pick<Point, 'id'>): string => `point-${id}`

/** Scrolls to a point at its place on this page and focuses it. */
export const toPoint = (point: Pick<Point, 'id'>): void => toPart(pointId(point))
