import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

function focusFirstError(form: HTMLFormElement | null) {
  const error = form?.querySelector('.mantine-InputWrapper-error')
  const field = error?.closest('.mantine-InputWrapper-root')
  const place =
    field?.querySelector<HTMLElement>(
      'input:not([type="hidden"]), select, textarea, [contenteditable="true"]',
    ) ?? field?.querySelector('button')
  place?.focus()
}

/** Moves the focus to the first field with an error, after errors set in the same update have been rendered. */
export function useErrorFocus(): { form: RefObject<HTMLFormElement | null>; toFirstError: () => void } {
  const form = useRef<HTMLFormElement>(null)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (failures > 0) focusFirstError(form.current)
  }, [failures])
  const toFirstError = useCallback(() => setFailures((count) => count + 1), [])
  return { form, toFirstError }
}
