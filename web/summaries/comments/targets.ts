import type { CommentSection } from '../../../shared/summaries/comments.rules.ts'
import type { SummaryComment } from '../../../shared/summaries/comments.schema.ts'
import { typedParagraphs } from '../../../shared/summaries/references.ts'
import type { SummaryText } from '../../../shared/summaries/summaries.schema.ts'

/* The forms of a page by name, so that a typed comment is found again after a reload. */

/** The form of a new comment on a place; a paragraph is named by its words. */
export const placeTarget = (section: CommentSection, paragraph: string | null): string =>
  JSON.stringify(['add', section, paragraph])

/** The form of a step of a comment. */
export const stepTarget = (kind: 'answer' | 'again', comment_id: number): string =>
  JSON.stringify([kind, comment_id])

type Shown = {
  sections: readonly CommentSection[]
  comments: readonly SummaryComment[]
  /** the texts whose paragraphs are shown one by one */
  texts: readonly SummaryText[]
}

/** Every form that a page with these sections has. */
export const targetsOf = ({ sections, comments, texts }: Shown): string[] => [
  ...sections.map((section) => placeTarget(section, null)),
  ...texts.flatMap(({ section, text }) =>
    typedParagraphs(text).map((paragraph) => placeTarget(section, paragraph)),
  ),
  ...comments
    .filter(({ section }) => sections.includes(section))
    .map(({ id, state }) => stepTarget(state === 'open' ? 'answer' : 'again', id)),
]
