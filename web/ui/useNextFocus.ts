import { useEffect, useRef } from 'react'

/**
 * Returns a function that names, before a list changes, where keyboard users continue: the first of these elements that
 * is there afterwards and can be used gets the focus.
 */
export function useNextFocus(): (...ids: string[]) => void {
  const wanted = useRef<string[]>([])
  useEffect(() => {
    const found = wanted.current
      .map((id) => document.getElementById(id))
      .find((element) => element && !(element as HTMLButtonElement).disabled)
    wanted.current = []
    found?.focus()
  })
  return (...ids) => {
    wanted.current = ids
  }
}
