import type { ReviewStep } from './review.schema.ts'

/** The recall that returned the record to its encoder, if it is the newest step. */
export const recallOf = (history: readonly ReviewStep[]): ReviewStep | null => {
  const last = history.toSorted((a, b) => b.id - a.id)[0]
  return last?.action === 'Recalled' ? last : null
}
