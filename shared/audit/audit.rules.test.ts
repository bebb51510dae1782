import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../lib/date-range.ts'
import { manilaDay } from '../lib/dates.ts'
import { auditFileName, auditRangeErrors } from './audit.rules.ts'
import { changesText, changeText } from './field-changes.ts'

const TODAY = '2025-06-20'
const errors = (startDate: string, endDate: string, today = TODAY) =>
  auditRangeErrors({ startDate, endDate }, today)

describe('a range of the log', () => {
  test('has at most seven days, in order, none of them beginning after today', () => {
    expect(errors('2025-06-01', '2025-06-07')).toEqual({})
    expect(errors(TODAY, '2025-06-26')).toEqual({})
    expect(errors('2025-06-01', '2025-06-08')).toEqual({
      endDate: [
        'The date range can cover at most 7 days. Please choose a date from Jun 01, 2025 to Jun 07, 2025.',
      ],
    })
    expect(errors('2025-06-02', '2025-06-01')).toEqual({
      endDate: ['End date cannot be earlier than start date.'],
    })
    expect(errors('2025-06-21', '2025-06-22')).toEqual({
      startDate: ['Start date cannot be later than today.'],
    })
  })

  test('may cross the change of a year, which comes with midnight in Manila', () => {
    const newYear = manilaDay(new Date('2025-12-31T16:00:00Z'))
    expect(newYear).toBe('2026-01-01')
    expect(errors('2025-12-28', '2026-01-03', newYear)).toEqual({})
    expect(errors('2025-12-27', '2026-01-03', newYear)).toHaveProperty('endDate')
    expect(errors('2026-01-01', '2026-01-01', newYear)).toEqual({})
    expect(errors('2026-01-01', '2026-01-01', manilaDay(new Date('2025-12-31T15:59:59Z')))).toHaveProperty(
      'startDate',
    )
    expect(errors('2024-02-26', '2024-03-03')).toEqual({})
    expect(errors('2025-02-26', '2025-03-05')).toHaveProperty('endDate')
  })

  test('is refused with one sentence under one field, or not at all', () => {
    const day = fc.integer({ min: -20, max: 20 }).map((days) => addDays(TODAY, days))
    fc.assert(
      fc.property(day, day, (start, end) => {
        const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1
        const isAllowed = start <= TODAY && days >= 1 && days <= 7
        expect(Object.values(errors(start, end)).flat()).toHaveLength(isAllowed ? 0 : 1)
      }),
    )
  })

  test('names the file (S-83)', () => {
    expect(auditFileName({ startDate: '2025-12-28', endDate: '2026-01-03' }, '2026-01-05')).toBe(
      'Audit_Logs_20260105_2025-12-28_to_2026-01-03.csv',
    )
  })
})

describe('fields edited', () => {
  test.each([
    [{ field: 'region', old: 'A', new: 'B' }, 'region: A to B'],
    [{ field: 'name_of_partner', old: null, new: 'Samahang Niño' }, 'name of partner: Samahang Niño'],
    [{ field: 'MOV 3.2.1', old: 'minutes.pdf', new: null }, 'MOV 3.2.1: minutes.pdf (removed)'],
    [{ field: 'name', old: 'a.pdf', new: 'a.pdf' }, 'name: a.pdf'],
    [{ field: 'files', old: null, new: null }, 'files'],
  ])('%o reads "%s"', (change, text) => {
    expect(changeText(change)).toBe(text)
  })

  test('stand in one cell one after the other; a View has none', () => {
    expect(changesText([])).toBe('')
    expect(
      changesText([
        { field: 'region', old: 'A', new: 'B' },
        { field: 'remarks', old: null, new: 'x' },
      ]),
    ).toBe('region: A to B; remarks: x')
  })
})
