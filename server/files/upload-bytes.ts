import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { UPLOAD_ELSEWHERE } from '../../shared/files/uploads.schema.ts'
import type { Config } from '../lib/config.ts'
import { AppError } from '../lib/errors.ts'
import { contentCheck } from './content-check.ts'
import { CUT_OFF, refusedContent, refusedSize } from './inspect.ts'
import type { FileUpload } from './uploads.queries.ts'

/** A line this long silent is dead; whoever comes back goes on where it was. */
const SILENCE_MS = 60_000

const folderOf = (config: Config) => path.join(config.data_dir, 'uploads')
/** Ids come from the database, never from the wire. */
export const bytesOf = (config: Config, { id }: Pick<FileUpload, 'id'>) => path.join(folderOf(config), id)

const found = (file: string) => stat(file).catch(() => null)

/** How many bytes have arrived. */
export async function receivedOf(config: Config, upload: FileUpload): Promise<number> {
  if (upload.file_id !== null) return upload.size
  return (await found(bytesOf(config, upload)))?.size ?? 0
}

/** When the last bytes came, or the upload began. */
export async function lastTouched(config: Config, upload: FileUpload): Promise<number> {
  return (await found(bytesOf(config, upload)))?.mtimeMs ?? Date.parse(upload.created_at)
}

export const removeBytes = (config: Config, upload: Pick<FileUpload, 'id'>): Promise<void> =>
  rm(bytesOf(config, upload), { force: true })

/** Names in the folder of unfinished uploads that nothing was written to since `before`. */
export async function listIdleBytes(config: Config, before: Date): Promise<string[]> {
  const idle: string[] = []
  for (const id of await readdir(folderOf(config)).catch(() => [])) {
    const file = await found(bytesOf(config, { id }))
    if (file && file.mtimeMs < before.getTime()) idle.push(id)
  }
  return idle
}

/** `signal` ends a body that nobody waits for any more; one whose sender must be told why, with that refusal as its reason. */
export type Piece = { offset: number; body: Readable; signal: AbortSignal }

/**
 * Writes the body behind what has arrived, which must be `offset` bytes, and resolves with how many there are now,
 * all of them safe on the disk. What came before a line was cut stays. A first piece that cannot be such a file is
 * refused at once.
 */
export async function appendBytes(config: Config, upload: FileUpload, piece: Piece): Promise<number> {
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 })
  const file = await open(bytesOf(config, upload), constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    const { size } = await file.stat()
    if (size !== piece.offset)
      throw new AppError('conflict', UPLOAD_ELSEWHERE, {}, { 'upload-offset': String(size) })
    return await write(file, upload, piece)
  } finally {
    await file.close()
  }
}

async function write(file: FileHandle, upload: FileUpload, { offset, body, signal }: Piece): Promise<number> {
  const { kind, name, size } = upload
  const content = offset === 0 ? contentCheck(kind) : null
  let at = offset
  try {
    for await (const chunk of untilCut(body, signal)) {
      if (at + chunk.length > size) throw refusedSize(kind, name)
      if (content?.write(chunk) === false) throw refusedContent(name)
      await writeAll(file, chunk, at)
      at += chunk.length
    }
    return at
  } finally {
    await file.datasync()
  }
}

/** The chunks of a body while its line lives. A refusal in between leaves it open, so that the sender can be told. */
async function* untilCut(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  let refuse: (reason: AppError) => void = () => undefined
  const refused = new Promise<never>((_, reject) => {
    refuse = reject
  })
  refused.catch(() => undefined)
  const stop = () => (signal.reason instanceof AppError ? refuse(signal.reason) : body.destroy())
  const silence = setTimeout(() => body.destroy(), SILENCE_MS)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const chunks = (body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = chunks.next()
      // the line of one who was refused ends later
      next.catch(() => undefined)
      const { value, done } = await Promise.race([refused, next])
      if (done) break
      silence.refresh()
      yield value
    }
    if (body.destroyed && !body.readableEnded) throw new Error('stopped')
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('malformed', CUT_OFF)
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
    // whoever is refused may be silent for long
    if (!signal.aborted) await chunks.return?.()
  }
}

/** A nearly full disk takes a part of a piece. */
async function writeAll(file: FileHandle, chunk: Buffer, at: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at + done)
    done += bytesWritten
  }
}
