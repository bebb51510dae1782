import { onConnectionChange } from '../lib/connection.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** How long to wait before the next try: longer each time, and never the same for everyone at once. */
export const retryDelay = (tries: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) * (0.75 + random / 2)

/** Resolves when the connection may be back: the browser or the server says so, or a while has passed. Rejects when ended. */
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
