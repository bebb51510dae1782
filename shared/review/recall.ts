import { type Denied, no } from '../lib/verdict.ts'
import type { ReviewStep } from './review.schema.ts'

type LastStep = Pick<ReviewStep, 'action' | 'level' | 'by' | 'at'>

/**
 * Why a submission can no longer be recalled, from the newest step of its history; null if that step does not prevent
 * it. A decision is made for a level, so the sentence names the office for PENRO and the level otherwise.
 */
export function recallRefusal(office: string, last: LastStep | undefined): Denied | null {
  if (!last || last.action === 'Submitted') return null
  const { by, action, level, at } = last
  if (action === 'Recalled') return no('recalled_before', { by, at })
  return no('decided_before', {
    approver: level === 'PENRO' ? office : String(level),
    action: action.toLowerCase(),
    at,
  })
}

/** Why a record cannot be decided on after a recall; null if it was not recalled. */
export const decisionRefusal = (office: string, last: LastStep | undefined): Denied | null =>
  last?.action === 'Recalled' ? no('recalled_meanwhile', { by: last.by, office, at: last.at }) : null

/** The recall that returned the record to its encoder, if it is the newest step. */
export const recallOf = (history: readonly ReviewStep[]): ReviewStep | null => {
  const last = history.toSorted((a, b) => b.id - a.id)[0]
  return last?.action === 'Recalled' ? last : null
}
