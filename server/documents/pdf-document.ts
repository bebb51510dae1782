import { inflateSync } from 'node:zlib'
import { AppError } from '../lib/errors.ts'
import { unlock, type Unlocked } from './pdf-password.ts'
import { isDictionary, type PdfDictionary, PdfReference, type PdfValue, readValue } from './pdf-values.ts'

/** unpacked size of one stream, and of all together; a page tree of 100,000 pages needs 20 MB */
const MAX_UNPACKED_BYTES = 48 * 1_048_576
const MAX_UNPACKED_BYTES_TOTAL = 192 * 1_048_576
/** nodes of the page tree visited before the first page */
const MAX_NODES = 200_000

type Stream = { dictionary: PdfDictionary; start: number; end: number; number: number; generation: number }
type Packed = Stream & { at: number }

/** Where everything is in a PDF, found by reading it from beginning to end. */
type Layout = {
  /** where the last object of each number begins, after its head */
  objects: Map<number, { at: number; generation: number }>
  /** streams that contain objects, in order */
  packed: Packed[]
  /** trailers, the last one first */
  trailers: PdfDictionary[]
  last: number
}

/** Returns a function that finds a word from a place on. Places must only grow: each byte is searched once per word. */
function wordsIn(bytes: Buffer) {
  const known = new Map<string, number>()
  return (word: string, from: number): number => {
    const before = known.get(word)
    if (before !== undefined && before >= from) return before
    const found = bytes.indexOf(word, from, 'latin1')
    const at = found === -1 ? Number.POSITIVE_INFINITY : found
    known.set(word, at)
    return at
  }
}

const HEAD = /(?:^|[^0-9])(\d{1,9})[\0\t\n\f\r ]{1,8}(\d{1,5})[\0\t\n\f\r ]{0,8}$/
const LONGEST_HEAD = 32

/** Returns the object number before the word "obj"; null where the word is part of another. */
function headBefore(bytes: Buffer, at: number): { number: number; generation: number } | null {
  const [, number, generation] = HEAD.exec(bytes.toString('latin1', Math.max(0, at - LONGEST_HEAD), at)) ?? []
  return number === undefined ? null : { number: Number(number), generation: Number(generation) }
}

/** Finds the bytes of a stream after its dictionary: by its length if that is right, else up to "endstream". */
function streamAt(
  bytes: Buffer,
  at: number,
  dictionary: PdfDictionary,
  wordFrom: (word: string, from: number) => number,
) {
  const open = /^[\0\t\n\f\r ]*stream(?:\r\n|\n|\r)?/.exec(bytes.toString('latin1', at, at + 64))
  if (!open) return null
  const start = at + open[0].length
  const length = dictionary.get('/Length')
  if (typeof length === 'number' && length >= 0 && start + length <= bytes.length) {
    const behind = bytes.toString('latin1', start + length, start + length + 16)
    if (/^\s*endstream/.test(behind)) return { start, end: start + length }
  }
  return { start, end: Math.min(bytes.length, wordFrom('endstream', start)) }
}

/**
 * Reads a PDF without trusting its tables, which may be wrong, circular or name millions of objects. Ignores what looks
 * like an object inside a stream.
 */
function layoutOf(bytes: Buffer): Layout {
  const layout: Layout = { objects: new Map(), packed: [], trailers: [], last: -1 }
  const wordFrom = wordsIn(bytes)
  for (let at = 0; ; ) {
    const [object, trailer] = [wordFrom('obj', at), wordFrom('trailer', at)]
    if (object === trailer) return layout
    if (trailer < object) {
      at = trailer + 7
      const { value } = readValue(bytes, at)
      if (isDictionary(value)) layout.trailers.unshift(value)
      continue
    }
    at = object + 3
    const head = headBefore(bytes, object)
    if (!head) continue
    layout.objects.set(head.number, { at, generation: head.generation })
    layout.last = object
    if (wordFrom('stream', at) < wordFrom('endobj', at)) at = noteStream(bytes, at, head, layout, wordFrom)
  }
}

