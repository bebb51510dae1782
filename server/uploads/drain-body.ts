import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { AppError } from '../lib/errors.ts'

/** more than the largest file of any call; beyond it the connection is closed */
const MAX_BYTES = 64 * 1_048_576
const MAX_MS = 60_000

/**
 * Runs `receive`; if it rejects, reads and discards the rest of the body, because a browser does not read the response
 * while it is still sending. Beyond a limit the connection is closed after the response instead.
 */
export async function drainOnRefusal<T>(request: IncomingMessage, receive: () => Promise<T>): Promise<T> {
  try {
    return await receive()
  } catch (error) {
    // a server that is stopping does not wait for more bytes
    if (error instanceof AppError && error.headers.connection === 'close') throw error
    const ended = await drainBody(request)
    if (!ended && error instanceof AppError)
      throw new AppError(error, {
        errors: error.errors,
        saved_before: error.saved_before,
        cause: error.cause,
        headers: { ...error.headers, connection: 'close' },
      })
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
    // timed out, or the sender has disconnected
    request.pause()
    return request.destroyed
  } finally {
    clearTimeout(timer)
    request.off('data', count)
  }
}
