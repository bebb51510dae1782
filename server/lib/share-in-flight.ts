/**
 * Shares work among concurrent callers: those who call with the same key while it is running share the next run, which
 * begins when this one ends. So no answer is older than its question.
 */
export function shareInFlight<T, Key = void>(work: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const running = new Map<Key, Promise<T>>()
  const next = new Map<Key, Promise<T>>()

  const begin = (key: Key): Promise<T> => {
    next.delete(key)
    const own = work(key).finally(() => {
      if (running.get(key) === own) running.delete(key)
    })
    running.set(key, own)
    return own
  }
  return (key) => {
    const own = running.get(key)
    if (!own) return begin(key)
    const again = () => begin(key)
    const after = next.get(key) ?? own.then(again, again)
    next.set(key, after)
    return after
  }
}
