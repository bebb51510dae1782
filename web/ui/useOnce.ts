import { useRef } from 'react'

/** Runs one call at a time; ignores further calls, such as those of a double click, until it has ended. */
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
