import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Address = Record<string, unknown>

/** Changes what the address of this page carries, in place of the last state; what is undefined goes out of it. */
export function useAddressChange(): (given: Address) => void {
  const navigate = useNavigate()
  return useCallback(
    (given) =>
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: (current: Address) => {
          const next = { ...current, ...given }
          return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))
        },
      } as Parameters<typeof navigate>[0]),
    [navigate],
  )
}
