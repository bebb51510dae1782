import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'

/** One coloured part of a bar, in percent of the available width. */
export type Segment<Key extends string> = { key: Key; count: number; start: number; size: number }

/** Returns counts as consecutive parts of one bar, which is `room` percent long when their sum is `most`. */
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

/** the narrowest bar on a phone, and the widest digit, in pixels */
const MIN_BAR_PX = 260
const FIGURE = 9
const LABEL_WIDTH = 8

/** Whether a label fits in a part of a bar, also on the narrowest screen. */
export const fitsIn = (size: number, label: string): boolean =>
  (size / 100) * MIN_BAR_PX >= label.length * FIGURE + LABEL_WIDTH

/** Returns the positions and width of a chart's columns, in percent. */
export function columns(names: readonly string[]): { at: (name: string) => number; width: number } {
  const band = scaleBand(names, [0, 100]).paddingInner(0.3).paddingOuter(0.15)
  return { at: (name) => band(name) ?? 0, width: band.bandwidth() }
}
