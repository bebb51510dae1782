import { Textarea } from '@mantine/core'
import { COMMENT_LENGTH } from '../../shared/review/review.schema.ts'

type CommentBoxProps = {
  id?: string
  label: string
  description: string | undefined
  value: string
  onChange: (text: string) => void
}

/** A reviewer's comment for a return. */
export const CommentBox = ({ onChange, ...field }: CommentBoxProps) => (
  <Textarea
    {...field}
    onChange={(event) => onChange(event.currentTarget.value)}
    maxLength={COMMENT_LENGTH.max}
    autosize
    minRows={2}
    maxRows={10}
  />
)
