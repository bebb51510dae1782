import { isRefusal } from '../../lib/errors.ts'
import type { ElementCounts } from '../kml/kml-element-counts.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import type { LandLimits } from './land-result.ts'
import { tooManyPoints } from './land-ring.ts'
import type { RawFeature, RawLine, RawPolygon } from './land-source.ts'

/** Thrown inside the reader with the sentence of a fault. */
const faulty = (reason: string) => refusedMap('no_boundary', reason)

const DAMAGED = 'The geometry of the feature is damaged.'
const DEEPEST = 16

const POINT = 1
const LINE = 2
const POLYGON = 3
const TRIANGLE = 17
/** multi-points, multi-lines, multi-polygons, collections, polyhedral surfaces and networks of triangles */
const COLLECTIONS = new Set([4, 5, 6, 7, 15, 16])

export type Wkb = Pick<RawFeature, 'polygons' | 'lines' | 'found' | 'fault'>

/**
 * Reads a geometry in the binary form of OGC (WKB) in either byte order, with or without heights and measures: all its
 * polygons. Nothing is reserved for counts that the bytes do not have.
 */
export function readWkb(bytes: Buffer, limits: LandLimits): Wkb {
  const polygons: RawPolygon[] = []
  const lines: RawLine[] = []
  const found: ElementCounts = {}
  let points = 0
  let parts = 0
  let at = 0
  const need = (length: number) => {
    if (at + length > bytes.length) throw faulty(DAMAGED)
  }

  function readGeometry(depth: number): void {
    if (depth > DEEPEST) throw faulty('The geometry of the feature is nested too deep.')
    need(5)
    const isLittle = bytes[at] === 1
    if (!isLittle && bytes[at] !== 0) throw faulty(DAMAGED)
    at += 1
    const readCount = () => {
      need(4)
      const count = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
      at += 4
      return count
    }
    const type = readCount()
    const kind = type % 1000
    const dimensions = [2, 3, 3, 4][Math.floor(type / 1000)]
    if (dimensions === undefined) throw faulty(DAMAGED)
    const readPoints = (count: number) => {
      need(count * 8 * dimensions)
      points += count
      if (points > limits.feature_vertices) throw faulty(tooManyPoints(limits.feature_vertices))
      return Array.from({ length: count }, (): [number, number] => {
        const x = isLittle ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at)
        const y = isLittle ? bytes.readDoubleLE(at + 8) : bytes.readDoubleBE(at + 8)
        at += 8 * dimensions
        return [x, y]
      })
    }

    if (kind === POLYGON || kind === TRIANGLE) {
      count('Polygon')
      const rings = repeat(readCount(), () => readPoints(readCount()))
      if (rings.length > 0) polygons.push(rings)
    } else if (COLLECTIONS.has(kind)) {
      repeat(readCount(), () => readGeometry(depth + 1))
    } else if (kind === POINT) {
      count('Point')
      readPoints(1)
    } else if (kind === LINE) {
      count('LineString')
      lines.push(readPoints(readCount()))
    } else {
      throw faulty('The geometry of the feature has curves, or is of a type that is not read.')
    }
  }

  const count = (kind: string) => {
    found[kind] = (found[kind] ?? 0) + 1
  }
  function repeat<T>(times: number, step: () => T): T[] {
    const list: T[] = []
    for (let done = 0; done < times; done++) {
      if (++parts > limits.parts) throw faulty('The feature has too many parts; simplify it.')
      list.push(step())
    }
    return list
  }

  try {
    readGeometry(0)
    return { polygons, lines, found, fault: null }
  } catch (error) {
    if (!isRefusal(error, 'no_map')) throw error
    return { polygons: [], found, fault: error.params.reason }
  }
}
