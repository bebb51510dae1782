/** Runs a request that writes to an upload; aborts the one before it, whose connection is mostly dead. */
export type LatestRequest = <T>(id: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>

/**
 * Lets one request at a time write to an upload in this instance, so that an upload needs the memory of one piece.
 * Writes of other instances conflict in the database. Aborting `cut` aborts all requests, with its reason.
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
