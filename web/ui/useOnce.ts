import { useRef } from 'react'

/** Does one thing at a time: what is asked for before the last has ended, as by a double click, is left undone. */
export function useOnce<Args extends unknown[]>(
  act: (...args: Args) => unknown,
): (...args: Args) => Promise<void> {
  const underway = useRef(false)
  return async (...args) => {
    if (underway.current) return
    underway.current = true
    try {
      await act(...args)
    } finally {
      underway.current = false
    }
  }
}
