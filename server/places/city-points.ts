import type { Position } from '../../shared/boundary/boundary.schema.ts'
import type { Town } from '../../shared/boundary/nearest-towns.ts'

const at = (name: string, lat: number, lon: number): Town => ({ name, point: [lon, lat] })

/** The large cities on the maps of Natural Earth, by PSGC code; no source has points of the others. */
const POINTS: Record<string, Town> = {
  '0330100000': at('Angeles', 15.145, 120.591),
  '0331400000': at('Olongapo', 14.862, 120.282),
  '0431200000': at('Lucena', 13.924, 121.576),
  '0631000000': at('Iloilo City', 10.741, 122.545),
  '0730600000': at('Cebu City', 10.302, 123.899),
  '0731100000': at('Lapu-Lapu', 10.299, 123.959),
  '0731300000': at('Mandaue', 10.336, 123.933),
  '0831600000': at('Tacloban', 11.244, 124.98),
  '0931700000': at('Zamboanga City', 7.04, 122.055),
  '0990101000': at('Isabela City', 6.695, 122.031),
  '1030500000': at('Cagayan de Oro', 8.459, 124.693),
  '1030900000': at('Iligan', 8.263, 124.396),
  '1130700000': at('Davao City', 7.077, 125.587),
  '1230800000': at('General Santos', 6.136, 125.139),
  '1380100000': at('Caloocan', 14.64, 120.99),
  '1380200000': at('Las Piñas', 14.459, 120.995),
  '1380300000': at('Makati', 14.552, 121.035),
  '1380400000': at('Malabon', 14.659, 120.964),
  '1380500000': at('Mandaluyong', 14.577, 121.052),
  '1380600000': at('Manila', 14.593, 120.989),
  '1380700000': at('Marikina', 14.629, 121.116),
  '1380800000': at('Muntinlupa', 14.425, 121.053),
  '1380900000': at('Navotas', 14.639, 120.952),
  '1381000000': at('Parañaque', 14.49, 121.016),
  '1381100000': at('Pasay', 14.545, 120.999),
  '1381200000': at('Pasig', 14.568, 121.1),
  '1381300000': at('Quezon City', 14.671, 121.067),
  '1381400000': at('San Juan', 14.598, 121.044),
  '1381500000': at('Taguig', 14.518, 121.062),
  '1381600000': at('Valenzuela', 14.694, 120.991),
  '1381701000': at('Pateros', 14.543, 121.083),
  '1430300000': at('Baguio', 16.406, 120.605),
  '1630400000': at('Butuan', 8.943, 125.542),
  '1731500000': at('Puerto Princesa', 9.892, 118.673),
  '1830200000': at('Bacolod', 10.659, 122.986),
  '1908703000': at('Cotabato City', 7.225, 124.246),
}

/** Returns the known point of a city, or null. */
export const pointOfCity = (psgc_code: string): Position | null => POINTS[psgc_code]?.point ?? null

/** The same cities as places on a map, under the names that people call them. */
export const TOWNS: readonly Town[] = Object.values(POINTS)
