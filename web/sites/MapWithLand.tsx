import { useLandOnMap, usePhotosOnMap } from '../land/land-map.calls.ts'
import { SiteMap, type SiteMapProps } from './SiteMap.tsx'

/** The map of a stored profile with the layers of land around it and the places of its photographs; else the map alone. */
export function MapWithLand({ siteId, ...props }: SiteMapProps & { siteId?: number | undefined }) {
  const land = useLandOnMap(siteId)
  const photos = usePhotosOnMap(siteId)
  return <SiteMap {...props} land={land} photos={photos} />
}
