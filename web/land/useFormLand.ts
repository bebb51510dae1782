import { useEffect, useState } from 'react'
import type { FormLand, MapLand } from './map-content.ts'

/** What the map of a form draws of the layers of land; what prepares it comes with the first boundary that has any near. */
export function useFormLand(formLand: FormLand | undefined): MapLand | undefined {
  const [land, setLand] = useState<MapLand>()
  useEffect(() => {
    if (!formLand || formLand.layers.length === 0) return
    let isNewest = true
    import('./map-content.ts').then(
      ({ formLandOnMap }) => isNewest && setLand(formLandOnMap(formLand)),
      // the findings beside the map say the same
      (error: unknown) => console.warn('The layers of land could not be drawn.', error),
    )
    return () => {
      isNewest = false
      setLand(undefined)
    }
  }, [formLand])
  return land
}
