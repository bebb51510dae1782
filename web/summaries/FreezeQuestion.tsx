import { Stack } from '@mantine/core'
import { formatDay } from '../../shared/lib/manila-days.ts'
import { placeName, COMMENT } from '../../shared/summaries/comments.rules.ts'
import type { SummaryComment } from '../../shared/summaries/comments.schema.ts'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import { GapList } from './GapList.tsx'

/** "Risks and benefits, paragraph 3 (Amihan Villanueva): Which plan?" */
const commentWords = (comment: SummaryComment): string => {
  const asked = comment.steps.findLast(({ action }) => COMMENT.after[action] === 'open')
  return `${placeName(comment)} (${asked?.by ?? 'unknown'}): ${asked?.text ?? ''}`
}

type FreezeQuestionProps = { shown: Summary; comments: readonly SummaryComment[] }

/** What freezing does, what the summary still lacks, and which comments are open, for the question before it. */
export function FreezeQuestion({ shown, comments }: FreezeQuestionProps) {
  const { summary, document, gaps } = shown
  return (
    <Stack gap="sm">
      <p>
        <strong>This cannot be undone.</strong> {summary.title} is stored as it is now: its texts, the numbers
        of {formatDay(document.data_of)}, crosswalk version {document.crosswalk_version} and the fingerprints
        of the evidence. It cannot be changed afterwards.
      </p>
      {comments.length > 0 ? (
        <div>
          <p>
            {comments.length === 1 ? 'This comment is open' : 'These comments are open'}, and cannot be
            answered afterwards:
          </p>
          <ul className="bullets">
            {comments.map((comment) => (
              <li key={comment.id} className="breaks">
                {commentWords(comment)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {gaps.length === 0 ? (
        <p>Nothing is missing.</p>
      ) : (
        <>
          <p>It would be frozen with these gaps:</p>
          <GapList gaps={gaps} />
        </>
      )}
    </Stack>
  )
}
