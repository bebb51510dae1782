import { constants } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import { foreseen, isRefusal } from '../lib/errors.ts'
import { lineOf, listName } from './archive-writer.ts'
import { BLOCK, END, paddingOf, readHeader } from './tar.ts'

const expand = promisify(gunzip)

export type Part = { name: string; size: number; start: number }

const TRUNCATED = 'The backup ends too early: it was cut off when it was copied or made.'
const damagedAt = (name: string) =>
  foreseen(`The backup is damaged at "${name}": its bytes are not those that were written.`)

async function readBlock(handle: FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  for (let done = 0; done < size; ) {
    const { bytesRead } = await handle.read(bytes, done, size - done, at + done)
    if (bytesRead === 0) throw foreseen(TRUNCATED)
    done += bytesRead
  }
  return bytes
}

const isEmpty = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

/** Yields the parts of an archive in order, lists included; throws a foreseen error where its structure is damaged. */
export async function* partsOf(handle: FileHandle): AsyncGenerator<Part> {
  const { size: total } = await handle.stat()
  let last = 'its beginning'
  for (let at = 0; ; ) {
    const block = await readBlock(handle, at, BLOCK)
    if (isEmpty(block)) {
      if (!isEmpty(await readBlock(handle, at, END.length))) throw damagedAt(`after ${last}`)
      if (total !== at + END.length) throw damagedAt(`after ${last}`)
      return
    }
    const header = readHeader(block)
    if (!header)
      throw at === 0 ? foreseen('This file is not a backup of the product.') : damagedAt(`after ${last}`)
    const padding = paddingOf(header.size)
    const start = at + BLOCK
    const next = start + header.size + padding
    if (next > total) throw foreseen(TRUNCATED)
    if (!isEmpty(await readBlock(handle, start + header.size, padding))) throw damagedAt(header.name)
    yield { ...header, start }
    last = header.name
    at = next
  }
}

/** Large enough that reading waits for the disk alone, small enough to read many files at once. */
const CHUNK = 262_144

async function* chunksOf(handle: FileHandle, { start, size }: Part): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; done += CHUNK)
    yield await readBlock(handle, start + done, Math.min(CHUNK, size - done))
}

/** Streams the bytes of a part from the disk. */
export const streamOf = (handle: FileHandle, part: Part): Readable =>
  Readable.from(chunksOf(handle, part), { objectMode: false })

/** The longest string of Node.js. */
const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH

/** Reads a part at once; throws a foreseen error when it is larger than any part written to be read so. */
export async function bytesOf(handle: FileHandle, { name, start, size }: Part): Promise<Buffer> {
  if (size > MAX_TEXT_BYTES) throw tooLarge(name)
  return readBlock(handle, start, size)
}

const tooLarge = (name: string) =>
  foreseen(`The backup contains more in "${name}" than it declares, so it is not restored.`)

/** Returns the expanded size of a compressed part; throws a foreseen error as soon as it grows beyond `most` bytes. */
export async function expandedSize(handle: FileHandle, part: Part, most: number): Promise<number> {
  let size = 0
  const limit = Math.min(most, MAX_TEXT_BYTES)
  const bytes = streamOf(handle, part)
  const expanded = bytes.pipe(createGunzip())
  bytes.once('error', (error) => expanded.destroy(error))
  try {
    for await (const chunk of expanded) {
      size += (chunk as Buffer).length
      if (size > limit) throw tooLarge(part.name)
    }
  } catch (error) {
    throw isRefusal(error, 'foreseen') ? error : damagedAt(part.name)
  } finally {
    bytes.destroy()
  }
  return size
}

/** Returns the text of a compressed part; throws a foreseen error beyond `most` bytes. */
export async function expandedText(handle: FileHandle, part: Part, most: number): Promise<string> {
  try {
    const bytes = await bytesOf(handle, part)
    return (await expand(bytes, { maxOutputLength: Math.max(1, Math.min(most, MAX_TEXT_BYTES)) })).toString()
  } catch (error) {
    if (isRefusal(error, 'foreseen')) throw error
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(part.name)
      : damagedAt(part.name)
  }
}

async function sumOf(handle: FileHandle, part: Part): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(handle, part)) hash.update(chunk)
  return hash.digest('hex')
}

/** Compares a list with the parts before it; throws a foreseen error for the first that differs. */
async function checkList(
  handle: FileHandle,
  list: Part,
  found: [name: string, sha256: string][],
): Promise<void> {
  const expected = found.map((line) => lineOf(...line)).join('')
  const said = (await bytesOf(handle, list)).toString()
  if (said === expected) return
  const lines = said.split('\n')
  const wrong = found.find((line, index) => `${lines[index]}\n` !== lineOf(...line))
  throw damagedAt(wrong?.[0] ?? list.name)
}

export type SummedPart = Part & { sha256: string }

/**
 * Reads an archive from its first byte to its last and yields each part with its SHA-256 once the next list has
 * confirmed it. Anything changed, cut off, added or removed ends in a foreseen error.
 */
export async function* trustedParts(handle: FileHandle): AsyncGenerator<SummedPart> {
  let lists = 0
  let waiting: SummedPart[] = []
  for await (const part of partsOf(handle)) {
    if (part.name === listName(lists + 1)) {
      await checkList(
        handle,
        part,
        waiting.map(({ name, sha256 }) => [name, sha256]),
      )
      yield* waiting
      lists += 1
      waiting = []
    } else waiting.push({ ...part, sha256: await sumOf(handle, part) })
  }
  if (waiting[0]) throw damagedAt(waiting[0].name)
}
