import { useState } from 'react'

/**
 * Whether a value is another than in the last render. State that follows from it is set in this render, before anything
 * is painted: `if (useHasChanged(path)) setOpen(false)`.
 */
export function useHasChanged<T>(value: T): boolean {
  const [last, setLast] = useState(value)
  if (Object.is(last, value)) return false
  setLast(value)
  return true
}
