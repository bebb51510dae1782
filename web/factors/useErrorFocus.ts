import { type RefObject, useEffect, useRef } from 'react'
import type { Sentences } from '../auth/auth-errors.ts'

/** Puts the focus on the first field of the form that was refused, with its text selected to be typed again. */
export function useErrorFocus(errors: Sentences): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const field = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
    field?.focus()
    field?.select()
  }, [errors])
  return form
}
