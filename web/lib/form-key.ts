import { useEffect, useState } from 'react'

/** The key under which a form is sent, the same for every try until an answer has come (shared/lib/form-key.ts). */
export type FormKey = {
  current: () => string
  /** the key of work that is taken up again */
  take: (key: string) => void
  /** what is sent from now on is another form */
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

/** The key of a form that keeps no draft. */
export const useFormKey = (): FormKey => useState(createFormKey)[0]

/**
 * The key of an on/off switch. A lost answer keeps it only until the record shows what became of it: what is switched
 * from there on is another change.
 */
export function useSwitchKey(status: string): FormKey {
  const key = useFormKey()
  useEffect(() => key.renew(), [key, status])
  return key
}
