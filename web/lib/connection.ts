const FIRST_MS = 2_000
const LONGEST_MS = 15_000
/** an address that has not answered for this long counts as unreachable */
const PROBE_LIMIT_MS = 8_000

let running = true
let asking: Promise<boolean> | null = null
let next: ReturnType<typeof setTimeout> | undefined
let tries = 0
const listeners = new Set<(works: boolean) => void>()

/** Whether the server could be reached at the last probe. */
export const isOnline = (): boolean => running

/** Calls back when the connection is lost or back; returns the function that stops listening. */
export function onConnectionChange(listener: (works: boolean) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function setConnected(now: boolean): void {
  if (now) tries = 0
  if (now === running) return
  running = now
  for (const listener of Array.from(listeners)) listener(now)
}

async function probe(): Promise<boolean> {
  try {
    await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT_MS) })
    return true
  } catch {
    return false
  }
}

/** Probes the server, and keeps probing until it answers; resolves with the result of the first probe. */
export function checkConnection(): Promise<boolean> {
  clearTimeout(next)
  asking ??= probe().then((now) => {
    asking = null
    setConnected(now)
    if (!now) {
      next = setTimeout(() => void checkConnection(), Math.min(LONGEST_MS, FIRST_MS * 1.5 ** tries))
      tries += 1
    }
    return now
  })
  return asking
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => void checkConnection())
  window.addEventListener('offline', () => void checkConnection())
}
