import { SaxesParser } from 'saxes'
import type { Ring } from '../../../shared/boundary/boundary.schema.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { isRefusal } from '../../lib/errors.ts'
import { type ElementCounts, whyNoPolygon } from './kml-element-counts.ts'
import { KML_LIMITS, type KmlLimits, type KmlRefusal, type KmlResult } from './kml-result.ts'
import { readRing } from './kml-ring.ts'
import { kmlText } from './kml-text.ts'
import { lineFault } from './line-fault.ts'
import { refusedMap } from './kml-refused.ts'

const GEOMETRIES = ['Polygon', 'MultiGeometry', 'Point', 'LineString', 'LinearRing', 'Track', 'MultiTrack']
const FEATURES = ['Document', 'Folder', 'Placemark', 'NetworkLink', 'GroundOverlay']

/** Elements that are entered, and from which parents. All others are skipped with their content. */
const CHILDREN: Record<string, readonly string[]> = {
  kml: FEATURES,
  Document: FEATURES,
  Folder: FEATURES,
  Placemark: ['name', ...GEOMETRIES],
  MultiGeometry: GEOMETRIES,
  Polygon: ['outerBoundaryIs', 'innerBoundaryIs'],
  outerBoundaryIs: ['LinearRing'],
  innerBoundaryIs: ['LinearRing'],
  LinearRing: ['coordinates'],
}

const CONTROL = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u
/** longer than any entity name between "&" and ";" */
const LONGEST_ENTITY = 16
/** the entity name that the parser has read so far */
const entityIn = (parser: SaxesParser) => (parser as unknown as { entity: string }).entity

const NAME_LENGTH = 200
const NAMES_KEPT = 100

/**
 * Reads a KML file piece by piece: all polygons of all placemarks become one multi-polygon. Follows no link, loads
 * nothing, expands no entity, keeps no description. After a refusal it ignores further pieces.
 */
