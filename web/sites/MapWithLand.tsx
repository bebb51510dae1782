import { useMemo } from 'react'
import { formLandOnMap, type FormLand } from '../land/map-content.ts'
import { useLandOnMap, usePhotosOnMap } from '../land/land-map.calls.ts'
import { SiteMap, type SiteMapProps } from './SiteMap.tsx'

type MapWithLandProps = SiteMapProps & {
  siteId?: number | undefined
  /** of a boundary on a form */
  formLand?: FormLand | undefined
}

/** The map of a stored profile or of a form, with the layers of land around and the places of the photographs; else the map alone. */
export function MapWithLand({ siteId, formLand, ...props }: MapWithLandProps) {
  const stored = useLandOnMap(siteId)
  const onForm = useMemo(() => formLand && formLandOnMap(formLand), [formLand])
  const land = onForm ?? stored
  const photos = usePhotosOnMap(siteId)
  return <SiteMap {...props} land={land} photos={photos} />
}
