import { useMemo } from 'react'
import { canListActivities } from '../../shared/activities/activities.policy.ts'
import { landApi } from '../../shared/land/findings.schema.ts'
import { photosApi } from '../../shared/land/photos.schema.ts'
import { useLogged, useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { landOnMap, type MapLand, type MapPhotos, photosOnMap } from './map-content.ts'

/** The layers of land around the boundary of a profile, and the land that it shares with them, for its map. */
export function useLandOnMap(id: number): MapLand | undefined {
  const report = useRead(landApi.show, { params: { id } })
  const land = report.data?.land
  const drawn = useRead(landApi.map, {
    params: { id },
    enabled: land !== undefined && land.layers.length > 0,
  })
  useLogged(report.error ?? drawn.error, 'The layers of land could not be loaded.')
  const map = drawn.data
  return useMemo(() => (land && map ? landOnMap(land, map) : undefined), [land, map])
}

/** the most photographs that a map shows: more are a list, not a view */
const MAX_PHOTOS = 1_000

/** The photographs of a profile that name a place, for its map; not asked for by people who may not list activities. */
export function usePhotosOnMap(id: number): MapPhotos | undefined {
  const { data, error } = useRead(photosApi.ofSite, {
    params: { id },
    rows: MAX_PHOTOS,
    enabled: canListActivities(useActor()).ok,
    staleTime: 60_000,
  })
  useLogged(error, 'The places of photographs could not be loaded.')
  return useMemo(() => data && photosOnMap(data.data, data.totalCount), [data])
}
