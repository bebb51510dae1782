import { useEffect, useState } from 'react'

/** The form key: sent with the form, the same for every try until an answer has come (shared/lib/form-key.ts). */
export type FormKey = {
  current: () => string
  /** uses the key of restored work */
  take: (key: string) => void
  /** makes a new key: the next sending is another form */
  renew: () => void
}

export function createFormKey(): FormKey {
  let key = crypto.randomUUID() as string
  return {
    current: () => key,
    take: (stored) => {
      key = stored
    },
    renew: () => {
      key = crypto.randomUUID()
    },
  }
}

/** Returns the form key of a form without a draft. */
export const useFormKey = (): FormKey => useState(createFormKey)[0]

/**
 * Returns the form key of an on/off switch. A lost answer keeps the key only until the record shows the new status:
 * switching again after that is another change.
 */
export function useSwitchKey(status: string): FormKey {
  const key = useFormKey()
  useEffect(() => key.renew(), [key, status])
  return key
}
