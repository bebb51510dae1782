/**
 * Caches files made from content that never changes, by its fingerprint, so that many readers cost one making. At most
 * `most` are stored; the least recently used goes first.
 */
export function cacheFiles<T>(most: number) {
  const made = new Map<string, Promise<T>>()
  return async (fingerprint: string, make: () => Promise<T>): Promise<T> => {
    const known = made.get(fingerprint)
    made.delete(fingerprint)
    if (!known && made.size >= most) made.delete(made.keys().next().value ?? '')
    const making = known ?? make()
    made.set(fingerprint, making)
    making.catch(() => {
      if (made.get(fingerprint) === making) made.delete(fingerprint)
    })
    return making
  }
}
