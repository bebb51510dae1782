/**
 * Shares work among concurrent callers: those who call while it is running share the next run, which begins when this
 * one ends. So no answer is older than its question.
 */
export function shareInFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null

  const begin = (): Promise<T> => {
    next = null
    const own = work().finally(() => {
      if (running === own) running = null
    })
    running = own
    return own
  }
  return () => {
    if (!running) return begin()
    next ??= running.then(begin, begin)
    return next
  }
}
