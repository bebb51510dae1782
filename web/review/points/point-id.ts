import type { Point } from '../../../shared/review/points.schema.ts'
import { openFoldsAround } from '../../lib/folds.ts'
import { toElement } from '../../ui/to-element.ts'

/** The element id of a point at its place in a form. */
export const pointId = ({ id }: Pick<Point, 'id'>): string => `point-${id}`

/** Scrolls to a point at its place on this page and focuses it. */
export function toPoint(point: Pick<Point, 'id'>): void {
  openFoldsAround(document.getElementById(pointId(point)))
  toElement(pointId(point))
}