/** Records the stream that an object may be; returns where to read on. */
function noteStream(
  bytes: Buffer,
  at: number,
  head: { number: number; generation: number },
  layout: Layout,
  wordFrom: (word: string, from: number) => number,
): number {
  const { value: dictionary, end: behind } = readValue(bytes, at)
  const place = isDictionary(dictionary) ? streamAt(bytes, behind, dictionary, wordFrom) : null
  if (!place || !isDictionary(dictionary)) return at
  if (dictionary.get('/Type') === '/ObjStm') layout.packed.push({ ...head, ...place, dictionary, at })
  if (dictionary.get('/Type') === '/XRef') layout.trailers.unshift(dictionary)
  return place.end
}

export type PdfDocument = ReturnType<typeof readPdf>

/** Reads a PDF as far as needed to find its first page. Throws `pdf_too_much` where that exceeds a limit. */
export function readPdf(bytes: Buffer) {
  const layout = layoutOf(bytes)
  let unpacked = 0
  /** part of the file is in a form that is not supported here, so that a missing page proves nothing */
  let isPartlyUnread = false

  const direct = (value: PdfValue | undefined): PdfValue =>
    value instanceof PdfReference ? resolve(value.number) : (value ?? null)
  const locking = layout.trailers.find((trailer) => trailer.has('/Encrypt'))
  const unlocked = unlockedBy(locking)

  function unlockedBy(trailer: PdfDictionary | undefined): Unlocked | null | 'open' {
    if (!trailer) return 'open'
    const encrypt = topLevel(trailer.get('/Encrypt'))
    if (!isDictionary(encrypt)) return 'open'
    const ids = topLevel(trailer.get('/ID'))
    const id = Array.isArray(ids) ? topLevel((ids as PdfValue[])[0]) : null
    const values = new Map([...encrypt].map(([key, value]) => [key, topLevel(value)]))
    return unlock(values, Buffer.isBuffer(id) ? id : Buffer.alloc(0))
  }

  /** Resolves a reference outside streams: the encryption dictionary is never inside one. */
  function topLevel(value: PdfValue | undefined): PdfValue {
    if (!(value instanceof PdfReference)) return value ?? null
    const place = layout.objects.get(value.number)
    return place ? readValue(bytes, place.at).value : null
  }

  /** Unpacks a stream; null where its filter is not supported here, or it is broken. */
  function contentOf({ dictionary, start, end, number, generation }: Stream): Buffer | null {
    const filter = direct(dictionary.get('/Filter'))
    const [only = null, ...more] = Array.isArray(filter) ? (filter as PdfValue[]).map(direct) : [filter]
    if (more.length > 0 || (only !== null && only !== '/FlateDecode' && only !== '/Fl')) return null
    const parameters = direct(dictionary.get('/DecodeParms'))
    if (isDictionary(parameters) && Number(direct(parameters.get('/Predictor')) ?? 1) > 1) return null
    const raw = bytes.subarray(start, end)
    const plain = unlocked === 'open' || unlocked === null ? raw : unlocked.decrypt(number, generation, raw)
    const content = only === null ? plain : inflated(plain)
    unpacked += content?.length ?? 0
    if (unpacked > MAX_UNPACKED_BYTES_TOTAL) throw new AppError('pdf_too_much')
    return content
  }

  const unpackedStreams = new Map<Packed, Map<number, PdfValue | (() => PdfValue)>>()

  /** Returns the objects in a stream, each parsed on first use. */
  function inside(stream: Packed): Map<number, PdfValue | (() => PdfValue)> {
    const known = unpackedStreams.get(stream)
    if (known) return known
    const values = new Map<number, PdfValue | (() => PdfValue)>()
    // stored before it is filled, so that a stream that refers to itself does not recurse
    unpackedStreams.set(stream, values)
    const content = contentOf(stream)
    const first = direct(stream.dictionary.get('/First'))
    if (!content || typeof first !== 'number') {
      isPartlyUnread = true
      return values
    }
    const numbers = content.toString('latin1', 0, first).match(/\d+/g) ?? []
    for (let pair = 0; pair + 1 < numbers.length; pair += 2) {
      const place = first + Number(numbers[pair + 1])
      values.set(Number(numbers[pair]), () => readValue(content, place).value)
    }
    return values
  }

  /** Returns the newest object of this number, in a stream or not; null when there is none. */
  function resolve(number: number, steps = 0): PdfValue {
    if (steps > 16) return null
    const top = layout.objects.get(number)
    let found: PdfValue | (() => PdfValue) = null
    for (let at = layout.packed.length - 1; at >= 0 && found === null; at--) {
      const stream = layout.packed[at]
      if (!stream || stream.at < (top?.at ?? -1)) break
      found = inside(stream).get(number) ?? null
    }
    if (found === null && top) found = readValue(bytes, top.at).value
    const value: PdfValue = typeof found === 'function' ? found() : found
    return value instanceof PdfReference ? resolve(value.number, steps + 1) : value
  }

  /** Returns the catalog: by a trailer, else any object with that type. */
  function catalogOf(): PdfDictionary | null {
    const isCatalog = (value: PdfValue): value is PdfDictionary => isDictionary(value) && value.has('/Pages')
    for (const trailer of layout.trailers) {
      const root = direct(trailer.get('/Root'))
      if (isCatalog(root)) return root
    }
    const numbers = [
      ...layout.packed.flatMap((stream) => [...inside(stream).keys()]),
      ...layout.objects.keys(),
    ]
    for (const number of numbers.reverse()) {
      const value = resolve(number)
      if (isCatalog(value) && value.get('/Type') === '/Catalog') return value
    }
    return null
  }

  /** Returns the first page below the catalog, even if the tree is circular; null when there is none. */
  function firstPage(catalog: PdfDictionary): PdfDictionary | null {
    const nodes: PdfValue[] = [catalog.get('/Pages') ?? null]
    const seen = new Set<number>()
    for (let looked = 0; nodes.length > 0; looked++) {
      if (looked > MAX_NODES) throw new AppError('pdf_too_much')
      const node = nodes.pop()
      if (node instanceof PdfReference) {
        if (seen.has(node.number)) continue
        seen.add(node.number)
      }
      const value = direct(node)
      if (!isDictionary(value)) continue
      const kids = direct(value.get('/Kids'))
      if (Array.isArray(kids)) for (const kid of [...(kids as PdfValue[])].reverse()) nodes.push(kid)
      else if (value.get('/Type') !== '/Pages' && value.get('/Type') !== '/Catalog') return value
    }
    return null
  }

  /** Returns the drawing commands of a page, as far as they can be read. */
  function contentsOf(page: PdfDictionary): string {
    const contents = page.get('/Contents')
    const list = direct(contents)
    const parts = Array.isArray(list) ? (list as PdfValue[]) : [contents]
    return parts
      .map((part) => {
        const place = part instanceof PdfReference ? layout.objects.get(part.number) : null
        if (!place || !(part instanceof PdfReference)) return ''
        const { value: dictionary, end } = readValue(bytes, place.at)
        const found = isDictionary(dictionary) ? streamAt(bytes, end, dictionary, wordsIn(bytes)) : null
        if (!found || !isDictionary(dictionary)) return ''
        const stream = { ...found, dictionary, number: part.number, generation: place.generation }
        return contentOf(stream)?.toString('latin1') ?? ''
      })
      .join('\n')
  }

  return {
    /** whether it needs a password or a certificate to open */
    isLocked: unlocked === null,
    isPartlyUnread: () => isPartlyUnread,
    /** where the last object begins; -1 when there is none */
    lastObject: layout.last,
    direct,
    catalogOf,
    firstPage,
    contentsOf,
  }
}

/** Inflates as much as possible; null when nothing can be. */
function inflated(bytes: Buffer): Buffer | null {
  try {
    // a missing checksum or end does no harm
    return inflateSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES, finishFlush: 2 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new AppError('pdf_too_much')
    return null
  }
}
