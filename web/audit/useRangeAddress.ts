import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { DayRange } from '../../shared/lib/date-range.ts'
import { parseTypedDate } from '../../shared/lib/dates.ts'

type Address = Record<string, unknown>

const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && parseTypedDate(value) === value ? value : null

/** The chosen days, kept in the address, so that back and a sent link show the same; a new range starts at page 1. */
export function useRangeAddress(): [DayRange, (range: DayRange) => void] {
  const { startDate, endDate }: Address = useSearch({ strict: false })
  const navigate = useNavigate()
  const [start, end] = [dayIn(startDate), dayIn(endDate)]
  const change = useCallback(
    (range: DayRange) =>
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: ({ startDate: _start, endDate: _end, page: _page, ...rest }: Address) => ({
          ...rest,
          ...(range.start === null ? {} : { startDate: range.start }),
          ...(range.end === null ? {} : { endDate: range.end }),
        }),
      } as Parameters<typeof navigate>[0]),
    [navigate],
  )
  return [useMemo(() => ({ start, end }), [start, end]), change]
}
