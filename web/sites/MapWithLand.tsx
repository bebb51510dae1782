import { useLandOnMap, usePhotosOnMap } from '../land/land-map.calls.ts'
import { SiteMap, type SiteMapProps } from './SiteMap.tsx'

type MapWithLandProps = Omit<SiteMapProps, 'land' | 'photos'> & { siteId: number }

/** The map of a stored profile, with the layers of land around and the places of the photographs. */
export function MapWithLand({ siteId, ...props }: MapWithLandProps) {
  const land = useLandOnMap(siteId)
  const photos = usePhotosOnMap(siteId)
  return <SiteMap {...props} land={land} photos={photos} />
}
