import type { Position, Ring } from '../../../shared/boundary/boundary.schema.ts'

/** Degrees of longitude and latitude that enclose the Philippines. */
const PHILIPPINES = { west: 116, east: 127.5, south: 4.5, north: 21.5 }

/** About one metre: a ring whose ends are closer was closed by hand or by rounding, and is closed here. */
const CLOSING_GAP_DEGREES = 1e-5

/** Each digit can match only one part of the pattern, so that a long number is read in one pass. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** parts read of one point; with more it is invalid anyway */
const MAX_PARTS = 64

/** `no_ring`: its points are right, and they are a line. */
export type RingResult =
  | { ok: true; ring: Ring }
  | { ok: false; too_many: boolean; no_ring?: true; reason: string }

/**
 * Reads the text of a KML `coordinates` element: a closed ring inside the Philippines, or why it is none. Ignores
 * surplus commas and altitudes (S-137).
 */
export function readRing(text: string, max_vertices: number): RingResult {
  const result = readPoints(text, max_vertices)
  if (result.ok || result.too_many || !text.includes(',')) return result
  // some programs write a blank after each comma; removed only if the ring is valid then
  const closer = text.split(',').map((part) => part.trim())
  const again = readPoints(closer.join(','), max_vertices)
  return again.ok ? again : result
}

function readPoints(text: string, max_vertices: number): RingResult {
  const ring: Ring = []
  for (const [tuple] of text.matchAll(/\S+/g)) {
    const numbers = tuple.split(',', MAX_PARTS).filter((part) => part !== '')
    if (numbers.length === 0) continue
    if (ring.length === max_vertices) return { ok: false, too_many: true, reason: '' }
    if (numbers.length > 3) {
      return refused(
        `The point "${printable(tuple)}" in the boundary has more than longitude, latitude and altitude; put a space between points and write decimals with a point.`,
      )
    }
    const position = readPosition(numbers)
    if (!position) {
      return refused(
        `The point "${printable(tuple)}" in the boundary is not longitude,latitude in decimal degrees.`,
      )
    }
    const misplaced = outsideReason(position)
    if (misplaced) return refused(misplaced)
    ring.push(position)
  }
  return closedRing(ring)
}

function readPosition([lon_text = '', lat_text = '']: string[]): Position | null {
  if (!DECIMAL.test(lon_text) || !DECIMAL.test(lat_text)) return null
  const [lon, lat] = [Number(lon_text), Number(lat_text)]
  return Number.isFinite(lon) && Number.isFinite(lat) ? [lon, lat] : null
}

/** Whether a place is inside the box around the Philippines. */
export const isInPhilippines = ([lon, lat]: Position): boolean => isLon(lon) && isLat(lat)

const isLon = (value: number) => value >= PHILIPPINES.west && value <= PHILIPPINES.east
const isLat = (value: number) => value >= PHILIPPINES.south && value <= PHILIPPINES.north

/** Why a point in degrees cannot be part of a boundary, with its likely cause; null inside the Philippines. */
export function outsideReason([lon, lat]: Position): string | null {
  if (isInPhilippines([lon, lat])) return null
  const place = `${printable(String(lon))}, ${printable(String(lat))}`
  if (isLon(lat) && isLat(lon)) {
    return `Longitude and latitude are swapped (${place}); export the boundary with longitude first, then latitude.`
  }
  if (Math.abs(lon) >= 1_000 && Math.abs(lat) >= 1_000) {
    return `The coordinates (${place}) look like metres, as in UTM or PRS92; export the boundary again in WGS 84 longitude and latitude.`
  }
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90) {
    return `The point ${place} is not a place on earth; each point must be longitude,latitude in decimal degrees.`
  }
  return `The boundary lies outside the Philippines (a point is at longitude ${printable(String(lon))}, latitude ${printable(String(lat))}).`
}

/** Whether two points are so close that a line between them counts as closed. */
export const meet = ([lon, lat]: Position, [other_lon, other_lat]: Position): boolean =>
  Math.max(Math.abs(lon - other_lon), Math.abs(lat - other_lat)) <= CLOSING_GAP_DEGREES

/** Checks that a ring is closed and encloses land; a tiny gap is closed. Changes the last position of the ring. */
export function closedRing(ring: Ring): RingResult {
  const first = ring[0]
  const last = ring.at(-1)
  if (!first || !last) return refused('A polygon in the file has no points.')
  if (!meet(first, last)) {
    const reason = `The boundary is not closed: it starts at ${first.join(', ')} and ends at ${last.join(', ')}; the last point must repeat the first.`
    return { ok: false, too_many: false, no_ring: true, reason }
  }
  ring[ring.length - 1] = [first[0], first[1]]
  const corners = new Set(ring.map(([lon, lat]) => `${lon} ${lat}`)).size
  if (ring.length < 4 || corners < 3) {
    const reason = 'A polygon in the file has fewer than three corners, so it encloses no land.'
    return { ok: false, too_many: false, no_ring: true, reason }
  }
  return { ok: true, ring }
}

const LONGEST_PRINTED = 40

/** Shortens a piece of a user's file, with a mark, without unprintable characters, for use in a message. */
export function printable(text: string): string {
  const letters = Array.from(text.slice(0, 200)).filter((letter) =>
    /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(letter),
  )
  const isCut = letters.length > LONGEST_PRINTED
  return `${letters.slice(0, LONGEST_PRINTED).join('')}${isCut ? '…' : ''}`
}

const refused = (reason: string): RingResult => ({ ok: false, too_many: false, reason })
