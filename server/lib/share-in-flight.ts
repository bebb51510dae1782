/**
 * One piece of work for all who ask at once: who comes while it is under way shares the next one, which begins after
 * all of them have come. So each gets an answer that is no older than the question.
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
