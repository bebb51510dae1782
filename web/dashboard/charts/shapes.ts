import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'

/** One coloured part of a bar, in percent of the room it is drawn in. */
export type Segment<Key extends string> = { key: Key; count: number; start: number; size: number }

/** Counts as parts of one bar, one after the other, `room` percent long when their sum is `most`. */
export function segments<Key extends string>(
  counts: Record<Key, number>,
  keys: readonly Key[],
  most: number,
  room = 100,
): Segment<Key>[] {
  const length = scaleLinear([0, most || 1], [0, room])
  return stack<Record<Key, number>, Key>()
    .keys(keys)([counts])
    .flatMap((series) => {
      const [from = 0, to = 0] = series[0] ?? []
      return to > from
        ? [{ key: series.key, count: to - from, start: length(from), size: length(to) - length(from) }]
        : []
    })
}

/** the narrowest bar a phone shows, and the widest figure of its type, both in pixels */
const MIN_BAR_PX = 260
const FIGURE = 9
const LABEL_WIDTH = 8

/** Whether a label has room in a part of a bar, on the narrowest screen too. */
export const fitsIn = (size: number, label: string): boolean =>
  (size / 100) * MIN_BAR_PX >= label.length * FIGURE + LABEL_WIDTH

/** Where the columns of a chart stand, in percent. */
export function columns(names: readonly string[]): { at: (name: string) => number; width: number } {
  const band = scaleBand(names, [0, 100]).paddingInner(0.3).paddingOuter(0.15)
  return { at: (name) => band(name) ?? 0, width: band.bandwidth() }
}
