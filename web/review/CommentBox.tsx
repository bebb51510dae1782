import { COMMENT_LENGTH } from '../../shared/review/review.schema.ts'
import { LimitedText } from '../ui/limited-text.tsx'

type CommentBoxProps = {
  id?: string
  label: string
  description: string | undefined
  value: string
  onChange: (text: string) => void
}

/** A reviewer's comment for a return. */
export const CommentBox = ({ onChange, ...field }: CommentBoxProps) => (
  <LimitedText
    {...field}
    onChange={(event) => onChange(event.currentTarget.value)}
    max={COMMENT_LENGTH.max}
    named="Comment"
    minRows={2}
    maxRows={10}
  />
)
