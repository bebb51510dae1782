import { Box } from '@mantine/core'
import { formatHectares } from '../../shared/lib/decimals.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { SITE_ELSEWHERE } from '../../shared/sites/overlap-words.ts'
import type { SiteNeighbour } from '../../shared/sites/sites.schema.ts'
import { SiteLink } from '../review/SiteLink.tsx'
import type { MapNeighbour } from './SiteMap.tsx'

/** The neighbours that the server sends with their outline (S-114), for the map. */
export const outlinesOf = (neighbours: SiteNeighbour[]): MapNeighbour[] =>
  neighbours.flatMap(({ geometry, code, name_of_partner }) =>
    geometry && code !== null ? [{ geometry, code, name_of_partner }] : [],
  )

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

/** The neighbours of a boundary, the nearest first, folded: the text for the gray shapes of the map. */
export function NeighbourList({ neighbours }: { neighbours: SiteNeighbour[] | undefined }) {
  if (!neighbours || neighbours.length === 0) return null
  return (
    <Box component="details" mt="md" className="fold">
      <summary>{`Other sites within about 10 km: ${formatCount(neighbours.length)}`}</summary>
      <ul className="bullets">
        {neighbours.map((neighbour, index) => (
          <Neighbour key={neighbour.code ?? `elsewhere ${index}`} {...neighbour} />
        ))}
      </ul>
    </Box>
  )
}
