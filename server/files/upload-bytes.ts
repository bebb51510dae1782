import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { MEGABYTE } from '../../shared/files/files.schema.ts'
import type { Services } from '../context/context.ts'
import { AppError } from '../lib/errors.ts'
import { toStorageRefusal } from '../store/storage-faults.ts'
import { contentCheck } from './content-check.ts'
import { refusedBytes, refusedSize } from './inspect.ts'
import { readUntilDisconnect } from './read-until-disconnect.ts'
import { type FileUpload, recordReceived } from './uploads.queries.ts'

/**
 * The bytes of an upload lie in the file store in pieces of this size, and its row says which: what no row names does not
 * count (docs/decisions/07-files.md). Another size would mix up the uploads that are under way.
 */
const PIECE_BYTES = MEGABYTE

type Upload = Pick<FileUpload, 'id'>
/** Ids come from the database, never from the wire. */
const nameOf = ({ id }: Upload, piece: string) => `${id}.${piece}`

/** The upload a piece belongs to. */
export const uploadOf = (name: string): string => name.slice(0, name.indexOf('.'))

/**
 * All that has arrived, from where a piece begins. A store that goes while it sends is told as such, not as a line that
 * was cut.
 */
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

/** Removes what there is of an upload that has ended. What a store keeps that is away is for the daily clean-up. */
export async function removeBytes({ files }: Services, { id }: Upload): Promise<void> {
  try {
    for (const { name } of await files.pieces.list(`${id}.`)) await files.pieces.remove(name)
  } catch {
    // no one can go on with it, and it is not what the caller asked for
  }
}

/** `signal` ends a body that no one waits for any more; one whose sender must be told why, with that refusal as its reason. */
export type Piece = { offset: number; body: Readable; signal: AbortSignal }

const continuedElsewhere = (received: number) =>
  new AppError('upload_elsewhere', { headers: { 'upload-offset': String(received) } })

/**
 * Takes the body behind what has arrived, which must be `offset` bytes, and resolves with how many there are now, all
 * of them safe in the file store. What came before a line was cut stays. A first piece that cannot be such a file is
 * refused at once.
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
 * The last piece, which grows in memory until it is whole; those before it are never touched again. Kept earlier, because the
 * line was cut or is quiet, it replaces what was kept of it before.
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
    /** the first bytes, with those that are about to be taken */
    head: (chunk: Buffer) => Buffer.concat([held.subarray(0, start === 0 ? filled : 0), chunk]),
    /** Has all that came so far in the store. */
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
