import { expect, test } from 'vitest'
import { approved, NEW_REVIEW, submitted } from './review-chain.ts'
import type { ReviewStep } from './review.schema.ts'
import { decisionOutcome } from './outcome.ts'

const on = { status: 'Activated' } as const
const WAITING = submitted(NEW_REVIEW)
const step = (id: number, action: ReviewStep['action'], level: ReviewStep['level']): ReviewStep => ({
  id,
  round: 1,
  action,
  level,
  by: 'Ana Cruz',
  role: 'PENRO Approver',
  at: '2031-07-01T02:00:00Z',
  comment: null,
  comments: [],
  edits: [],
  looked: [],
  erased_at: null,
  erased_reason: null,
})

test('somebody who was too late hears who decided what, and when', () => {
  const history = [step(2, 'Approved', 'PENRO'), step(1, 'Submitted', null)]
  expect(decisionOutcome('SITES-1', { ...approved(WAITING, 'PENRO'), ...on }, history, 'PENRO')).toBe(
    'SITES-1 was approved at PENRO by Ana Cruz, PENRO Approver, on Jul 01, 2031 10:00 AM.',
  )
})

test('[S-121] a deactivation is told with who and when', () => {
  const off = {
    status: 'Deactivated',
    deactivated_by: 'Benigno Salonga',
    deactivated_at: '2031-07-01T02:00:00Z',
  } as const
  expect(decisionOutcome('SITES-1', { ...WAITING, ...off }, [], 'PENRO')).toBe(
    'SITES-1 was deactivated by Benigno Salonga on Jul 01, 2031 10:00 AM.',
  )
})

test('what still waits for the own level is decided by looking again', () => {
  expect(decisionOutcome('SITES-1', { ...WAITING, ...on }, [step(1, 'Submitted', null)], 'PENRO')).toBeNull()
})
