import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { AppError } from '../lib/errors.ts'

/** More than the largest file a call takes; anyone who sends on after that is cut off. */
const MAX_BYTES = 64 * 1_048_576
const MAX_MS = 60_000

/**
 * Runs `receive`; when it refuses, reads away what the sender still has on the way, because a browser that is
 * still sending does not look for an answer. Beyond a limit the line is closed after the answer instead.
 */
export async function drainOnRefusal<T>(request: IncomingMessage, receive: () => Promise<T>): Promise<T> {
  try {
    return await receive()
  } catch (error) {
    // a server that leaves waits for no more bytes
    if (error instanceof AppError && error.headers.connection === 'close') throw error
    const ended = await drainBody(request)
    if (!ended && error instanceof AppError)
      throw new AppError(error, { ...error, headers: { ...error.headers, connection: 'close' } })
    throw error
  }
}

async function drainBody(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded || request.destroyed) return true
  const ahead = Number(request.headers['content-length'] ?? 0) - request.socket.bytesRead
  if (ahead > MAX_BYTES) {
    request.pause()
    return false
  }
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), MAX_MS)
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) stop.abort()
  }
  try {
    request.unpipe()
    request.on('data', count)
    request.resume()
    await finished(request, { signal: stop.signal, writable: false })
    return true
  } catch {
    // given up, or the sender has gone
    request.pause()
    return request.destroyed
  } finally {
    clearTimeout(timer)
    request.off('data', count)
  }
}
