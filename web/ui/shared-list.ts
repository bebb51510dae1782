import { useSyncExternalStore } from 'react'

/** A list that anything adds to and the screen follows. */
export function sharedList<Item>() {
  let items: readonly Item[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly Item[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    /** The returned function takes it off again. */
    add: (item: Item) => {
      set([...items, item])
      return () => set(items.filter((one) => one !== item))
    },
    useItems: () => useSyncExternalStore(listen, () => items),
  }
}
