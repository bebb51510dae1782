import type { Position } from '../../shared/boundary/boundary.schema.ts'

type CityPoint = { point: Position; reach_km: number }

/** how far a city of the capital, and one elsewhere, may reach from its point */
const CAPITAL_KM = 15
const USUAL_KM = 40

const at = (lat: number, lon: number, reach_km = USUAL_KM): CityPoint => ({ point: [lon, lat], reach_km })
const capital = (lat: number, lon: number): CityPoint => at(lat, lon, CAPITAL_KM)

/** The large cities on the maps of Natural Earth, by PSGC code; no source has points of the others. */
const POINTS: Record<string, CityPoint> = {
  '0330100000': at(15.145, 120.591), // Angeles
  '0331400000': at(14.862, 120.282), // Olongapo
  '0431200000': at(13.924, 121.576), // Lucena
  '0631000000': at(10.741, 122.545), // Iloilo
  '0730600000': at(10.302, 123.899), // Cebu
  '0731100000': at(10.299, 123.959), // Lapu-Lapu
  '0731300000': at(10.336, 123.933), // Mandaue
  '0831600000': at(11.244, 124.98), // Tacloban
  '0931700000': at(7.04, 122.055, 60), // Zamboanga
  '0990101000': at(6.695, 122.031), // Isabela
  '1030500000': at(8.459, 124.693), // Cagayan de Oro
  '1030900000': at(8.263, 124.396), // Iligan
  '1130700000': at(7.077, 125.587, 70), // Davao
  '1230800000': at(6.136, 125.139), // General Santos
  '1380100000': capital(14.64, 120.99), // Caloocan
  '1380200000': capital(14.459, 120.995), // Las Piñas
  '1380300000': capital(14.552, 121.035), // Makati
  '1380400000': capital(14.659, 120.964), // Malabon
  '1380500000': capital(14.577, 121.052), // Mandaluyong
  '1380600000': capital(14.593, 120.989), // Manila
  '1380700000': capital(14.629, 121.116), // Marikina
  '1380800000': capital(14.425, 121.053), // Muntinlupa
  '1380900000': capital(14.639, 120.952), // Navotas
  '1381000000': capital(14.49, 121.016), // Parañaque
  '1381100000': capital(14.545, 120.999), // Pasay
  '1381200000': capital(14.568, 121.1), // Pasig
  '1381300000': capital(14.671, 121.067), // Quezon City
  '1381400000': capital(14.598, 121.044), // San Juan
  '1381500000': capital(14.518, 121.062), // Taguig
  '1381600000': capital(14.694, 120.991), // Valenzuela
  '1381701000': capital(14.543, 121.083), // Pateros
  '1430300000': at(16.406, 120.605), // Baguio
  '1630400000': at(8.943, 125.542), // Butuan
  '1731500000': at(9.892, 118.673, 100), // Puerto Princesa
  '1830200000': at(10.659, 122.986), // Bacolod
  '1908703000': at(7.225, 124.246), // Cotabato
}

/** Returns the known point of a city and its reach from there, or null. */
export const pointOfCity = (psgc_code: string): CityPoint | null => POINTS[psgc_code] ?? null