export function kmlReader(limits: KmlLimits = KML_LIMITS, encoding = 'utf-8') {
  const parser = new SaxesParser({ xmlns: false, fileName: '' })
  const decoder = kmlText(encoding)
  const polygons: Ring[][] = []
  const names: string[] = []
  const found: ElementCounts = {}
  const stopAt = performance.now() + limits.deadline_ms
  const path: string[] = []
  let isXml = false
  /** the piece being parsed, and the line of the last "&" */
  let letters = ''
  let ampersandAt = 1
  let rooted = false
  let skipping = 0
  let bytes = 0
  let vertex_count = 0
  let placemarks = 0
  let text = ''
  let polygon: { shell: Ring | null; holes: Ring[] } | null = null
  let placemark = { name: '', polygons: 0 }
  /** the first fault of a shape; reported only if the rest of the file is readable */
  let fault: string | null = null
  let refusal: KmlRefusal | null = null

  parser.on('doctype', () => {
    throw refusedMap(
      'not_kml',
      'The file contains a DOCTYPE, which KML does not use and which is refused for safety; export the boundary again.',
    )
  })
  parser.on('xmldecl', () => {
    isXml = true
  })
  parser.on('error', ({ message }) => {
    if (!rooted && !isXml) throw refusedMap('damaged', 'The file is not a KML document.')
    if (message.includes('entity')) throw strayAmpersand()
    const isControl = message.endsWith('disallowed character.') && CONTROL.test(letters)
    throw refusedMap('not_kml', lineFault(lineNow(), isControl ? 'control' : 'other'))
  })
  parser.on('opentagstart', ({ name }) => open(localName(name)))
  parser.on('closetag', ({ name }) => close(localName(name)))
  parser.on('text', keep)
  parser.on('cdata', keep)

  function open(element: string) {
    if (path.length + skipping >= limits.depth) {
      throw refusedMap('too_much', `The file nests its elements more than ${limits.depth} levels deep.`)
    }
    const parent = path.at(-1)
    if (parent === undefined) {
      if (element !== 'kml') {
        throw refusedMap('damaged', 'The file is not a KML document: it does not begin with a kml element.')
      }
    } else if (skipping > 0 || !CHILDREN[parent]?.includes(element)) {
      skipping++
      return
    }
    rooted = true
    path.push(element)
    text = ''
    if (element === 'Placemark') {
      if (++placemarks > limits.placemarks) {
        throw refusedMap(
          'too_much',
          `The file contains more than ${formatCount(limits.placemarks)} placemarks; export only the boundary of this site.`,
        )
      }
      placemark = { name: '', polygons: 0 }
    }
    if (element === 'Polygon') polygon = { shell: null, holes: [] }
    found[element] = (found[element] ?? 0) + 1
  }

  function close(element: string) {
    if (skipping > 0) {
      skipping--
      return
    }
    if (element === 'coordinates') addRing()
    if (element === 'name') placemark.name = text.replace(/\s+/g, ' ').trim().slice(0, NAME_LENGTH)
    if (element === 'Polygon') addPolygon()
    if (element === 'Placemark' && placemark.polygons > 0 && placemark.name && names.length < NAMES_KEPT) {
      names.push(placemark.name)
    }
    path.pop()
    text = ''
  }

  function keep(piece: string) {
    if (skipping > 0) return
    const element = path.at(-1)
    if (element === 'coordinates' || element === 'name') text += piece
  }

  function addRing() {
    if (!polygon || fault) return
    const outer = path.at(-3) === 'outerBoundaryIs'
    const result = readRing(text, limits.vertices - vertex_count)
    if (!result.ok) {
      if (result.too_many) {
        throw refusedMap(
          'too_much',
          `The boundary has more than ${formatCount(limits.vertices)} points; simplify it and export it again.`,
        )
      }
      fault = result.reason
      return
    }
    vertex_count += result.ring.length
    if (!outer) polygon.holes.push(result.ring)
    else if (polygon.shell)
      fault = 'A polygon in the file has two outer boundaries; draw them as two polygons.'
    else polygon.shell = result.ring
  }

  function addPolygon() {
    if (polygon?.shell) polygons.push([polygon.shell, ...polygon.holes])
    else fault ??= 'A polygon in the file has no outer boundary.'
    placemark.polygons++
    polygon = null
  }

  const lineNow = () => parser.line + decoder.linesBefore()
  const strayAmpersand = () => refusedMap('not_kml', lineFault(ampersandAt, 'ampersand'))

  /**
   * Stops at an "&" without ";" after LONGEST_ENTITY characters; the parser alone would buffer the rest of the file.
   */
  function read(text: string) {
    for (const part of text.split(/(?<=&)/)) {
      for (const some of [part.slice(0, LONGEST_ENTITY), part.slice(LONGEST_ENTITY)]) {
        letters = some
        parser.write(some)
        if (entityIn(parser).length >= LONGEST_ENTITY) throw strayAmpersand()
      }
      if (part.endsWith('&')) ampersandAt = lineNow()
    }
  }

  /** Runs a step and stores its refusal as the result. */
  function attempt(step: () => void) {
    if (refusal) return
    try {
      step()
    } catch (error) {
      if (!isRefusal(error, 'no_map')) throw error
      refusal = { ok: false, ...error.params }
    }
  }

  return {
    /** Returns false once nothing further in the file can change the result. */
    write(chunk: Uint8Array | string): boolean {
      attempt(() => {
        const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        bytes += piece.length
        if (bytes > limits.bytes) {
          throw refusedMap('too_much', 'File size exceeds the maximum limit of 50MB.')
        }
        if (performance.now() > stopAt) throw refusedMap('too_much', TOO_SLOW)
        read(decoder.write(piece))
      })
      return refusal === null
    },

    end(): KmlResult {
      attempt(() => {
        if (bytes === 0) throw refusedMap('damaged', 'The file is empty.')
        read(decoder.end())
        if (entityIn(parser) !== '') throw strayAmpersand()
        if (path.length > 0) {
          throw refusedMap(
            'damaged',
            'The file ends too early: part of it is missing; export the boundary again.',
          )
        }
        parser.close()
      })
      if (refusal) return refusal
      if (fault) return { ok: false, kind: 'no_boundary', reason: fault }
      if (polygons.length === 0) return { ok: false, kind: 'no_boundary', reason: whyNoPolygon(found) }
      return {
        ok: true,
        geometry: { type: 'MultiPolygon', coordinates: polygons },
        polygon_count: polygons.length,
        vertex_count,
        names,
      }
    },
  }
}

/** The sentence for a file that exceeds the reader's deadline. */
export const TOO_SLOW = 'The file takes too long to read; simplify the boundary and export it again.'

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
