import { formatDateTime } from '../lib/dates.ts'
import type { ReviewStep } from './review.schema.ts'

type Told = Pick<ReviewStep, 'action' | 'level' | 'by' | 'at'>

/**
 * Why a submission can no longer be recalled, from the newest step of its history; null where that says nothing of it.
 * Whoever decides does so for a level, so the office is told for PENRO and the level for the others.
 */
export function recallRefusal(office: string, last: Told | undefined): string | null {
  if (!last || last.action === 'Submitted') return null
  const on = `on ${formatDateTime(last.at)}`
  if (last.action === 'Recalled') return `${last.by} has already recalled it, ${on}.`
  const approver = last.level === 'PENRO' ? office : last.level
  return `${approver}’s approver ${last.action.toLowerCase()} it ${on}; it can no longer be recalled.`
}

/** Why a record that was recalled meanwhile cannot be decided on; null where it was not. */
export const decisionRefusal = (office: string, last: Told | undefined): string | null =>
  last?.action === 'Recalled'
    ? `${last.by} of ${office} recalled it on ${formatDateTime(last.at)}; it is no longer waiting for a decision.`
    : null

/** The step by which a record is with its encoder again, as long as nothing has followed. */
export const recallOf = (history: readonly ReviewStep[]): ReviewStep | null => {
  const last = history.toSorted((a, b) => b.id - a.id)[0]
  return last?.action === 'Recalled' ? last : null
}
