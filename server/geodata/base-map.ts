import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { BASE_MAP_URL, type BaseMap } from '../../shared/boundary/base-map.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import { no } from '../../shared/lib/verdict.ts'
import type { CallLimit } from '../http/http.ts'
import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/log.ts'
import { readHeader } from '../lib/pmtiles.ts'
import { isKnown, requestedRange } from '../http/byte-range.ts'

const unzip = promisify(gunzip)

/** more than any tile or directory has */
const MOST_BYTES = 2_097_152
/** the header and the first directory are in these; readers fetch them as one */
const FIRST_BYTES = 16_384
const METADATA_BYTES = 1_048_576
const CREDIT_LETTERS = 200

type Description = { size: number; etag: string; map: BaseMap }

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  return bytes.subarray(0, bytesRead)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&copy;': '©',
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/** The credit that the metadata of a file names, which may be HTML, as plain text; empty where it names none. */
function creditOf(metadata: unknown): string {
  const { attribution } = (metadata ?? {}) as { attribution?: unknown }
  const html = typeof attribution === 'string' ? attribution.slice(0, 10 * CREDIT_LETTERS) : ''
  const text = html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:copy|quot|lt|gt|amp);/g, (one) => ENTITIES[one] ?? one)
  return lineForm(text).slice(0, CREDIT_LETTERS)
}

/** Reads what the file is now; returns its fault, to follow "which", if maps cannot be drawn on it. */
async function describe(file: FileHandle, size: number): Promise<Description | string> {
  const first = await readAt(file, 0, Math.min(FIRST_BYTES, size))
  const header = readHeader(first)
  if ('fault' in header) return header.fault
  const { metadata, end, compression, max_zoom } = header
  if (end > size) return 'was cut off before its end'
  const packed = await readAt(file, metadata.offset, Math.min(metadata.length, METADATA_BYTES))
  const text = compression === 2 ? await unzip(packed, { maxOutputLength: METADATA_BYTES }) : packed
  const credit = creditOf(JSON.parse(text.toString('utf8') || '{}'))
  // of the content, so that several servers with copies of one file give one ETag
  const hash = createHash('sha256').update(`${size}`).update(first).update(packed).digest('base64url')
  return { size, etag: `"${hash.slice(0, 22)}"`, map: { url: BASE_MAP_URL, max_zoom, credit } }
}

/**
 * The base map of the operator, which may be replaced while the product runs: each call opens the file, and reads its
 * header again after a change. A file that is missing, cut off or of another kind is logged once, in one sentence.
 */
export function createBaseMap(path: string, log: Logger) {
  let known: { key: string; found: Promise<Description | null> } | null = null
  const once = (key: string, read: () => Promise<Description | string>) => {
    if (known?.key !== key) {
      const found = read()
        .catch(() => 'cannot be read')
        .then((one) => {
          if (typeof one !== 'string') return one
          log.warn(`BASEMAP_FILE names ${path}, which ${one}: maps are drawn without it.`)
          return null
        })
      known = { key, found }
    }
    return known.found
  }
  const withFile = async <T>(
    use: (file: FileHandle, found: Description) => Promise<T> | T,
  ): Promise<T | null> => {
    const file = await open(path, 'r').catch(() => null)
    if (!file) return once('missing', async () => 'cannot be read').then(() => null)
    try {
      const { ino, size, mtimeMs } = await file.stat()
      const found = await once(`${ino} ${size} ${mtimeMs}`, () => describe(file, size))
      return found && (await use(file, found))
    } finally {
      await file.close()
    }
  }
  return {
    /** Returns what the pages need to draw it; null while there is none. */
    forPages: () => withFile((_file, { map }) => map),
    withFile,
  }
}
export type BaseMapFile = ReturnType<typeof createBaseMap>

const inParts = (sentence: string) => new AppError(no('odd_header', { sentence }))
const NO_STORE = { headers: { 'cache-control': 'no-store' } }

/**
 * Serves the base map in parts. It is public data that only maps of staff read, so it needs no session, and browsers and
 * proxies may keep its parts for a day; nobody gets more than two megabytes at once, and parts count as public calls.
 */
export function baseMapRoute(app: FastifyInstance, baseMap: BaseMapFile, publicLimit: CallLimit): void {
  app.get(BASE_MAP_URL, { onRequest: publicLimit }, async (request, reply) => {
    const sent = await baseMap.withFile(async (file, { size, etag }) => {
      const headers = {
        'content-type': 'application/vnd.pmtiles',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        'accept-ranges': 'bytes',
        // proxies must not compress it: parts are counted in its own bytes
        'cache-control': 'public, max-age=86400, no-transform',
        etag,
      }
      if (isKnown(request.headers, etag)) return reply.headers(headers).status(304).send()
      const range = requestedRange(request.headers, { etag, size })
      if (range === 'unsatisfiable')
        return reply
          .status(416)
          .headers({ 'content-range': `bytes */${size}`, etag, ...NO_STORE.headers })
          .send()
      const { start, end } = range ?? { start: 0, end: size - 1 }
      const length = end - start + 1
      const partHeaders = range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}
      const status = range ? 206 : 200
      if (request.method === 'HEAD')
        return reply
          .status(status)
          .headers({ ...headers, ...partHeaders, 'content-length': length })
          .send(Readable.from([]))
      if (length > MOST_BYTES)
        throw inParts('The base map is read in parts of at most 2 MB, each named by the header Range.')
      const bytes = await readAt(file, start, length)
      // another program is shortening it just now
      if (bytes.length < length) throw new AppError('no_such_address', NO_STORE)
      return reply
        .status(status)
        .headers({ ...headers, ...partHeaders })
        .send(bytes)
    })
    if (sent === null) throw new AppError('no_such_address', NO_STORE)
    return sent
  })
}
