import { expect, test } from 'vitest'
import { comparisonOf } from './comparison.ts'
import { recallOf } from './recall.ts'
import type { ReviewStep } from './review.schema.ts'

let id = 0
const step = (round: number, action: ReviewStep['action'], level: ReviewStep['level'] = null): ReviewStep => {
  id += 1
  return {
    id,
    round,
    action,
    level,
    by: 'Ana Reyes',
    role: 'PENRO Encoder',
    at: '2031-07-04T06:05:00.000Z',
    comment: null,
    comments: [],
    edits: [],
    looked: [],
    erased_at: null,
    erased_reason: null,
  }
}

test('a record was recalled as long as nothing has followed', () => {
  const recall = step(1, 'Recalled')
  expect(recallOf([recall, step(2, 'Submitted')])).toBeNull()
  const last = step(2, 'Recalled')
  expect(recallOf([last, recall])).toBe(last)
  expect(recallOf([])).toBeNull()
})

test('what was recalled is before no reviewer: a return is compared with what was decided on', () => {
  const back = [step(1, 'Submitted'), step(1, 'Returned', 'PENRO'), step(2, 'Submitted'), step(2, 'Recalled')]
  expect(comparisonOf(back, undefined)).toMatchObject({ round: 1, next_round: null })
  const again = [...back, step(3, 'Submitted'), step(3, 'Recalled'), step(4, 'Submitted')]
  expect(comparisonOf(again, undefined)).toMatchObject({ round: 1, next_round: 4 })
  const returned = [...again, step(4, 'Returned', 'FMB'), step(5, 'Submitted')]
  expect(comparisonOf(returned, 1)).toMatchObject({ round: 1, next_round: 4 })
  expect(comparisonOf(returned, undefined)).toMatchObject({ round: 4, next_round: 5 })
})

test('[S-146] a round that was recalled goes on: its next submission is the one that is compared', () => {
  const back = [step(1, 'Submitted'), step(1, 'Returned', 'PENRO'), step(2, 'Submitted'), step(2, 'Recalled')]
  expect(comparisonOf(back, undefined)).toMatchObject({ round: 1, next_round: null })
  const again = [...back, step(2, 'Submitted')]
  expect(comparisonOf(again, undefined)).toMatchObject({ round: 1, next_round: 2 })
  const twice = [...again, step(2, 'Recalled'), step(2, 'Submitted'), step(2, 'Returned', 'Region')]
  expect(comparisonOf(twice, 1)).toMatchObject({ round: 1, next_round: 2 })
  expect(comparisonOf(twice, undefined)).toMatchObject({ round: 2, next_round: null })
})
