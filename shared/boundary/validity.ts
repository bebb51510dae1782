import IsValidOp from 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js'
import type { BoundaryGeometry, Position } from './boundary.schema.ts'
import { covers, facesWhere } from './faces.ts'
import { holesApart, withHoles } from './isolated-holes.ts'
import { toJsts } from './jsts-geometry.ts'

export type Validity = { valid: true } | { valid: false; reason: string; at: Position | null }

/** Plain words for the faults that JTS reports; each must read well before "near 121.2, 14.1". */
const FAULT_WORDS: Record<string, string> = {
  'Self-intersection': 'The boundary crosses itself',
  'Ring Self-intersection': 'The boundary touches itself',
  'Hole lies outside shell': 'A hole lies outside the boundary',
  'Holes are nested': 'A hole lies inside another hole',
  'Interior is disconnected': 'The holes cut the boundary into separate pieces',
  'Nested shells': 'A part of the boundary lies inside another part',
  'Duplicate Rings': 'A part of the boundary is drawn twice',
  'Too few distinct points in geometry component': 'A part of the boundary encloses no area',
}

/** Whether the boundary obeys the simple-features rules; if not, the fault in plain words and its place. */
export function validityOf(geometry: BoundaryGeometry): Validity {
  const whole = findFault(geometry)
  if (!whole) return { valid: true }
  if (geometry.coordinates.length === 1) return invalid(whole)

  // JTS reports "Self-intersection" also for parts that overlap; a fault inside one part is more specific.
  for (const polygon of geometry.coordinates) {
    const fault = findFault({ type: 'MultiPolygon', coordinates: [polygon] })
    if (fault) return invalid(fault)
  }
  return whole.fault === 'Self-intersection'
    ? { valid: false, reason: 'Parts of the boundary overlap each other', at: whole.at }
    : invalid(whole)
}

/**
 * The land that a faulty boundary surrounds, as a valid shape: every lobe of a line that crosses itself counts, land in
 * two parts counts once, holes are subtracted from their own part.
 */
export function repaired(geometry: BoundaryGeometry): BoundaryGeometry {
  const { shape, holes } = holesApart(geometry)
  return withHoles(
    facesWhere(shape.coordinates.flat(), (point) => covers(shape, point)),
    holes,
  )
}

/** A shape that areas and overlaps can be computed from: the boundary itself, or its repaired shape if it is faulty. */
export const repairedIfFaulty = (geometry: BoundaryGeometry): BoundaryGeometry =>
  findFault(geometry) ? repaired(geometry) : geometry

/** The first fault by its JTS name, and its place. */
type Fault = { fault: string; at: Position | null }

const invalid = ({ fault, at }: Fault): Validity => ({
  valid: false,
  reason: FAULT_WORDS[fault] ?? 'The boundary is not a simple shape',
  at,
})

function findFault(geometry: BoundaryGeometry): Fault | null {
  const error = new IsValidOp(toJsts(holesApart(geometry).shape)).getValidationError()
  if (!error) return null
  const place = error.getCoordinate()
  return { fault: error.getMessage(), at: place ? [place.x, place.y] : null }
}
