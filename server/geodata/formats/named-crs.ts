import type { Crs } from '../../../shared/land/boundary-answers.ts'
import { CRS } from '../../../shared/land/crs.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import { printable } from '../kml/kml-ring.ts'
import { CRS_FACTS, type Datum, isCrs } from './crs-facts.ts'
import { allIn, childOf, epsgOf, findIn, nameOf, numbersIn, readWkt, type WktNode } from './wkt.ts'

/** Names of datums in small letters and digits alone, as ESRI and OGC write them, with semi-major axis and 1/flattening. */
const DATUMS: Record<Datum, { names: readonly string[]; ellipsoid: readonly [number, number] }> = {
  'WGS 84': {
    names: ['wgs1984', 'dwgs1984', 'wgs84', 'worldgeodeticsystem1984', 'worldgeodeticsystem1984ensemble'],
    ellipsoid: [6_378_137, 298.257223563],
  },
  PRS92: {
    names: [
      'philippinereferencesystem1992',
      'dphilippinereferencesystem1992',
      'prs92',
      'dprs1992',
      'prs1992',
    ],
    ellipsoid: [6_378_206.4, 294.978698213898],
  },
}

const DEGREE = Math.PI / 180

const unread = (name: string, code = '') => {
  const system = [printable(name), code && `(${printable(code)})`].filter(Boolean).join(' ')
  const named = system ? `the coordinate system ${system}` : 'an unnamed coordinate system'
  return refusedMap(
    'no_boundary',
    `The file is in ${named}, which is not read; export it in WGS 84 or PRS92.`,
  )
}

const contradiction = (code: string, described: Crs) =>
  refusedMap(
    'no_boundary',
    `The file says ${printable(code)} but describes ${CRS[described]}; correct its coordinate system and export it again.`,
  )

/** The code of a system without the heights that some programs add to WGS 84. */
const withoutHeights = (code: string): string => (code === 'EPSG:4979' ? 'EPSG:4326' : code)

/** Returns the coordinate system of a code. Throws `no_map` with its name when it is not read. */
export function crsOfCode(code: string, name: string): Crs {
  const flat = withoutHeights(code)
  if (isCrs(flat)) return flat
  throw name ? unread(name, code) : unread(code)
}

/**
 * Returns the coordinate system of a GeoJSON file's `crs` member, such as "urn:ogc:def:crs:EPSG::3123" or
 * "http://www.opengis.net/def/crs/EPSG/0/3123".
 */
export function crsOfUrn(name: string): Crs {
  if (/(?:^|[:/])CRS84h?$/i.test(name)) return 'EPSG:4326'
  const [, code] = /(?:^|[:/])EPSG(?:\.xml#|[:/](?:[\d.]{0,9}[:/])?)(\d{1,9})$/i.exec(name) ?? []
  if (code === undefined) throw unread(name)
  return crsOfCode(`EPSG:${code}`, '')
}

const ROOTS = [
  'PROJCS',
  'PROJCRS',
  'PROJECTEDCRS',
  'GEOGCS',
  'GEOGCRS',
  'GEODCRS',
  'GEOGRAPHICCRS',
  'GEODETICCRS',
]

/**
 * Returns the coordinate system that a .prj file or a GeoPackage describes, recognised by datum and parameters. `code`
 * is what the file says besides. Throws `no_map` when it is not read, or when code and description differ.
 */
export function crsOfWkt(text: string, code: string | null = null): Crs {
  const root = readWkt(text)
  if (!root)
    throw refusedMap('no_boundary', 'The coordinate system in the file cannot be read; export it again.')
  const node = ROOTS.includes(root.word) ? root : findIn(root, ...ROOTS)
  const described = node ? describedBy(node) : null
  const own = node ? epsgOf(node) : null
  const name = nameOf(node ?? root)
  if (!described) throw unread(name, own ?? '')
  // a code beside a system with heights is that of both together
  for (const named of [own, node === root ? code : null])
    if (named !== null && withoutHeights(named) !== described) throw contradiction(named, described)
  return described
}

function describedBy(node: WktNode): Crs | null {
  const datum = datumOf(node)
  const [meridian_of_zero = 0] = numbersIn(findIn(node, 'PRIMEM', 'PRIMEMERIDIAN') ?? node)
  if (!datum || meridian_of_zero !== 0) return null
  if (!node.word.startsWith('PROJ')) {
    const [degree = DEGREE] = numbersIn(childOf(node, 'UNIT', 'ANGLEUNIT') ?? node)
    return near(degree, DEGREE, 1e-9) ? withFacts(datum, null, 1) : null
  }
  const method = lettersOf(nameOf(findIn(node, 'PROJECTION', 'METHOD') ?? node))
  const units = [...unitsOf(node), ...allIn(node, 'LENGTHUNIT').flatMap(numbersIn)]
  const parameters = new Map(
    allIn(node, 'PARAMETER').map((one) => [lettersOf(nameOf(one)), numbersIn(one)[0] ?? Number.NaN]),
  )
  const value = (names: string[], usual: number) =>
    names.map((name) => parameters.get(name)).find((number) => number !== undefined) ?? usual
  const isUsual =
    ['transversemercator', 'gausskruger'].includes(method) &&
    units.every((metres) => metres === 1) &&
    value(['latitudeoforigin', 'latitudeofnaturalorigin'], 0) === 0 &&
    near(value(['falseeasting'], 0), 500_000, 1e-3) &&
    near(value(['falsenorthing'], 0), 0, 1e-3)
  if (!isUsual) return null
  const meridian = value(['centralmeridian', 'longitudeofnaturalorigin', 'longitudeoforigin'], Number.NaN)
  return withFacts(datum, meridian, value(['scalefactor', 'scalefactoratnaturalorigin'], 1))
}

const unitsOf = (node: WktNode): number[] => {
  const unit = childOf(node, 'UNIT')
  return unit ? numbersIn(unit).slice(0, 1) : []
}

function datumOf(node: WktNode): Datum | null {
  const datum = findIn(node, 'DATUM', 'GEODETICDATUM', 'TRF', 'ENSEMBLE')
  const ellipsoid = findIn(node, 'SPHEROID', 'ELLIPSOID')
  if (!datum || !ellipsoid) return null
  const [axis = 0, inverse = 0] = numbersIn(ellipsoid)
  for (const [name, facts] of Object.entries(DATUMS) as [Datum, (typeof DATUMS)[Datum]][]) {
    const [its_axis, its_inverse] = facts.ellipsoid
    const fits = near(axis, its_axis, 0.5) && near(inverse, its_inverse, 1e-3)
    if (fits && facts.names.includes(lettersOf(nameOf(datum)))) return name
  }
  return null
}

function withFacts(datum: Datum, meridian: number | null, scale: number): Crs | null {
  const found = Object.entries(CRS_FACTS).find(
    ([, facts]) =>
      facts.datum === datum &&
      near(facts.scale, scale, 1e-9) &&
      (facts.meridian === null || meridian === null
        ? facts.meridian === meridian
        : near(facts.meridian, meridian, 1e-6)),
  )
  return found ? (found[0] as Crs) : null
}

const near = (a: number, b: number, difference: number): boolean => Math.abs(a - b) <= difference
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns the named coordinate system, else the chosen one, else null. Throws `no_map` when the two differ. */
export function agreedCrs(named: Crs | null, chosen: Crs | null | undefined): Crs | null {
  if (named && chosen && named !== chosen) {
    throw refusedMap(
      'no_boundary',
      `The file is in ${CRS[named]}, but ${CRS[chosen]} was chosen; choose the coordinate system of the file, or none.`,
    )
  }
  return named ?? chosen ?? null
}
