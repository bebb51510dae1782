import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes the whole stream to a file of this name that only the owner can read; with `flush` it is on disk then. Throws
 * what the stream throws, leaving no file, and EEXIST for a name that is taken, leaving that file as it is.
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
    // a stream that fails at once fails before the file is made: removed too early, it would come after all
    if (!writer.closed) await new Promise<void>((resolve) => writer.once('close', () => resolve()))
    if (isMade) await rm(name, { force: true })
    throw error
  }
}
