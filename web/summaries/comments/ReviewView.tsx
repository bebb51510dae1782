import { Link } from '@tanstack/react-router'
import { plural } from '../../../shared/lib/format.ts'
import type { SummaryComment } from '../../../shared/summaries/comments.schema.ts'
import { COMMENT_SECTIONS } from '../../../shared/summaries/comments.rules.ts'
import { SECTION_TITLES } from '../../../shared/summaries/sections.ts'
import { type Part, PARTS, sectionsOf } from '../parts.ts'
import { CommentedText } from './CommentedText.tsx'
import { useComments } from './comments-context.tsx'
import { PartComments } from './PartComments.tsx'
import { TypedElsewhere } from './TypedElsewhere.tsx'
import styles from './Comments.module.css'

const COMMENT_SECTIONS_AND_WHOLE = [null, ...COMMENT_SECTIONS]

/** "2 open, 1 answered and 4 settled comments" */
export function countWords(comments: readonly SummaryComment[]): string {
  if (comments.length === 0) return 'No comments yet.'
  const count = (state: SummaryComment['state']) => comments.filter((one) => one.state === state).length
  return `${plural(comments.length, 'comment')}: ${count('open')} open, ${count('answered')} answered, ${count('settled')} settled.`
}

function ReviewedPart({ part }: { part: Exclude<Part, { kind: 'preview' }> }) {
  const { isOpen } = useComments()
  return (
    <section className={styles.reviewed} aria-labelledby={`review-${part.key}`}>
      <h3 id={`review-${part.key}`}>
        {part.title}
        {isOpen ? (
          <Link to="." search={{ part: part.key }} className={styles.edit}>
            Write<span className="visually-hidden"> {part.title}</span>
          </Link>
        ) : null}
      </h3>
      {sectionsOf(part).map((section) => (
        <div key={section}>
          {part.kind === 'safeguard' ? <h4>{SECTION_TITLES[section]}</h4> : null}
          <CommentedText section={section} />
        </div>
      ))}
      {part.kind === 'safeguard' ? <PartComments section={part.safeguard} /> : null}
    </section>
  )
}

/** The texts of a summary to read and to comment on, paragraph by paragraph; comments stay inside FMB. */
export function ReviewView() {
  const { comments, isLoaded, isOpen } = useComments()
  return (
    <section className={styles.review} aria-labelledby="review-title">
      <div>
        <h2 id="review-title">{isOpen ? 'Read and comment' : 'Comments'}</h2>
        <p>
          Comments are read by FMB alone, are never published, and cannot be changed or deleted.{' '}
          {isLoaded ? countWords(comments) : null}
        </p>
      </div>
      <TypedElsewhere sections={COMMENT_SECTIONS_AND_WHOLE} isReview />
      <PartComments section={null} />
      {PARTS.map((part) => (part.kind === 'preview' ? null : <ReviewedPart key={part.key} part={part} />))}
    </section>
  )
}
