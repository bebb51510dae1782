import type { CommentSection } from './comments.rules.ts'
import type { SummaryComment } from './comments.schema.ts'
import type { SummaryText } from './summaries.schema.ts'

/** The words of a text; the key of a number counts as one. */
export const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

/** What an outline says of a part: how much is written, who wrote last, and which comments wait. */
export type PartOutline = {
  words: number
  /** the newest text that is not empty; null if nothing is written */
  last: Pick<SummaryText, 'written_at' | 'written_by' | 'taken_from'> | null
  open: number
  answered: number
}

/** Outlines a part with these sections; null among them is the whole summary. */
export function outlineOf(
  sections: readonly CommentSection[],
  texts: readonly SummaryText[],
  comments: readonly Pick<SummaryComment, 'section' | 'state'>[],
): PartOutline {
  const own = texts.filter(({ section, text }) => sections.includes(section) && text !== '')
  const about = comments.filter(({ section }) => sections.includes(section))
  const count = (state: SummaryComment['state']) => about.filter((one) => one.state === state).length
  return {
    words: own.reduce((sum, { text }) => sum + wordsIn(text), 0),
    last: own.toSorted((a, b) => b.written_at.localeCompare(a.written_at))[0] ?? null,
    open: count('open'),
    answered: count('answered'),
  }
}
