import { type CommentSection, placeName, writtenPartOf } from '../../../shared/summaries/comments.rules.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentList } from './CommentList.tsx'
import { useComments } from './comments-context.tsx'
import { placeTarget } from './targets.ts'
import styles from './Comments.module.css'

/** The comments on a part and its paragraphs, below its text, and the form for a new one on the whole part. */
export function PartComments({ section }: { section: CommentSection }) {
  const { shown, comments, isOpen } = useComments()
  const own = comments.filter((comment) => comment.section === section)
  const name = placeName({ section, paragraph: null })
  const part = writtenPartOf({ section })
  const written_at = shown.texts.find((text) => text.section === part)?.written_at ?? null
  if (!isOpen && own.length === 0) return null
  return (
    <div className={styles.part}>
      <CommentList comments={own} label={name} isPlaced={false} />
      {isOpen ? (
        <CommentForm
          target={placeTarget(section, null)}
          action="Comment"
          name={`on ${name}`}
          label="Your comment"
          send="Comment"
          step={(text) => ({ kind: 'add', body: { section, paragraph: null, written_at, text } })}
        />
      ) : null}
    </div>
  )
}
