import type { PlaceCount } from '../../../shared/dashboard/dashboard.schema.ts'
import type { Leads } from '../../../shared/dashboard/leads.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { regionPaths } from '../../approved/region-outlines.ts'
import { MAP_WIDTH, markerOf, radiusOf } from '../../approved/region-points.ts'
import { CountLink } from '../CountLink.tsx'
import styles from './charts.module.css'
import { viewOf } from './region-view.ts'

const PATHS = regionPaths()
/** the font size of the markers and the width of a digit, in pixels of the whole drawing */
const TYPE = 13
const DIGIT = 7.5

/** The regions, each with sites having a marker with the count, which grows with it; hidden, as the list says the same. */
export function RegionsDrawn({ regions, leads }: { regions: PlaceCount[]; leads: Leads }) {
  const most = Math.max(...regions.map(({ count }) => count))
  const inReach = new Set(regions.map(({ id }) => id))
  const one = regions.length === 1 ? PATHS.find(({ region_id }) => region_id === regions[0]?.id) : undefined
  const view = viewOf(one?.d)
  // keeps the size of lines and text when the view is closer
  const scale = view.width / MAP_WIDTH
  return (
    <svg
      className={styles.map}
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      focusable="false"
      aria-hidden="true"
    >
      {PATHS.map(({ region_id, d }) => (
        <path key={region_id} className={styles.land} data-reach={inReach.has(region_id)} d={d} />
      ))}
      {regions.map((region) => {
        const { id, count } = region
        const marker = id === null || count === 0 ? null : markerOf(id)
        if (!marker) return null
        const { at, anchor } = one ? { at: marker.anchor ?? marker.at, anchor: null } : marker
        const words = formatCount(count)
        return (
          <g key={id} className={styles.marker}>
            {anchor ? <path d={`M${at.x} ${at.y}L${anchor.x} ${anchor.y}`} /> : null}
            <CountLink lead={leads.region(region)} isMouseOnly>
              <circle
                cx={at.x}
                cy={at.y}
                r={scale * Math.max(radiusOf(count, most), (words.length * DIGIT) / 2 + 5)}
              />
              <text x={at.x} y={at.y} dy="0.35em" fontSize={TYPE * scale}>
                {words}
              </text>
            </CountLink>
          </g>
        )
      })}
    </svg>
  )
}
