import type { Readable } from 'node:stream'
import { AppError } from '../lib/errors.ts'

/** A line this long silent is dead; anyone who comes back goes on where it was. */
const IDLE_LIMIT_MS = 60_000
/** After that much of silence the bytes before it are worth keeping: the line may be dead already. */
const PAUSE_MS = 1_000

type BodyEvent = IteratorResult<Buffer, unknown>

/**
 * The chunks of a body while its line lives, and null once when nothing comes for a moment; in the end why it was cut,
 * or null when it is complete. A refusal in between leaves the line open, so that the sender can be told.
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
      // the line of one who was refused ends later
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
    // anyone who is refused may be silent for long
    if (!signal.aborted) await chunks.return?.()
  }
}
