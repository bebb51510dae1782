import { Box } from '@mantine/core'
import { COMMENT_LENGTH } from '../../shared/review/review.schema.ts'
import { ThreadWords } from '../threads/ThreadForm.tsx'
import type { Comments } from './decision-draft.ts'

/** A comment of a return: `returned_reason`, or one per principle. */
export type CommentField = { name: string; label: string }

type CommentBoxesProps = {
  fields: readonly CommentField[]
  comments: Comments | undefined
  onChange: (comments: Comments) => void
  /** whose comment it is, after its label: ", for all" */
  whose?: string
  description?: string | undefined
  idOf?: (name: string) => string
}

/** A box for each comment of a return. */
export const CommentBoxes = ({
  fields,
  comments,
  onChange,
  whose = '',
  description,
  idOf,
}: CommentBoxesProps) =>
  fields.map(({ name, label }) => (
    <ThreadWords
      key={name}
      id={idOf?.(name)}
      label={label + whose}
      named="Comment"
      max={COMMENT_LENGTH.max}
      description={description}
      value={comments?.[name] ?? ''}
      onType={(text) => onChange({ ...comments, [name]: text })}
    />
  ))

type TypedCommentsProps = { fields: readonly CommentField[]; comments: Comments | undefined }

/** The comments for a return, repeated in the question before the decision (S-141). */
export const TypedComments = ({ fields, comments }: TypedCommentsProps) =>
  fields.map(({ name, label }) =>
    comments?.[name]?.trim() ? (
      <div key={name}>
        <p>{label}:</p>
        <Box component="blockquote" mah="40vh" className="said scrolled">
          {comments[name]}
        </Box>
      </div>
    ) : null,
  )
