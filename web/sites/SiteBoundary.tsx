import { useMemo } from 'react'
import { formatHectares } from '../../shared/lib/decimals.ts'
import { SITE_ELSEWHERE } from '../../shared/sites/overlap-words.ts'
import type { SiteNeighbour, SiteShowReply } from '../../shared/sites/sites.schema.ts'
import { SiteLink } from '../review/SiteLink.tsx'
import { Panel } from '../ui/Panel.tsx'
import { BoundaryFacts } from './BoundaryFacts.tsx'
import { LazySiteMap } from './LazySiteMap.tsx'
import styles from './SiteRecord.module.css'
import { useNeighbours } from './sites.calls.ts'

/** The overlap shapes of a report. */
export const overlapsOf = (report: SiteShowReply['boundary']) =>
  (report?.warnings ?? []).flatMap((warning) => (warning.overlap ? [warning.overlap] : []))

/** Neighbours that the server sends with their outline (S-114). */
const outlinesOf = (neighbours: SiteNeighbour[]) =>
  neighbours.flatMap(({ geometry, code, name_of_partner }) =>
    geometry && code !== null ? [{ geometry, code, name_of_partner }] : [],
  )

/** The boundary on the map, neighbours grey and overlaps red; the list below says the same. */
export function SiteBoundary({ shown }: { shown: SiteShowReply }) {
  const { siteProfile: site, boundary } = shown
  const neighbours = useNeighbours(site.id).data?.data
  const overlaps = useMemo(() => overlapsOf(boundary), [boundary])
  const drawn = useMemo(() => neighbours && outlinesOf(neighbours), [neighbours])
  return (
    <Panel title="Boundary">
      <LazySiteMap
        label={`Map of the boundary of ${site.code}`}
        boundary={boundary?.geometry ?? null}
        hectares={boundary?.area_ha ?? null}
        overlaps={overlaps}
        regionId={site.region_id}
        invalidAt={boundary?.invalid_at ?? null}
        {...(drawn ? { neighbours: drawn } : {})}
      />
      {boundary ? <BoundaryFacts report={boundary} declared={site.project_area} /> : null}
      {neighbours && neighbours.length > 0 ? (
        <div className={styles.neighbours}>
          <h3>Other sites near this one</h3>
          <ul>
            {neighbours.map((neighbour, index) => (
              <li key={neighbour.code ?? `elsewhere ${index}`}>
                {neighbour.code === null ? (
                  SITE_ELSEWHERE
                ) : (
                  <>
                    <strong>
                      {neighbour.id === null ? (
                        neighbour.code
                      ) : (
                        <SiteLink id={neighbour.id}>{neighbour.code}</SiteLink>
                      )}
                    </strong>{' '}
                    {neighbour.name_of_partner}
                  </>
                )}
                , {formatHectares(neighbour.area_ha)} ha
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Panel>
  )
}
