import { type Denied, no } from '../lib/verdict.ts'
import type { ReviewStep } from './review.schema.ts'

type LastStep = Pick<ReviewStep, 'action' | 'level' | 'by' | 'at'>

/**
 * Why a submission can no longer be recalled, from the newest step of its history; null where that says nothing of it. Anyone who
 * decides does so for a level, so the office is named for PENRO and the level for the others.
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

/** Why a record that was recalled meanwhile cannot be decided on; null where it was not. */
export const decisionRefusal = (office: string, last: LastStep | undefined): Denied | null =>
  last?.action === 'Recalled' ? no('recalled_meanwhile', { by: last.by, office, at: last.at }) : null

/** The step by which a record is with its encoder again, as long as nothing has followed. */
export const recallOf = (history: readonly ReviewStep[]): ReviewStep | null => {
  const last = history.toSorted((a, b) => b.id - a.id)[0]
  return last?.action === 'Recalled' ? last : null
}
