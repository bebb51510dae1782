import { plural } from '../../../shared/lib/format.ts'
import type { SummaryComment } from '../../../shared/summaries/comments.schema.ts'
import { CommentItem } from './CommentItem.tsx'
import styles from './Comments.module.css'

type CommentListProps = {
  comments: readonly SummaryComment[]
  /** what they are about, for screen readers */
  label: string
  isPlaced?: boolean
}

/** Comments in their order; settled ones are folded. */
export function CommentList({ comments, label, isPlaced = true }: CommentListProps) {
  const pending = comments.filter(({ state }) => state !== 'settled')
  const settled = comments.filter(({ state }) => state === 'settled')
  const listOf = (some: readonly SummaryComment[], name: string) => (
    <ul className={styles.list} aria-label={name}>
      {some.map((comment) => (
        <CommentItem key={comment.id} comment={comment} isPlaced={isPlaced} />
      ))}
    </ul>
  )
  return (
    <>
      {pending.length > 0 ? listOf(pending, `Comments on ${label}`) : null}
      {settled.length > 0 ? (
        <details className={styles.settled}>
          <summary>{plural(settled.length, 'settled comment')}</summary>
          {listOf(settled, `Settled comments on ${label}`)}
        </details>
      ) : null}
    </>
  )
}
