import type { BulkCandidate } from '../../../shared/review/bulk.schema.ts'
import { KIND_WORDS } from '../../../shared/review/points.rules.ts'
import type { Comments } from '../decision-draft.ts'
import type { CommentField } from '../ReviewPanel.tsx'
import { TypedComments } from '../TypedComments.tsx'
import type { BulkPoint, BulkText } from './bulk-draft.ts'

const hasComment = (comments: Comments | undefined): boolean =>
  Object.values(comments ?? {}).some((comment) => comment.trim() !== '')

/** Whether there is a comment for all or for one of the records. */
export const hasAnyComment = ({ comments, own }: BulkText): boolean =>
  hasComment(comments) || Object.values(own).some(hasComment)

/** Points that are written and not sent: "Boundary: Please replace. …". */
const WrittenPoints = ({ points }: { points: readonly BulkPoint[] }) =>
  points.length > 0 ? (
    <ul className="bullets">
      {points.map(({ key, label, kind, text }) => (
        <li key={key} className="breaks">
          {label}: {KIND_WORDS[kind]}. {text}
        </li>
      ))}
    </ul>
  ) : null

type CommentsForManyProps = {
  fields: readonly CommentField[]
  text: BulkText
  records: readonly BulkCandidate[]
}

/** The comments and points for all records, and those for each record. */
export const CommentsForMany = ({ fields, text, records }: CommentsForManyProps) => (
  <>
    {hasComment(text.comments) || text.points?.length ? (
      <div>
        <p>For all:</p>
        <TypedComments fields={fields} comments={text.comments} />
        <WrittenPoints points={text.points ?? []} />
      </div>
    ) : null}
    {records.map(({ id, code }) =>
      hasComment(text.own[id]) || text.ownPoints?.[id]?.length ? (
        <div key={id}>
          <p>For {code}:</p>
          <TypedComments fields={fields} comments={text.own[id] ?? {}} />
          <WrittenPoints points={text.ownPoints?.[id] ?? []} />
        </div>
      ) : null,
    )}
  </>
)
