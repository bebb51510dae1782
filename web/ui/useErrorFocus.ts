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

/** Puts the focus into the first field of a form that shows an error, once the errors told of in the same breath are drawn. */
export function useErrorFocus(): { form: RefObject<HTMLFormElement | null>; toFirstError: () => void } {
  const form = useRef<HTMLFormElement>(null)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (failures > 0) focusFirstError(form.current)
  }, [failures])
  const toFirstError = useCallback(() => setFailures((count) => count + 1), [])
  return { form, toFirstError }
}
