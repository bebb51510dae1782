import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Address } from '../../shared/lib/addresses.ts'

/** Replaces search parameters of the current address without a new history entry; undefined removes one. */
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
