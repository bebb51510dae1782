/** What is told on every screen while nothing gets through. */
export const NO_LINE =
  'No connection to the server. This page may be out of date, and nothing can be sent. Uploads continue by themselves when the connection is back.'

const FIRST_MS = 2_000
const LONGEST_MS = 15_000
/** an address that gives no answer for so long is not there */
const PATIENCE_MS = 8_000

let works = true
let asking: Promise<boolean> | null = null
let next: ReturnType<typeof setTimeout> | undefined
let tries = 0
const listeners = new Set<(works: boolean) => void>()

/** Whether the server could be reached when it was last tried. */
export const lineWorks = (): boolean => works

/** Calls back when the line is lost or back; returns how to stop listening. */
export function onLine(listener: (works: boolean) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function tell(now: boolean): void {
  if (now) tries = 0
  if (now === works) return
  works = now
  for (const listener of [...listeners]) listener(now)
}

async function ask(): Promise<boolean> {
  try {
    await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    return true
  } catch {
    return false
  }
}

/** Asks the server for a sign of life, again and again until there is one; resolves with the first result. */
export function checkLine(): Promise<boolean> {
  clearTimeout(next)
  asking ??= ask().then((now) => {
    asking = null
    tell(now)
    if (!now) {
      next = setTimeout(() => void checkLine(), Math.min(LONGEST_MS, FIRST_MS * 1.5 ** tries))
      tries += 1
    }
    return now
  })
  return asking
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => void checkLine())
  window.addEventListener('offline', () => void checkLine())
}
