import { readSync } from 'node:fs'
import { lineForm } from '../../../shared/lib/text-form.ts'
import { piecesOf } from '../../lib/pieces.ts'
import { isZip, type ZipEntry } from '../../lib/zip-reader.ts'
import type { KmlLimits } from './kml-result.ts'
import { kmlEncoding } from './kml-text.ts'
import { kmlEntries, unpackKml } from './kmz.ts'
import { xmlReader } from './xml-reader.ts'

type Pieces = () => Iterable<Buffer> | AsyncIterable<Buffer>
/** One KML document of a file; the content decides whether it is inside an archive, not the name. */
export type KmlMap = { pieces: Pieces; encoding: string }

/** The documents of an archive beyond these are not looked at. */
const MOST_MAPS = 20
const MOST_LINKS = 1_000

/**
 * Opens the KML documents of a file: of an archive its first one, and those inside it that it links to. One that has
 * only links stands for all documents of the archive, as GDAL and QGIS write layers. A link out of the archive is not
 * followed.
 */
export async function kmlMaps(file: number, limits: KmlLimits): Promise<KmlMap[]> {
  const head = Buffer.alloc(4)
  readSync(file, head, 0, head.length, 0)
  if (!isZip(head)) return [await opened(() => piecesOf(file))]
  const entries = await kmlEntries(file)
  const maps: KmlMap[] = []
  let bytes = 0
  const open = async (entry: ZipEntry) => {
    const most = limits.bytes - bytes
    bytes += entry.size
    const map = await opened(() => unpackKml(file, entry, most, limits.bytes))
    maps.push(map)
    return map
  }
  const wanted = entries.slice(0, 1)
  for (const entry of wanted) {
    const map = await open(entry)
    if (entries.length === 1 || wanted.length === MOST_MAPS) continue
    const { hrefs, placemarks } = await linksIn(map, limits)
    const linked = hrefs.flatMap((href) => {
      const name = pathOf(entry.name, href)
      return entries.filter((other) => plainName(other.name) === name)
    })
    const isList = maps.length === 1 && placemarks === 0 && linked.length > 0
    const others = (isList ? entries : linked).filter((other) => !wanted.includes(other))
    wanted.push(...[...new Set(others)].slice(0, MOST_MAPS - wanted.length))
  }
  return maps
}

async function opened(pieces: Pieces): Promise<KmlMap> {
  const letters = kmlEncoding()
  for await (const piece of pieces()) letters.write(piece)
  return { pieces, encoding: letters.end() }
}

const FEATURES = ['Document', 'Folder', 'Placemark', 'NetworkLink']
const CHILDREN = {
  kml: FEATURES,
  Document: FEATURES,
  Folder: FEATURES,
  NetworkLink: ['Link', 'Url'],
  Link: ['href'],
  Url: ['href'],
}

/** The links of a document, and how many placemarks it has. What is wrong with it is for its reader. */
async function linksIn({ pieces, encoding }: KmlMap, limits: KmlLimits) {
  const hrefs: string[] = []
  let placemarks = 0
  const reader = xmlReader(
    { format: 'KML', encoding, limits, too_large: '', children: CHILDREN, texts: ['href'] },
    {
      open(element) {
        if (element === 'Placemark') placemarks++
      },
      close(element, text) {
        if (element === 'href' && hrefs.length < MOST_LINKS) hrefs.push(text.trim())
      },
    },
  )
  for await (const piece of pieces()) if (!reader.write(piece)) break
  reader.end()
  return { hrefs, placemarks }
}

const plainName = (name: string): string => lineForm(name).replaceAll('\\', '/').toLowerCase()

/** The place in the archive that a link in the document `from` leads to; null where it leads out of it. */
function pathOf(from: string, href: string): string | null {
  const path = plainName(decoded(href.split(/[?#]/, 1)[0] ?? ''))
  if (/^(?:[a-z][a-z\d+.-]*:|\/)/.test(path)) return null
  const folders = plainName(from).split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..') {
      if (folders.pop() === undefined) return null
    } else if (part !== '' && part !== '.') folders.push(part)
  }
  return folders.join('/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
