import { Stack } from '@mantine/core'
import { type CommentSection, placeName } from '../../../shared/summaries/comments.rules.ts'
import { NewComment } from './CommentForm.tsx'
import { CommentList } from './CommentList.tsx'
import { useComments } from './comments-context.tsx'

/** The comments on a part and its paragraphs, below its text, and the form for a new one on the whole part. */
export function PartComments({ section }: { section: CommentSection }) {
  const { comments, isOpen } = useComments()
  const own = comments.filter((comment) => comment.section === section)
  const name = placeName({ section, paragraph: null })
  if (!isOpen && own.length === 0) return null
  return (
    <Stack gap={8} align="start">
      <CommentList comments={own} label={name} isPlaced={false} />
      <NewComment section={section} paragraph={null} name={`on ${name}`} />
    </Stack>
  )
}
