import { MAP_HEIGHT, MAP_WIDTH } from '../../approved/region-points.ts'

export type View = { x: number; y: number; width: number; height: number }

/** how much larger the view is than the region in it */
const MARGIN = 1.35

const POINT = /(-?[\d.]{1,20}) (-?[\d.]{1,20})/g

const ends = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)]

/** Returns the square of the drawing that shows this outline; without an outline, the whole drawing. */
export function viewOf(outline: string | undefined): View {
  const points = [...(outline ?? '').matchAll(POINT)].map(([, x, y]) => [Number(x), Number(y)] as const)
  if (points.length === 0) return { x: 0, y: 0, width: MAP_WIDTH, height: MAP_HEIGHT }
  const [left, right] = ends(points.map(([x]) => x))
  const [top, bottom] = ends(points.map(([, y]) => y))
  const side = MARGIN * Math.max(right - left, bottom - top)
  return { x: (left + right - side) / 2, y: (top + bottom - side) / 2, width: side, height: side }
}
