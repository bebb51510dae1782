import { useEffect, useState } from 'react'
import type { Position } from '../../shared/boundary/boundary.schema.ts'

/** A town, named on a map from this zoom on. */
export type RankedTown = readonly [name: string, lon: number, lat: number, from_zoom: number]

/** What maps draw of the country beside its regions; the larger towns come first. */
export type Country = {
  /** the borders between provinces of one region */
  lines: readonly (readonly Position[])[]
  towns: readonly RankedTown[]
}

/** Where the lines and towns are from, beside each map that draws them (db/seed/NOTICE.md). */
export const COUNTRY_CREDIT = 'Province lines: Natural Earth, up to 2 km off. Towns: GeoNames, CC BY 4.0'

const loadCountry = async () => (await import('./country.json')).default as unknown as Country

const logMissing = (cause: unknown) =>
  console.warn('The towns and province lines of the map could not be loaded.', cause)

/** The lines and towns, loaded with the first map that wants them; null before, and where they cannot be loaded. */
export function useCountry(isWanted = true): Country | null {
  const [country, setCountry] = useState<Country | null>(null)
  useEffect(() => {
    if (isWanted) loadCountry().then(setCountry, logMissing)
  }, [isWanted])
  return isWanted ? country : null
}
