import { Group } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { BoundaryGeometry, Position } from '../../../shared/boundary/boundary.schema.ts'
import { FEATURE_CHANGES, type FeatureChange } from '../../../shared/land/layers.schema.ts'
import { project, regionPaths } from '../../approved/region-outlines.ts'
import { MAP_HEIGHT, MAP_WIDTH } from '../../approved/region-points.ts'
import { COUNTRY_CREDIT, useCountry } from '../../places/country.ts'
import type { Box } from '../../places/place-towns.ts'
import { DraftCountry, type DrawnView } from './DraftCountry.tsx'
import styles from './Layers.module.css'

const REGIONS = regionPaths()
const WORDS = { gone: 'Gone', changed: 'Changed', new: 'New', same: 'As it was' } as const

const ringPath = (ring: readonly Position[]) =>
  `M${ring
    .map(([lon, lat]) => project(lat, lon))
    .map(({ x, y }) => `${x} ${y}`)
    .join('L')}Z`

const shapePath = ({ coordinates }: BoundaryGeometry) => coordinates.flat().map(ringPath).join('')

/** the corner of a shape by which a dot shows where it is, however small it is */
function placeOf({ coordinates }: BoundaryGeometry) {
  const [lon = 0, lat = 0] = coordinates[0]?.[0]?.[0] ?? []
  return project(lat, lon)
}

/** less of the country than this shows no coast to know it by, in units of the drawing */
const SMALLEST = 120
const MARGIN = 20

/** The part of the drawing with all features, or the whole of it. */
function viewOf(features: readonly FeatureChange[]): DrawnView {
  const points = features.map(({ drawing }) => placeOf(drawing))
  if (points.length === 0) return { x: 0, y: 0, width: MAP_WIDTH, height: MAP_HEIGHT }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = Math.max(SMALLEST, east - west + 2 * MARGIN)
  const height = Math.max(SMALLEST, south - north + 2 * MARGIN)
  return { x: (west + east - width) / 2, y: (north + south - height) / 2, width, height }
}

/** Where the dots of features are in a view, in pixels from its corner. */
const dotBoxes = (features: readonly FeatureChange[], view: DrawnView, scale: number, dot: number): Box[] =>
  features
    .map(({ drawing }) => placeOf(drawing))
    .map(({ x, y }) => ({
      left: (x - dot - view.x) * scale,
      right: (x + dot - view.x) * scale,
      top: (y - dot - view.y) * scale,
      bottom: (y + dot - view.y) * scale,
    }))

/** The features of a version over the regions, by how they differ from the current one; the table beside it says the same. */
export function DraftMap({ features }: { features: readonly FeatureChange[] }) {
  const country = useCountry()
  const { ref: room, width, height } = useElementSize<HTMLDivElement>()
  const view = viewOf(features)
  const scale = Math.min(width / view.width, height / view.height)
  const dot = Math.max(view.width, view.height) / 90
  const shown = FEATURE_CHANGES.filter((change) => features.some((one) => one.change === change))
  // what needs a look is drawn last, over the others
  const drawn = [...features].reverse()
  return (
    <figure className={styles.figure}>
      <div ref={room}>
        <svg
          className={styles.map}
          viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
          role="img"
          aria-label={`Map of the features over the regions: ${shown.map((change) => WORDS[change].toLowerCase()).join(', ')}`}
        >
          {REGIONS.map(({ region_id, d }) => (
            <path key={region_id} className={styles.land} d={d} />
          ))}
          {country && scale > 0 ? (
            <DraftCountry
              country={country}
              view={view}
              scale={scale}
              taken={dotBoxes(features, view, scale, dot)}
            />
          ) : null}
          {drawn.map(({ id, change, drawing }) => {
            const { x, y } = placeOf(drawing)
            return (
              <g key={id} className={styles.feature} data-change={change}>
                <path d={shapePath(drawing)} />
                <circle cx={x} cy={y} r={dot} />
              </g>
            )
          })}
        </svg>
      </div>
      <Group component="figcaption" gap="md" mt={8}>
        {shown.map((change) => (
          <span key={change}>
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
              <g className={styles.feature} data-change={change}>
                <circle cx="6" cy="6" r="5" />
              </g>
            </svg>{' '}
            {WORDS[change]}
          </span>
        ))}
        {country ? <span className="fine">{COUNTRY_CREDIT}</span> : null}
      </Group>
    </figure>
  )
}
