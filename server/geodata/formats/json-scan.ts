import { formatCount } from '../../../shared/lib/format.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import type { LandLimits } from './land-result.ts'
import { tooManyPoints } from './land-ring.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])
const BRACKET = 0x5b
const MINUS = 0x2d
/** lists and objects beside the points of a map */
const MOST_OTHERS = 1_000_000
/** numbers of a point, and values beside the points */
const MOST_PER_POINT = 4
const MOST_VALUES = 4_000_000
/** of a feature: as many properties as are read, and its own members */
const MOST_MEMBERS = 110
const COMMA = 0x2c
const COLON = 0x3a

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const isNumber = (byte: number) => byte === MINUS || (byte >= 0x30 && byte <= 0x39)

/**
 * Counts what a JSON text would become in memory before it is parsed. Throws `no_map` where it is nested too deep, has
 * too many points (lists that begin with a number), or too many other lists, objects, properties or values.
 */
export function scanJson(bytes: Uint8Array, { depth: deepest, vertices, features }: LandLimits): void {
  let depth = 0
  let points = 0
  let others = 0
  let values = 0
  let members = 0
  const most_members = MOST_MEMBERS * features
  const most_values = MOST_PER_POINT * vertices + MOST_VALUES
  let isText = false
  let isOpened = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
      continue
    }
    if (isOpened && !isBlank(byte)) {
      if (isNumber(byte)) points++
      else others++
      isOpened = false
    }
    if (byte === QUOTE) isText = true
    else if (OPENING.has(byte)) {
      if (++depth > deepest) {
        throw refusedMap('too_much', `The file nests its lists and objects more than ${deepest} levels deep.`)
      }
      if (byte === BRACKET) isOpened = true
      else others++
    } else if (CLOSING.has(byte)) depth--
    else if (byte === COMMA) values++
    else if (byte === COLON) members++
    if (points > vertices) throw refusedMap('too_much', tooManyPoints(vertices))
    if (others > MOST_OTHERS) throw tooMany(MOST_OTHERS, 'lists and objects')
    if (members > most_members) throw tooMany(most_members, 'properties')
    if (values > most_values) throw tooMany(most_values, 'values')
  }
}

const tooMany = (most: number, what: string) =>
  refusedMap(
    'too_much',
    `The file contains more than ${formatCount(most)} ${what}; simplify it and export it again.`,
  )
