/** Runs a request that writes to an upload; it ends the one before it, whose line is mostly dead. */
export type LatestRequest = <T>(id: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>

/**
 * At this instance one request writes to an upload, so that an upload takes the memory of one piece. What another
 * instance writes meanwhile is the row's to decide. When `cut` is aborted all are ended, for its reason.
 */
export function createLatestRequest(cut: AbortSignal): LatestRequest {
  const running = new Map<string, AbortController>()
  cut.addEventListener('abort', () => {
    for (const request of running.values()) request.abort(cut.reason)
  })

  return async (id, work) => {
    running.get(id)?.abort()
    const request = new AbortController()
    if (cut.aborted) request.abort(cut.reason)
    running.set(id, request)
    try {
      return await work(request.signal)
    } finally {
      if (running.get(id) === request) running.delete(id)
    }
  }
}
