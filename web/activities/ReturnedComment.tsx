import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { reasonField } from '../../shared/activities/reason-fields.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { CommentNotice } from '../review/points/record-points.tsx'

type ReturnedCommentProps = { activity: SiteActivity; principle: number }

/** The comment on this principle from the last return. */
export function ReturnedComment({ activity, principle }: ReturnedCommentProps) {
  const comment = activity[reasonField(principle)]
  if (!comment) return null
  return (
    <CommentNotice
      title={`Comment from ${activity.returned_by ?? 'the reviewer'}`}
      isAbout={({ principle_number }) => principle_number === principle}
    >
      <p className="as-written">{comment}</p>
      <p>Returned {formatDateTime(activity.returned_at)}</p>
    </CommentNotice>
  )
}
