import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { lineOf, listName } from './archive-writer.ts'
import { BLOCK, END, paddingOf, readHeader } from './tar.ts'

/** Why an archive is not read, in one sentence. */
export class ArchiveError extends Error {}

export type Part = { name: string; size: number; start: number }

const CUT = 'The backup ends too early: it was cut off when it was copied or made.'
const damagedAt = (name: string) =>
  new ArchiveError(`The backup is damaged at "${name}": its bytes are not those that were written.`)

async function readBlock(handle: FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  for (let done = 0; done < size; ) {
    const { bytesRead } = await handle.read(bytes, done, size - done, at + done)
    if (bytesRead === 0) throw new ArchiveError(CUT)
    done += bytesRead
  }
  return bytes
}

const isEmpty = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

/** The parts of an archive in order, lists included; throws an ArchiveError where its frame is not as it was written. */
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
      throw at === 0 ? new ArchiveError('This file is no backup of the product.') : damagedAt(`after ${last}`)
    const padding = paddingOf(header.size)
    const start = at + BLOCK
    const next = start + header.size + padding
    if (next > total) throw new ArchiveError(CUT)
    if (!isEmpty(await readBlock(handle, start + header.size, padding))) throw damagedAt(header.name)
    yield { ...header, start }
    last = header.name
    at = next
  }
}

/** enough that reading waits for the disk alone, little enough that many files at once are no burden */
const CHUNK = 262_144

async function* chunksOf(handle: FileHandle, { start, size }: Part): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; done += CHUNK)
    yield await readBlock(handle, start + done, Math.min(CHUNK, size - done))
}

/** The bytes of a part as they are read from the disk. */
export const streamOf = (handle: FileHandle, part: Part): Readable =>
  Readable.from(chunksOf(handle, part), { objectMode: false })

/** The bytes of a part that is known to be small. */
export const bytesOf = (handle: FileHandle, { start, size }: Part): Promise<Buffer> =>
  readBlock(handle, start, size)

async function sumOf(handle: FileHandle, part: Part): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(handle, part)) hash.update(chunk)
  return hash.digest('hex')
}

/** A list must say of the parts before it what they are; throws for the first that is not. */
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

/**
 * Reads an archive from its first byte to its last and yields each part once a list has vouched for it. Every bit
 * counts: what was changed, cut off, added or taken away ends in an ArchiveError.
 */
export async function* trustedParts(handle: FileHandle): AsyncGenerator<Part> {
  let lists = 0
  let waiting: Part[] = []
  let found: [string, string][] = []
  for await (const part of partsOf(handle)) {
    if (part.name === listName(lists + 1)) {
      await checkList(handle, part, found)
      yield* waiting
      lists += 1
      waiting = []
      found = []
    } else {
      found.push([part.name, await sumOf(handle, part)])
      waiting.push(part)
    }
  }
  if (waiting[0]) throw damagedAt(waiting[0].name)
}
