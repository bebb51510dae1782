import type { Position } from '../../shared/boundary/boundary.schema.ts'
import type { Town } from '../../shared/boundary/nearest-towns.ts'
import rows from '../../shared/places/towns.json'

const byCode = new Map(
  (rows as [code: string, name: string, lon: number, lat: number][]).map(([code, name, lon, lat]) => [
    code,
    { name, point: [lon, lat] as Position },
  ]),
)

/** Returns the known point of a city or municipality, or null. */
export const pointOfCity = (psgc_code: string): Position | null => byCode.get(psgc_code)?.point ?? null

/** The cities and municipalities whose points are known, under the names that people call them. */
export const TOWNS: readonly Town[] = [...byCode.values()]
