import { expect, test } from 'vitest'
import { type Denied, sentenceOf } from '../../shared/lib/verdict.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import { decisionRefusal, recallRefusal } from './review.checks.ts'

const step = (action: ReviewStep['action'], level: ReviewStep['level'] = null) => ({
  action,
  level,
  by: 'Ana Reyes',
  at: '2031-07-04T06:05:00.000Z',
})

const said = (refused: Denied | null) => refused && sentenceOf(refused)

test('who recalls too late hears who acted for whom, and when in Manila', () => {
  const refusal = (...of: Parameters<typeof step>) => said(recallRefusal('PENRO Laguna', step(...of)))
  expect(refusal('Approved', 'PENRO')).toBe(
    'PENRO Laguna’s approver approved it on Jul 04, 2031 02:05 PM; it can no longer be recalled.',
  )
  expect(refusal('Returned', 'Region')).toBe(
    'Region’s approver returned it on Jul 04, 2031 02:05 PM; it can no longer be recalled.',
  )
  expect(refusal('Recalled')).toBe('Ana Reyes has already recalled it, on Jul 04, 2031 02:05 PM.')
  expect([refusal('Submitted'), recallRefusal('PENRO Laguna', undefined)]).toEqual([null, null])
})

test('who decides too late hears that it was recalled', () => {
  expect(said(decisionRefusal('PENRO Laguna', step('Recalled')))).toBe(
    'Ana Reyes of PENRO Laguna recalled it on Jul 04, 2031 02:05 PM; it is no longer waiting for a decision.',
  )
  expect(decisionRefusal('PENRO Laguna', step('Approved', 'PENRO'))).toBeNull()
})
