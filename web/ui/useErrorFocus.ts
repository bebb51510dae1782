import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { openFoldsAround } from '../lib/folds.ts'

function focusFirstError(form: HTMLElement | null) {
  const error = form?.querySelector('.mantine-InputWrapper-error')
  const field = error?.closest('.mantine-InputWrapper-root')
  const place =
    field?.querySelector<HTMLElement>(
      'input:not([type="hidden"]), select, textarea, [contenteditable="true"]',
    ) ?? field?.querySelector('button')
  openFoldsAround(place)
  place?.focus()
}

/** Moves the focus to the first field with an error, after errors set in the same update have been rendered. */
export function useErrorFocus<Form extends HTMLElement = HTMLFormElement>(): {
  form: RefObject<Form | null>
  toFirstError: () => void
} {
  const form = useRef<Form>(null)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (failures > 0) focusFirstError(form.current)
  }, [failures])
  const toFirstError = useCallback(() => setFailures((count) => count + 1), [])
  return { form, toFirstError }
}
