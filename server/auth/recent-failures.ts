/** networks remembered in this process, so that a flood does not fill the memory */
const MAX_NETWORKS = 10_000
const REMEMBER_MS = 15 * 60_000

const failedAt = new Map<string, number>()

/** Remembers that a check from this network failed, so that others precede its next one. */
export function rememberFailure(network: string, now: Date): void {
  failedAt.delete(network)
  failedAt.set(network, now.getTime())
  for (const oldest of failedAt.keys()) {
    if (failedAt.size <= MAX_NETWORKS) return
    failedAt.delete(oldest)
  }
}

/** Whether a check from this network failed recently in this process; known without asking the database. */
export function hasFailedLately(network: string, now: Date): boolean {
  const ago = now.getTime() - (failedAt.get(network) ?? Number.NEGATIVE_INFINITY)
  // ignores times in the future, recorded while the clock was ahead
  return ago >= 0 && ago < REMEMBER_MS
}
