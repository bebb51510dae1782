import type { Comments } from './decision-draft.ts'
import type { CommentField } from './ReviewPanel.tsx'
import styles from './TypedComments.module.css'

type TypedCommentsProps = { fields: readonly CommentField[]; comments: Comments }

/** The comments for a return, repeated in the question before the decision (S-141). */
export const TypedComments = ({ fields, comments }: TypedCommentsProps) =>
  fields.map(({ name, label }) =>
    comments[name]?.trim() ? (
      <div key={name}>
        <p>{label}:</p>
        <blockquote className={styles.comment}>{comments[name]}</blockquote>
      </div>
    ) : null,
  )
