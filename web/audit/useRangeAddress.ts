import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Address } from '../../shared/lib/addresses.ts'
import type { DayRange } from '../../shared/lib/date-range.ts'
import { parseTypedDate } from '../../shared/lib/dates.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'

const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && parseTypedDate(value) === value ? value : null

/** The chosen days, stored in the address for Back and for links; a new range starts at page 1. */
export function useRangeAddress(): [DayRange, (range: DayRange) => void] {
  const { startDate, endDate }: Address = useSearch({ strict: false })
  const change = useAddressChange()
  const [start, end] = [dayIn(startDate), dayIn(endDate)]
  const choose = useCallback(
    (range: DayRange) =>
      change({ startDate: range.start ?? undefined, endDate: range.end ?? undefined, page: undefined }),
    [change],
  )
  return [useMemo(() => ({ start, end }), [start, end]), choose]
}
