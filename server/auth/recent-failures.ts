/** of so many networks this process remembers that they failed: a flood must not fill the memory */
const MAX_NETWORKS = 10_000
const REMEMBER_MS = 15 * 60_000

const failedAt = new Map<string, number>()

/** Remembers that a check from this network failed, so that others go before its next one. */
export function rememberFailure(network: string, now: Date): void {
  failedAt.delete(network)
  failedAt.set(network, now.getTime())
  for (const oldest of failedAt.keys()) {
    if (failedAt.size <= MAX_NETWORKS) return
    failedAt.delete(oldest)
  }
}

/** Whether a check from this network failed lately at this process; who asks the database waits in its line. */
export function hasFailedLately(network: string, now: Date): boolean {
  const ago = now.getTime() - (failedAt.get(network) ?? Number.NEGATIVE_INFINITY)
  // what a clock that was ahead has noted counts no more once it is right
  return ago >= 0 && ago < REMEMBER_MS
}
