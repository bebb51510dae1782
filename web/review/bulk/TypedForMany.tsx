import type { CarriedRecord } from '../../../shared/review/bulk.schema.ts'
import type { Comments } from '../comments-draft.ts'
import type { CommentField } from '../ReviewPanel.tsx'
import { TypedComments } from '../TypedComments.tsx'
import type { BulkText } from './bulk-draft.ts'

const isTyped = (comments: Comments | undefined): boolean =>
  Object.values(comments ?? {}).some((comment) => comment.trim() !== '')

/** Whether anything was typed for all or for one of the records. */
export const isAnyTyped = ({ comments, own }: BulkText): boolean =>
  isTyped(comments) || Object.values(own).some(isTyped)

type TypedForManyProps = {
  fields: readonly CommentField[]
  text: BulkText
  records: readonly CarriedRecord[]
}

/** What was typed for all, and for each of these records besides. */
export const TypedForMany = ({ fields, text, records }: TypedForManyProps) => (
  <>
    {isTyped(text.comments) ? (
      <div>
        <p>For all:</p>
        <TypedComments fields={fields} comments={text.comments} />
      </div>
    ) : null}
    {records.map(({ id, code }) =>
      isTyped(text.own[id]) ? (
        <div key={id}>
          <p>For {code}:</p>
          <TypedComments fields={fields} comments={text.own[id] ?? {}} />
        </div>
      ) : null,
    )}
  </>
)
