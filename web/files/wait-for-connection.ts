import { onConnectionChange } from '../lib/connection.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** Returns the milliseconds before the next try: growing, and randomised so that browsers do not retry together. */
export const retryDelay = (tries: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) * (0.75 + random / 2)

/** Resolves when a retry may succeed: browser online, server reachable, or some time passed. Rejects on abort. */
export function waitForConnection(tries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', back)
      stop()
      signal.removeEventListener('abort', cancel)
    }
    const back = () => {
      end()
      resolve()
    }
    const cancel = () => {
      end()
      reject(new DOMException('The upload was cancelled.', 'AbortError'))
    }
    const timer = setTimeout(back, retryDelay(tries, Math.random()))
    window.addEventListener('online', back)
    const stop = onConnectionChange((works) => {
      if (works) back()
    })
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
  })
}
