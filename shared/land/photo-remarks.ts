import type { Position } from '../boundary/boundary.schema.ts'
import { DAY_MS } from '../lib/durations.ts'
import { formatCount, formatDays, formatDecimals } from '../lib/format.ts'
import { formatDay, manilaClock, manilaDay } from '../lib/manila-days.ts'
import type { PhotoFacts } from './photos.schema.ts'

/** What a photograph says of itself is a claim: these are sentences for who looks at it, and nothing is refused for them. */

/** Degrees of longitude and latitude that enclose the Philippines. */
const PHILIPPINES = { west: 116, east: 127.5, south: 4.5, north: 21.5 }
/** a receiver under trees errs by as much */
const NEAR_METRES = 50
/** the camera writes no time zone, and those of the earth differ by 26 hours */
const CLOCKS_APART_MS = 26 * 3_600_000

/** Another photograph of the same second and camera. */
export type PhotoTwin = {
  name: string
  indicator: string
  /** of another activity of the site, where it is in one */
  other_activity: { reporting_year: number | null } | null
}

export type PhotoContext = {
  project_year_start: number
  reporting_year: number | null
  twin: PhotoTwin | null
}

type Claims = Pick<PhotoFacts, 'place' | 'taken_at' | 'gps_at' | 'fault'>

const isInPhilippines = ([lon, lat]: Position): boolean =>
  lon >= PHILIPPINES.west && lon <= PHILIPPINES.east && lat >= PHILIPPINES.south && lat <= PHILIPPINES.north

/** "340 m", "1.2 km", "38 km" */
export function metresWords(metres: number): string {
  if (metres < 995) return `${metres < 10 ? metres : Math.round(metres / 10) * 10} m`
  return metres < 9_950
    ? `${formatDecimals(metres / 1000, 1)} km`
    : `${formatCount(Math.round(metres / 1000))} km`
}

function placeRemark({ place, taken_at }: Claims): string[] {
  if (!place) return [taken_at === null ? 'It names neither a place nor a date.' : 'It names no place.']
  if (!isInPhilippines(place.point)) return ['Its place is outside the Philippines.']
  const { metres } = place
  return metres !== null && metres > NEAR_METRES
    ? [`Its place is ${metresWords(metres)} outside the boundary.`]
    : []
}

function dateRemarks(
  { place, taken_at, gps_at }: Claims,
  { project_year_start, reporting_year }: PhotoContext,
): string[] {
  if (taken_at === null) return place ? ['It names no date.'] : []
  const year = Number(taken_at.slice(0, 4))
  const apart = gps_at === null ? 0 : Math.abs(Date.parse(`${taken_at}+08:00`) - Date.parse(gps_at))
  return [
    ...(year < project_year_start
      ? [`It was taken in ${year}; the project began in ${project_year_start}.`]
      : []),
    ...(reporting_year !== null && year > reporting_year
      ? [`It was taken in ${year}, after the reporting year ${reporting_year}.`]
      : []),
    ...(apart > CLOCKS_APART_MS
      ? [
          `The clock of its camera and that of the satellites differ by ${formatDays(Math.round(apart / DAY_MS))}.`,
        ]
      : []),
  ]
}

function twinRemark({ twin }: PhotoContext): string[] {
  if (!twin) return []
  const { name, indicator, other_activity: other } = twin
  const year = other?.reporting_year ?? null
  const where = other
    ? ` of ${year === null ? 'another activity of this site' : `this site’s activity of ${year}`}`
    : ''
  return [`${name}, ${indicator}${where}, was taken in the same second with the same camera.`]
}

/** What the office and its reviewers should know of a photograph, one sentence each. */
export function photoRemarks(claims: Claims, context: PhotoContext): string[] {
  if (claims.fault !== null) return [claims.fault]
  return [...placeRemark(claims), ...dateRemarks(claims, context), ...twinRemark(context)]
}

/** "Mar 01, 2026, 14:05" of a time as a camera wrote it. */
const cameraTime = (time: string): string => `${formatDay(time.slice(0, 10))}, ${time.slice(11, 16)}`

/** The same of the time of the satellites, in Manila. */
const satelliteTime = (iso: string): string => {
  const at = new Date(iso)
  return `${formatDay(manilaDay(at))}, ${manilaClock(at)}`
}

/** The place in words: "inside the boundary", "340 m outside the boundary". */
function placeWords(place: PhotoFacts['place']): string {
  if (!place) return 'no place'
  if (place.metres === null) return 'place not compared with the boundary yet'
  return place.metres === 0 ? 'inside the boundary' : `${metresWords(place.metres)} outside the boundary`
}

/**
 * The facts of a photograph in one line: "340 m outside the boundary · taken Mar 01, 2026, 14:05 · camera Narra NX-7".
 * The day when the file was written only where it is another one than that of the picture.
 */
export function photoLine({ place, taken_at, written_at, gps_at, camera }: PhotoFacts): string {
  return [
    placeWords(place),
    taken_at === null ? 'no date' : `taken ${cameraTime(taken_at)}`,
    ...(written_at !== null && written_at !== taken_at ? [`file written ${cameraTime(written_at)}`] : []),
    ...(gps_at === null ? [] : [`satellite time ${satelliteTime(gps_at)}`]),
    ...(camera === null ? [] : [`camera ${camera}`]),
  ].join(' · ')
}
