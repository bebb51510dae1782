import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Address = Record<string, unknown>

/** Changes what the address of this page has, in place of the last state; what is undefined goes out of it. */
export function useAddressChange(): (input: Address) => void {
  const navigate = useNavigate()
  return useCallback(
    (input) =>
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: (current: Address) => {
          const next = { ...current, ...input }
          return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))
        },
      } as Parameters<typeof navigate>[0]),
    [navigate],
  )
}
