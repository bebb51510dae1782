import { type ReactNode, useMemo } from 'react'
import { sitesApi, type SiteShowReply } from '../../shared/sites/sites.schema.ts'
import { useLogged, useRead } from '../lib/queries.ts'
import { Panel } from '../ui/Panel.tsx'
import { BoundaryFacts, BoundaryWarnings, overlapsOf } from './BoundaryFacts.tsx'
import { LazyMapWithLand } from './LazySiteMap.tsx'
import { NeighbourList, outlinesOf } from './NeighbourList.tsx'

type SiteBoundaryProps = {
  shown: SiteShowReply
  /** beside the title */
  actions?: ReactNode
  /** below the facts */
  children?: ReactNode
}

/** The boundary on the map, neighbours grey, overlaps red, layers of land and photographs; lists and tables say the same. */
export function SiteBoundary({ shown, actions, children }: SiteBoundaryProps) {
  const { siteProfile: site, boundary } = shown
  const { data: near, error } = useRead(sitesApi.neighbours, { params: { id: site.id } })
  useLogged(error, 'The neighbouring sites could not be loaded.')
  const neighbours = near?.data
  const overlaps = useMemo(() => overlapsOf(boundary), [boundary])
  const drawn = useMemo(() => neighbours && outlinesOf(neighbours), [neighbours])
  return (
    <div data-place>
      <Panel title="Boundary" actions={actions}>
        {boundary ? <BoundaryWarnings report={boundary} /> : null}
        <LazyMapWithLand
          siteId={site.id}
          label={`Map of the boundary of ${site.code}`}
          boundary={boundary?.geometry ?? null}
          hectares={boundary?.area_ha ?? null}
          overlaps={overlaps}
          towns={boundary?.towns}
          regionId={site.region_id}
          invalidAt={boundary?.invalid_at ?? null}
          {...(drawn ? { neighbours: drawn } : {})}
        />
        {boundary ? <BoundaryFacts report={boundary} declared={site.project_area} /> : null}
        <NeighbourList neighbours={neighbours} />
        {children}
      </Panel>
    </div>
  )
}
