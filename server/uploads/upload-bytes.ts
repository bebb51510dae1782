import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { MEGABYTE } from '../../shared/files/files.schema.ts'
import type { Services } from '../context/context.ts'
import { AppError } from '../lib/errors.ts'
import { toStorageRefusal } from '../store/storage-faults.ts'
import { contentCheck } from '../documents/content-check.ts'
import { refusedBytes, refusedSize } from '../documents/inspect.ts'
import { readUntilDisconnect } from './read-until-disconnect.ts'
import { type FileUpload, recordReceived } from './uploads.queries.ts'

/**
 * The bytes of an upload are stored in pieces of this size, which its row lists; unlisted pieces do not count
 * (docs/decisions/07-files.md). Changing the size would corrupt unfinished uploads.
 */
const PIECE_BYTES = MEGABYTE

type Upload = Pick<FileUpload, 'id'>
/** Ids come from the database, never from a request. */
const nameOf = ({ id }: Upload, piece: string) => `${id}.${piece}`

/** Returns the id of the upload that a piece belongs to. */
export const uploadOf = (name: string): string => name.slice(0, name.indexOf('.'))

/** Reads all received bytes from the beginning of a piece on. Throws `store_gone` when the store fails meanwhile. */
export async function* bytesOf(
  { files }: Services,
  upload: FileUpload,
  from: number,
): AsyncGenerator<Buffer> {
  let at = from
  try {
    for (const piece of upload.pieces.slice(from / PIECE_BYTES)) {
      const stream: AsyncIterable<Buffer> | null = await files.pieces.read(nameOf(upload, piece))
      if (!stream) throw new AppError('upload_gone')
      for await (const chunk of stream) {
        yield chunk
        at += chunk.length
      }
    }
    if (at !== upload.received) throw new AppError('upload_gone')
  } catch (cause) {
    const refusal = toStorageRefusal(cause)
    if (refusal instanceof AppError) throw refusal
    throw new AppError('store_gone', { cause })
  }
}

/** Removes the pieces of an upload that has ended. If the store is unreachable, the daily clean-up removes them. */
export async function removeBytes({ files }: Services, { id }: Upload): Promise<void> {
  try {
    for (const { name } of await files.pieces.list(`${id}.`)) await files.pieces.remove(name)
  } catch {
    // the upload is over, and the caller asked for something else
  }
}

/** `signal` aborts reading the body. Its reason, if it is an AppError, is the error that the sender receives. */
export type Piece = { offset: number; body: Readable; signal: AbortSignal }

const continuedElsewhere = (received: number) =>
  new AppError('upload_elsewhere', { headers: { 'upload-offset': String(received) } })

/**
 * Appends the body to the `offset` bytes received so far; returns how many there are now, all of them stored. If the
 * connection breaks, what came before stays. A first piece that does not fit the file's kind is rejected at once.
 */
export async function appendBytes(services: Services, upload: FileUpload, piece: Piece): Promise<number> {
  const { kind, name, size, received } = upload
  if (received !== piece.offset) throw continuedElsewhere(received)
  const content = received === 0 ? contentCheck(kind) : null
  const end = await bufferLastPiece(services, upload)
  const line = readUntilDisconnect(piece.body, piece.signal)
  try {
    for (;;) {
      const { value: chunk, done } = await line.next()
      if (done) {
        await end.keep()
        if (chunk) throw chunk
        return end.at()
      }
      if (chunk === null) await end.keep()
      else if (end.at() + chunk.length > size) throw refusedSize(kind, name)
      else if (content?.write(chunk) === false) throw refusedBytes(name, end.head(chunk), content)
      else await end.take(chunk)
    }
  } finally {
    await line.return(null)
  }
}

/**
 * Buffers the last piece in memory until it is full; earlier pieces never change. If the connection pauses or breaks,
 * the partial piece is stored and replaces the one stored before.
 */
async function bufferLastPiece(services: Services, upload: FileUpload) {
  const { db, files, now } = services
  let { received, pieces } = upload
  let start = received - (received % PIECE_BYTES)
  let filled = 0
  const held = Buffer.allocUnsafe(Math.min(PIECE_BYTES, upload.size - start))
  for await (const chunk of bytesOf(services, upload, start)) filled += chunk.copy(held, filled)
  const at = () => start + filled

  async function keep(): Promise<void> {
    if (at() === received) return
    const piece = randomUUID()
    await files.pieces.put(nameOf(upload, piece), held.subarray(0, filled))
    const completePieces = pieces.slice(0, start / PIECE_BYTES)
    const replaced = pieces.slice(completePieces.length)
    const next = { received: at(), received_at: now().toISOString(), pieces: [...completePieces, piece] }
    const isNoted = await recordReceived(db, upload.id, received, next)
    for (const obsolete of isNoted ? replaced : [piece])
      await files.pieces.remove(nameOf(upload, obsolete)).catch(() => undefined)
    if (!isNoted) throw new AppError('upload_elsewhere')
    ;({ received, pieces } = next)
  }

  return {
    /** where the next byte goes */
    at,
    /** the first bytes of the file, with this chunk */
    head: (chunk: Buffer) => Buffer.concat([held.subarray(0, start === 0 ? filled : 0), chunk]),
    /** Stores everything received so far. */
    keep,
    async take(chunk: Buffer): Promise<void> {
      for (let done = 0; done < chunk.length; ) {
        const taken = chunk.copy(held, filled, done)
        done += taken
        filled += taken
        if (filled < PIECE_BYTES) continue
        await keep()
        start += filled
        filled = 0
      }
    },
  }
}
