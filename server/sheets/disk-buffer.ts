import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../lib/config.ts'

/** Bytes stored temporarily on disk: appended, then read back. Deleted when closed, and when the process ends. */
export type DiskBuffer = {
  /** adds bytes, which stay in memory until they are flushed */
  append: (bytes: Uint8Array) => void
  /** to be awaited between appends: writes the bytes to disk once there are enough */
  flushIfFull: () => Promise<void> | undefined
  readonly size: number
  read: (start: number, end: number) => AsyncGenerator<Buffer>
  close: () => Promise<void>
}

const PIECE_BYTES = 262_144

/** Opens a buffer in the folder for temporary files. The file is unlinked at once, so that none is left behind. */
export async function openDiskBuffer(config: Pick<Config, 'data_dir'>): Promise<DiskBuffer> {
  const folder = path.join(config.data_dir, 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = path.join(folder, randomUUID())
  const file = await open(name, 'wx+', 0o600)
  await rm(name, { force: true })

  let size = 0
  let held: Uint8Array[] = []
  let heldBytes = 0
  const flush = async () => {
    const bytes = Buffer.concat(held)
    held = []
    heldBytes = 0
    await file.write(bytes, 0, bytes.length, size - bytes.length)
  }
  return {
    append: (bytes) => {
      held.push(bytes)
      heldBytes += bytes.length
      size += bytes.length
    },
    flushIfFull: () => (heldBytes >= PIECE_BYTES ? flush() : undefined),
    get size() {
      return size
    },
    read: async function* (start, end) {
      await flush()
      for (let at = start; at < end; ) {
        const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at))
        const { bytesRead } = await file.read(piece, 0, piece.length, at)
        if (bytesRead === 0) throw new Error('The spooled file is shorter than what was written to it.')
        yield piece.subarray(0, bytesRead)
        at += bytesRead
      }
    },
    close: () => file.close(),
  }
}
