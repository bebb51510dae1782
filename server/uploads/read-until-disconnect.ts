import type { Readable } from 'node:stream'
import { AppError } from '../lib/errors.ts'

/** a connection silent for this long is dead; a client that reconnects continues where it was */
const IDLE_LIMIT_MS = 60_000
/** after this long a silent connection may be dead: what came before is stored */
const PAUSE_MS = 1_000

type BodyEvent = IteratorResult<Buffer, unknown>

/**
 * Yields the chunks of a body, and null once when it pauses; returns the error that ended it, or null when it is
 * complete. A caller that stops early leaves the connection open, so that the sender receives the response.
 */
export async function* readUntilDisconnect(
  body: Readable,
  signal: AbortSignal,
): AsyncGenerator<Buffer | null, AppError | null> {
  let refuse: (reason: AppError) => void = () => undefined
  const refused = new Promise<never>((_, reject) => {
    refuse = reject
  })
  refused.catch(() => undefined)
  const stop = () => (signal.reason instanceof AppError ? refuse(signal.reason) : body.destroy())
  const silence = setTimeout(() => body.destroy(), IDLE_LIMIT_MS)
  let hush: () => void = () => undefined
  const quiet = setTimeout(() => hush(), PAUSE_MS)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const chunks = (body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next: Promise<BodyEvent> = chunks.next()
      // a rejected sender's connection may break later, unobserved
      next.catch(() => undefined)
      const isQuiet = new Promise<null>((resolve) => {
        hush = () => resolve(null)
      })
      silence.refresh()
      quiet.refresh()
      let came = await Promise.race([refused, next, isQuiet])
      if (came === null) {
        yield null
        came = await Promise.race([refused, next])
      }
      if (came.done) break
      yield came.value
    }
    if (body.destroyed && !body.readableEnded) throw new Error('stopped')
    return null
  } catch (error) {
    return error instanceof AppError ? error : new AppError('upload_cut_off')
  } finally {
    clearTimeout(silence)
    clearTimeout(quiet)
    signal.removeEventListener('abort', stop)
    // `return` waits for the next chunk, and a rejected sender may be silent for long
    if (!signal.aborted) await chunks.return?.()
  }
}
