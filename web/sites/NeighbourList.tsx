import { formatHectares } from '../../shared/lib/decimals.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { SITE_ELSEWHERE } from '../../shared/sites/overlap-words.ts'
import type { SiteNeighbour } from '../../shared/sites/sites.schema.ts'
import { SiteLink } from '../review/SiteLink.tsx'
import type { MapNeighbour } from './SiteMap.tsx'
import styles from './SiteRecord.module.css'

/** The neighbours that the server sends with their outline (S-114), for the map. */
export const outlinesOf = (neighbours: SiteNeighbour[]): MapNeighbour[] =>
  neighbours.flatMap(({ geometry, code, name_of_partner }) =>
    geometry && code !== null ? [{ geometry, code, name_of_partner }] : [],
  )

/** the neighbours that are read at once; the others are folded */
const FIRST = 6

const Neighbour = ({ id, code, name_of_partner, area_ha }: SiteNeighbour) => (
  <li>
    {code === null ? (
      SITE_ELSEWHERE
    ) : (
      <>
        <strong>{id === null ? code : <SiteLink id={id}>{code}</SiteLink>}</strong> {name_of_partner}
      </>
    )}
    , {formatHectares(area_ha)} ha
  </li>
)

const List = ({ neighbours }: { neighbours: SiteNeighbour[] }) => (
  <ul>
    {neighbours.map((neighbour, index) => (
      <Neighbour key={neighbour.code ?? `elsewhere ${index}`} {...neighbour} />
    ))}
  </ul>
)

/** The neighbours of a boundary, the nearest first: the text for the gray shapes of the map. */
export function NeighbourList({ neighbours }: { neighbours: SiteNeighbour[] | undefined }) {
  if (!neighbours || neighbours.length === 0) return null
  const others = neighbours.slice(FIRST)
  return (
    <div className={styles.neighbours}>
      <h3>Other sites near this one</h3>
      <List neighbours={neighbours.slice(0, FIRST)} />
      {others.length > 0 ? (
        <details>
          <summary>{`${formatCount(others.length)} more within about 10 km`}</summary>
          <List neighbours={others} />
        </details>
      ) : null}
    </div>
  )
}
