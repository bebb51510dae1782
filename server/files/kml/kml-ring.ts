import type { Position, Ring } from '../../../shared/boundary/boundary.schema.ts'

/** Longitudes and latitudes between which every place of the Philippines lies. */
const PHILIPPINES = { west: 116, east: 127.5, south: 4.5, north: 21.5 }

/** About one metre: a ring whose ends are closer was closed by hand or by rounding, and is closed here. */
const CLOSING_GAP_DEGREES = 1e-5

/** Each digit can belong to one part of the pattern only, so that a long number is read in one pass. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

export type RingResult = { ok: true; ring: Ring } | { ok: false; too_many: boolean; reason: string }

/** A closed ring inside the Philippines from the text of a KML `coordinates` element, or why it is none. */
export function readRing(text: string, max_vertices: number): RingResult {
  const ring: Ring = []
  for (const [tuple] of text.matchAll(/\S+/g)) {
    if (ring.length === max_vertices) return { ok: false, too_many: true, reason: '' }
    const position = readTuple(tuple)
    if (!position) {
      return no(`The point "${shown(tuple)}" in the boundary is not longitude,latitude in decimal degrees.`)
    }
    const misplaced = whyOutside(position)
    if (misplaced) return no(misplaced)
    ring.push(position)
  }
  return closed(ring)
}

function readTuple(tuple: string): Position | null {
  const parts = tuple.split(',')
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => DECIMAL.test(part))) return null
  const [lon, lat] = parts.map(Number) as Position
  return Number.isFinite(lon) && Number.isFinite(lat) ? [lon, lat] : null
}

const isLon = (value: number) => value >= PHILIPPINES.west && value <= PHILIPPINES.east
const isLat = (value: number) => value >= PHILIPPINES.south && value <= PHILIPPINES.north

function whyOutside([lon, lat]: Position): string | null {
  if (isLon(lon) && isLat(lat)) return null
  const place = `${shown(String(lon))}, ${shown(String(lat))}`
  if (isLon(lat) && isLat(lon)) {
    return `Longitude and latitude are swapped (${place}); export the boundary with longitude first, then latitude.`
  }
  if (Math.abs(lon) >= 1_000 && Math.abs(lat) >= 1_000) {
    return `The coordinates (${place}) look like metres, as in UTM or PRS92; export the boundary again in WGS 84 longitude and latitude.`
  }
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90) {
    return `The point ${place} is not a place on earth; each point must be longitude,latitude in decimal degrees.`
  }
  return `The boundary lies outside the Philippines (a point is at longitude ${shown(String(lon))}, latitude ${shown(String(lat))}).`
}

function closed(ring: Ring): RingResult {
  const first = ring[0]
  const last = ring.at(-1)
  if (!first || !last) return no('A polygon in the file has no points.')
  const gap = Math.max(Math.abs(first[0] - last[0]), Math.abs(first[1] - last[1]))
  if (gap > CLOSING_GAP_DEGREES) {
    return no(
      `The boundary is not closed: it starts at ${first.join(', ')} and ends at ${last.join(', ')}; the last point must repeat the first.`,
    )
  }
  ring[ring.length - 1] = [first[0], first[1]]
  const corners = new Set(ring.map(([lon, lat]) => `${lon} ${lat}`)).size
  if (ring.length < 4 || corners < 3) {
    return no('A polygon in the file has fewer than three corners, so it encloses no land.')
  }
  return { ok: true, ring }
}

/** A piece of somebody's file, short and printable enough to repeat in a message. */
const shown = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 40)

const no = (reason: string): RingResult => ({ ok: false, too_many: false, reason })
