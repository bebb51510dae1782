import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { landApi } from '../../shared/land/findings.schema.ts'
import { useRead } from '../lib/queries.ts'
import { landQuery } from './land.calls.ts'
import { landOnMap, type MapLand, type MapPhotos, photosOnMap } from './map-content.ts'
import { useSitePhotos } from './photos.calls.ts'

/** The map works without them, so a failure is only logged (001 §2). */
function useLogged(error: Error | null, what: string) {
  useEffect(() => {
    if (error) console.warn(`${what} could not be loaded.`, error)
  }, [error, what])
}

/** The layers of land around the boundary of a profile, and the land that it shares with them, for its map. */
export function useLandOnMap(id: number): MapLand | undefined {
  const report = useQuery(landQuery(id))
  const layers = report.data?.land.layers
  const drawn = useRead(landApi.map, {
    params: { id },
    enabled: layers !== undefined && layers.length > 0,
  })
  useLogged(report.error ?? drawn.error, 'The layers of land')
  const [land, map] = [report.data?.land, drawn.data]
  return useMemo(() => (land && map ? landOnMap(land, map) : undefined), [land, map])
}

/** The photographs of a profile that name a place, for its map. */
export function usePhotosOnMap(siteId: number): MapPhotos | undefined {
  const { data, error } = useSitePhotos(siteId)
  useLogged(error, 'The places of photographs')
  return useMemo(() => data && photosOnMap(data.photos, data.totalCount), [data])
}
