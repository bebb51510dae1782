import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes the stream to a new file that only its owner can read; with `flush` it is on disk afterwards. Throws the
 * stream's error, leaving no file, or EEXIST for a name in use, leaving that file unchanged.
 */
export async function writeNewFile(
  name: string,
  stream: Readable,
  { flush = false, signal }: { flush?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  let isMade = false
  const writer = createWriteStream(name, { flags: 'wx', mode: 0o600, flush }).once('open', () => {
    isMade = true
  })
  try {
    await pipeline(stream, writer, { signal })
  } catch (error) {
    // a stream may fail before the file is created: removed too early, the file would appear afterwards
    if (!writer.closed) await new Promise<void>((resolve) => writer.once('close', () => resolve()))
    if (isMade) await rm(name, { force: true })
    throw error
  }
}
