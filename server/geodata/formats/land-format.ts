import { isZip } from '../../lib/zip-reader.ts'

export type LandFormat = 'zip' | 'geopackage' | 'geojson' | 'kml' | 'gpx'

/** bytes by which a format is recognised */
export const LAND_HEAD = 4096

/** byte order marks */
export const MARKS = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/
export const XML_PROLOG = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/
const ROOT = /^<(?:[\w.-]+:)?([\w.-]+)[\s/>]/
/** behind stray lines, which its reader names */
const LATER_ROOT = /<(?:[\w.-]{1,40}:)?(kml|gpx)[\s/>]/
const SQLITE = 'SQLite format 3\0'

/** The format of a map by its first bytes; null where it is none. What it really contains is for its reader. */
export function landFormatOf(head: Buffer): LandFormat | null {
  if (isZip(head)) return 'zip'
  if (head.toString('latin1', 0, SQLITE.length) === SQLITE) return 'geopackage'
  // in UTF-16 every second byte is 0
  const text = head.toString('latin1').replaceAll('\0', '').replace(MARKS, '')
  if (/^\s*\{/.test(text)) return 'geojson'
  const root = text.replace(XML_PROLOG, '')
  const [, name] = ROOT.exec(root) ?? LATER_ROOT.exec(text) ?? []
  if (name === 'kml' || name === 'gpx') return name
  // a prolog longer than the head, or a DOCTYPE, which the reader refuses in words
  return root.startsWith('<?') || root.startsWith('<!') ? 'kml' : null
}
