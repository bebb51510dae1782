import { Box, Stack } from '@mantine/core'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { erasedText } from '../../shared/review/erased.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import type { Point } from '../../shared/review/points.schema.ts'
import type { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import { saveReply } from '../lib/save-file.ts'
import { StepTime, ThreadStep } from '../threads/Thread.tsx'
import type { Tone } from '../ui/Badge.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ProofButton } from '../ui/ProofButton.tsx'
import { LookedAt } from './Checklists.tsx'
import { SpellingEdits } from './spelling/Corrections.tsx'
import { HistoryPoints, WithdrawnPoints } from './points/record-points.tsx'
import { usePoints, isSameTime } from './points/points-context.tsx'

const roundsOf = (history: ReviewStep[]): [number, ReviewStep[]][] => {
  const rounds = new Map<number, ReviewStep[]>()
  for (const entry of [...history].sort((a, b) => b.id - a.id))
    rounds.set(entry.round, [...(rounds.get(entry.round) ?? []), entry])
  return [...rounds].sort(([a], [b]) => b - a)
}

/** of the dots beside the steps */
const TONES: Partial<Record<ReviewStep['action'], Tone>> = {
  Submitted: 'info',
  Returned: 'danger',
  Recalled: 'muted',
}

/** What an operator erased of the step, when and why. */
function erasedWords({ action, erased_at, erased_reason }: ReviewStep): string | null {
  const what =
    action === 'Returned' || action === 'Withdrawn' ? 'The comment' : 'Personal data in the log entry'
  return erased_at && erasedText(`${what} of this step`, { at: erased_at, reason: erased_reason ?? 'none' })
}

/** Whether a comment of a return was made of its points, which are listed beside it. */
function isOfPoints({ at }: ReviewStep, comment: string, points: readonly Point[]): boolean {
  const asked = points.filter(({ steps }) =>
    steps.some((step) => (step.action === 'Sent' || step.action === 'Reopened') && isSameTime(step.at, at)),
  )
  return (
    asked.some(({ kind, steps }) => kind !== 'comment' || !isSameTime(steps[0]?.at ?? '', at)) &&
    !asked.some(({ kind, text }) => kind === 'comment' && text === comment)
  )
}

type OfRecord = {
  /** of the record */
  id: number
  /** the call for the proof of a step */
  proof: typeof publicLogApi.siteStep
}

type EntryProps = OfRecord & { entry: ReviewStep; points: readonly Point[] }

function Entry({ entry, points, id, proof }: EntryProps) {
  const step = `${entry.action}${entry.level ? ` (${entry.level})` : ''}`
  return (
    <ThreadStep
      data-tone={TONES[entry.action]}
      lead={step}
      rest={` by ${entry.by}, ${entry.role}`}
      above={
        <>
          <StepTime at={entry.at} />{' '}
          <ProofButton
            of={`${step}, ${formatDateTime(entry.at)}`}
            save={() => saveReply(proof, { params: { id, step: entry.id } })}
          />
        </>
      }
      erased={erasedWords(entry)}
    >
      {entry.comment && !isOfPoints(entry, entry.comment, points) ? (
        <Box component="blockquote" mt={8} className="said" data-tone="danger">
          {entry.comment}
        </Box>
      ) : null}
      {entry.comments
        .filter(({ comment }) => !isOfPoints(entry, comment, points))
        .map(({ principle_number, comment }) => (
          <Box component="blockquote" key={principle_number} mt={8} className="said" data-tone="danger">
            <strong>Principle #{principle_number}:</strong> {comment}
          </Box>
        ))}
      {points.length > 0 ? <HistoryPoints entry={entry} points={points} /> : null}
      <LookedAt step={entry} />
      <SpellingEdits edits={entry.edits} />
    </ThreadStep>
  )
}

/** Every round of the review, newest first; nothing is ever lost or overwritten (S-45). */
export function History({ history, ...record }: OfRecord & { history: ReviewStep[] }) {
  const points = usePoints()?.points ?? []
  if (history.length === 0) return null
  return (
    <Panel title="Review history">
      <Stack gap="lg">
        {roundsOf(history).map(([round, entries]) => (
          <Stack key={round} gap={8}>
            <h3 className="quiet">Round {round}</h3>
            <ul className="steps">
              {points.length > 0 ? <WithdrawnPoints points={points} round={round} /> : null}
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} points={points} {...record} />
              ))}
            </ul>
          </Stack>
        ))}
      </Stack>
    </Panel>
  )
}
