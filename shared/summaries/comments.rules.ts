import type { ThreadKind } from '../threads/thread-kind.ts'
import { SAFEGUARDS, type Safeguard, safeguardName } from './safeguards.ts'
import { SECTION_TITLES, SECTIONS, type Section } from './sections.ts'

/** What a comment is about: a written part, all that is said on a safeguard, or null for the whole summary. */
export type CommentSection = Section | Safeguard | null
export type CommentPlace = { section: CommentSection; paragraph: number | null }

export const COMMENT_SECTIONS = [...SECTIONS, ...SAFEGUARDS] as const

export const COMMENT_ACTIONS = ['Added', 'Answered', 'Settled', 'Asked Again'] as const
export type CommentAction = (typeof COMMENT_ACTIONS)[number]

export const COMMENT_STATES = ['open', 'answered', 'settled'] as const
export type CommentState = (typeof COMMENT_STATES)[number]

/** A comment on a summary, as a kind of conversation. */
export const COMMENT = {
  name: 'comment',
  after: { Added: 'open', Answered: 'answered', Settled: 'settled', 'Asked Again': 'open' },
  most: 2000,
  events: {
    Added: 'Comment Added',
    Answered: 'Comment Answered',
    Settled: 'Comment Settled',
    'Asked Again': 'Comment Asked Again',
  },
  logged: 'step',
  erasesFacts: false,
} as const satisfies ThreadKind<CommentAction> & { after: Record<CommentAction, CommentState> }

/** The written part of a place; null for a safeguard and for the whole summary. */
export const writtenPartOf = ({ section }: Pick<CommentPlace, 'section'>): Section | null =>
  SECTIONS.find((one) => one === section) ?? null

const nameOf = (section: CommentSection): string => {
  if (section === null) return 'The whole summary'
  const safeguard = SAFEGUARDS.find((one) => one === section)
  return safeguard ? safeguardName(safeguard) : SECTION_TITLES[section as Section]
}

/** "Risks and benefits, paragraph 3" */
export const placeName = ({ section, paragraph }: CommentPlace): string =>
  paragraph === null ? nameOf(section) : `${nameOf(section)}, paragraph ${paragraph}`

type Quoting = { paragraph: number | null; quote: string | null }

/**
 * The paragraph of the present text that a comment is about, counted from 1: the one with its words, wherever it is now.
 * Null for a comment on a whole part, and once the paragraph was changed.
 */
export function presentParagraph(
  paragraphs: readonly string[],
  { paragraph, quote }: Quoting,
): number | null {
  if (paragraph === null) return null
  if (paragraphs[paragraph - 1] === quote) return paragraph
  return paragraphs.findIndex((one) => one === quote) + 1 || null
}
