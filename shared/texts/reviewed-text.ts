/** What FMB has stored of one text of a language: its own wording, its review, or both. */
export type TextReview = {
  /** the English that the text translates */
  english: string
  text: string
  /** FMB wrote the text; otherwise it is the one that came with the product */
  is_corrected: boolean
  reviewed_at: string | null
}

export const TEXT_STATES = ['reviewed', 'not reviewed', 'changed'] as const
export type TextState = (typeof TEXT_STATES)[number]

/**
 * The text that pages and mails show, and its state. A review counts as long as the English and the shown text are those
 * that were reviewed. FMB's own wording of an older English is not shown, since it may say what is no longer true.
 */
export function textNow(
  shipped: { english: string; text: string },
  review: TextReview | undefined,
): { text: string; state: TextState } {
  const isOfEnglish = review?.english === shipped.english
  const text = review?.is_corrected && isOfEnglish ? review.text : shipped.text
  if (!review || (review.reviewed_at === null && !review.is_corrected)) return { text, state: 'not reviewed' }
  if (!isOfEnglish || review.text !== text) return { text, state: 'changed' }
  return { text, state: review.reviewed_at === null ? 'not reviewed' : 'reviewed' }
}
