import { useSyncExternalStore } from 'react'

/** Something is being saved; `leave` ends the wait for it, where it can be left. */
type Wait = { leave: (() => void) | undefined }

let waits: readonly Wait[] = []
const listeners = new Set<() => void>()

function setWaits(next: readonly Wait[]): void {
  waits = next
  for (const listener of listeners) listener()
}

/** Covers the page until the returned function is called. */
export function cover(leave?: () => void): () => void {
  const wait = { leave }
  setWaits([...waits, wait])
  return () => setWaits(waits.filter((one) => one !== wait))
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the page is covered for; undefined while it is not. */
export const useWait = (): Wait | undefined => useSyncExternalStore(listen, () => waits.at(-1))
