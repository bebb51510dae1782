import proj4 from 'proj4'
import type { Position } from '../../../shared/boundary/boundary.schema.ts'
import type { Crs } from '../../../shared/land/boundary-answers.ts'
import { CRS } from '../../../shared/land/crs.ts'
import { isInPhilippines, outsideReason, printable } from '../kml/kml-ring.ts'
import { CRS_FACTS, type Datum } from './crs-facts.ts'

/**
 * PRS92 is shifted by NAMRIA's seven parameters, which no .prj file carries. PROJ's sign of the rotations is the
 * opposite of NAMRIA's and EPSG's (coordinate frame); the wrong sign is 46 m off, no shift 200 m.
 */
const DATUM: Record<Datum, string> = {
  'WGS 84': '+datum=WGS84',
  PRS92: '+ellps=clrk66 +towgs84=-127.62,-67.24,-47.04,-3.068,4.903,1.578,-1.06',
}

/** Farther from its meridian a zone is not used: the coordinates belong to something else. */
const FARTHEST_DEGREES = 6
/** a ten-thousandth of a millimetre */
const GRID = 1e9

const onGrid = (degrees: number) => Math.round(degrees * GRID) / GRID

/** A place in WGS 84, or why the coordinates do not fit, with the likely cause. */
export type Placed = Position | string

/** Returns how finite coordinates in this system become a place in WGS 84. */
export function placesFrom(crs: Crs): (x: number, y: number) => Placed {
  const { datum, meridian, scale } = CRS_FACTS[crs]
  if (crs === 'EPSG:4326') return (x, y) => outsideReason([x, y]) ?? [x, y]
  const projection =
    meridian === null
      ? '+proj=longlat'
      : `+proj=tmerc +lat_0=0 +lon_0=${meridian} +k=${scale} +x_0=500000 +y_0=0 +units=m`
  const converter = proj4(
    `${projection} ${DATUM[datum]} +no_defs`,
    `+proj=longlat ${DATUM['WGS 84']} +no_defs`,
  )
  const place = (x: number, y: number): Position => {
    const [lon = Number.NaN, lat = Number.NaN] = converter.forward([x, y])
    return [onGrid(lon), onGrid(lat)]
  }
  if (meridian === null) return (x, y) => outsideReason([x, y]) ?? place(x, y)

  const fits = (position: Position) =>
    isInPhilippines(position) && Math.abs(position[0] - meridian) <= FARTHEST_DEGREES
  return (x, y) => {
    const position = place(x, y)
    return fits(position) ? position : misfit(crs, x, y, fits(place(y, x)))
  }
}

/** Why coordinates do not fit a system in metres. */
function misfit(crs: Crs, x: number, y: number, fits_swapped: boolean): string {
  const point = `${printable(String(x))}, ${printable(String(y))}`
  if (fits_swapped) {
    return `Easting and northing are swapped (${point}); export the boundary with easting first, then northing.`
  }
  if (Math.abs(x) <= 180 && Math.abs(y) <= 180) {
    return `The coordinates (${point}) are degrees, but ${CRS[crs]} is in metres; correct the coordinate system.`
  }
  return `The coordinates (${point}) lie outside the Philippines in ${CRS[crs]}; the boundary was probably drawn in another coordinate system.`
}
