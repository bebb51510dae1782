import type { BoundaryTrack } from '../../shared/land/boundary-answers.ts'
import styles from './TrackSketch.module.css'

type Point = readonly [x: number, y: number]

const WIDTH = 360
const HEIGHT = 240
/** for the numbers at the beginnings */
const MARGIN = 16

/** Returns how degrees become places in the sketch, north up and with one scale for both directions. */
function placesFor(points: readonly Point[]): (point: Point) => Point {
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)]
  const [west, south, north] = [Math.min(...lons), Math.min(...lats), Math.max(...lats)]
  const narrowing = Math.cos((south * Math.PI) / 180)
  const [across, up] = [(Math.max(...lons) - west) * narrowing, north - south]
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / (across || Number.EPSILON),
    (HEIGHT - 2 * MARGIN) / (up || Number.EPSILON),
  )
  return ([lon, lat]) => [MARGIN + (lon - west) * narrowing * scale, MARGIN + (north - lat) * scale]
}

/** The tracks of a file with their numbers; what is missing of one is dashed. The words beside it say the same. */
export function TrackSketch({ tracks }: { tracks: readonly BoundaryTrack[] }) {
  const place = placesFor(tracks.flatMap(({ lines }) => lines.flat()))
  const drawn = (points: readonly Point[]) => points.map((point) => place(point).join(',')).join(' ')
  return (
    <svg
      className={styles.sketch}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`The tracks of the file, numbered ${tracks.map(({ number }) => number).join(', ')}`}
    >
      {tracks.map(({ number, lines }) => {
        const [first] = lines[0] ?? []
        if (!first) return null
        const [x, y] = place(first)
        return (
          <g key={number}>
            <polygon className={styles.missing} points={drawn(lines.flat())} />
            {lines.map((line) => (
              <polyline key={drawn(line)} className={styles.line} points={drawn(line)} />
            ))}
            <circle className={styles.start} cx={x} cy={y} r="9" />
            <text className={styles.number} x={x} y={y}>
              {number}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
