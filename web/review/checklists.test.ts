import { expect, test } from 'vitest'
import { missingLines } from './checklists.ts'

const CHECKLISTS = [
  {
    principle_number: 2,
    checks: [
      { id: 1, text: 'Dates' },
      { id: 2, text: 'Names' },
    ],
  },
  { principle_number: 4, checks: [] },
  { principle_number: 6, checks: [{ id: 3, text: 'Receipts' }] },
]

test('a line for each principle says what is not ticked, and nothing of those that are ticked or have no lines', () => {
  expect(missingLines(CHECKLISTS, [])).toEqual(['Principle #2: Dates; Names', 'Principle #6: Receipts'])
  expect(missingLines(CHECKLISTS, [1])).toEqual(['Principle #2: Names', 'Principle #6: Receipts'])
  // ids of another set are no ticks of this one
  expect(missingLines(CHECKLISTS, [1, 2, 9])).toEqual(['Principle #6: Receipts'])
  expect(missingLines(CHECKLISTS, [1, 2, 3])).toEqual([])
})
