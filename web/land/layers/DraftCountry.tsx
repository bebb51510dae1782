import type { Position } from '../../../shared/boundary/boundary.schema.ts'
import { placeAt, project } from '../../approved/region-outlines.ts'
import type { Country } from '../../places/country.ts'
import { nameMeter, NAME_PX } from '../../places/name-width.ts'
import { type Box, placeTowns, type PlacedTown, townsInView } from '../../places/place-towns.ts'
import styles from './Layers.module.css'

export type DrawnView = { x: number; y: number; width: number; height: number }

const linePath = (line: readonly Position[]) =>
  `M${line
    .map(([lon, lat]) => project(lat, lon))
    .map(({ x, y }) => `${x} ${y}`)
    .join('L')}`

/** the world at zoom 0 of a map, on which the zooms of towns are counted */
const WORLD_PX = 256

/** Returns the towns to be named in a view that is drawn with so many pixels a unit. */
function townsOf({ towns }: Country, view: DrawnView, scale: number, taken: readonly Box[]) {
  const [west, north] = placeAt(view)
  const [east, south] = placeAt({ x: view.x + view.width, y: view.y + view.height })
  const zoom = Math.log2(((view.width * scale) / (east - west)) * (360 / WORLD_PX))
  const widthOf = nameMeter()
  const spots = townsInView(towns, [west, south, east, north], zoom).map(({ name, point }) => {
    const { x, y } = project(point[1], point[0])
    return { name, point, x: (x - view.x) * scale, y: (y - view.y) * scale, width: widthOf(name) }
  })
  const frame = { left: 0, top: 0, right: view.width * scale, bottom: view.height * scale }
  return placeTowns(spots, { frame, taken })
}

type Props = {
  country: Country
  view: DrawnView
  /** pixels a unit of the drawing */
  scale: number
  /** where no name may be, in pixels from the corner of the view */
  taken: readonly Box[]
}

/** The province lines under the features of a draft, and the names of the larger towns. */
export function DraftCountry({ country, view, scale, taken }: Props) {
  const unit = 1 / scale
  const name = ({ name: words, point, x, y, box }: PlacedTown) => (
    <g key={`${words} ${point.join()}`}>
      <circle cx={view.x + x * unit} cy={view.y + y * unit} r={2 * unit} />
      <text
        x={view.x + ((box.left + box.right) / 2) * unit}
        y={view.y + ((box.top + box.bottom) / 2) * unit}
        dy="0.35em"
        fontSize={NAME_PX * unit}
        strokeWidth={2.5 * unit}
      >
        {words}
      </text>
    </g>
  )
  return (
    <>
      <path className={styles.province} d={country.lines.map(linePath).join('')} strokeWidth={unit} />
      <g className={styles.town}>{townsOf(country, view, scale, taken).map(name)}</g>
    </>
  )
}
