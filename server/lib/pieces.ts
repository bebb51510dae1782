import { readSync } from 'node:fs'

const CHUNK = 256 * 1024

/** Reads an open file piece by piece; a piece is overwritten by the next one. */
export function* piecesOf(file: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK)
  for (let at = 0; ; ) {
    const length = readSync(file, buffer, 0, CHUNK, at)
    if (length === 0) return
    at += length
    yield buffer.subarray(0, length)
  }
}
