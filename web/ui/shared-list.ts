import { useSyncExternalStore } from 'react'

/** A list outside React that any module can add to; `useItems` rerenders on changes. */
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
    /** Returns a function that removes the item. */
    add: (item: Item) => {
      set([...items, item])
      return () => set(items.filter((one) => one !== item))
    },
    useItems: () => useSyncExternalStore(listen, () => items),
  }
}
