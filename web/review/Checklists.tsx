import { Box, Checkbox, Stack } from '@mantine/core'
import { plural } from '../../shared/lib/format.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import { type Checklist, missingLines } from './checklists.ts'
import { useDecision } from './decision-context.tsx'

/** A checklist as boxes for the reviewer, stored with the draft of the decision; nothing for other readers. */
export function ChecklistBoxes({ of: { principle_number, checks } }: { of: Checklist }) {
  const decision = useDecision()
  if (!decision) return null
  const { draft, change, open } = decision
  const { looked } = draft
  return (
    <Stack gap="sm" role="group" aria-label={`What you looked at, Principle #${principle_number}`}>
      {checks.map(({ id, text }) => (
        <Checkbox
          key={id}
          label={text}
          checked={looked.includes(id)}
          disabled={open === null}
          onChange={({ currentTarget }) =>
            change({ looked: currentTarget.checked ? [...looked, id] : looked.filter((one) => one !== id) })
          }
        />
      ))}
    </Stack>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <Box component="ul" mt={4} className="bullets breaks">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </Box>
)

const Folded = ({ summary, lines }: { summary: string; lines: readonly string[] }) => (
  <details className="fold">
    <summary>{summary}</summary>
    <Lines lines={lines} />
  </details>
)

/** What the reviewer of a decision said to have looked at, folded; nothing where no line was ticked. */
export const LookedAt = ({ step: { by, looked } }: { step: Pick<ReviewStep, 'by' | 'looked'> }) =>
  looked.length > 0 ? (
    <Folded
      summary={`${by} looked at ${plural(looked.length, 'line')} of the checklists`}
      lines={looked.map(({ principle_number, text }) => `Principle #${principle_number}: ${text}`)}
    />
  ) : null

/** more principles than this are folded */
const FEW = 3

export type LookedQuestionProps = { checklists: readonly Checklist[]; looked: readonly number[] }

/** Names the lines of the checklists that the reviewer did not tick, before a decision; they do not prevent it. */
export function LookedQuestion({ checklists, looked }: LookedQuestionProps) {
  const missing = missingLines(checklists, looked)
  if (missing.length === 0) return null
  if (missing.length > FEW)
    return <Folded summary={`Not ticked: lines of ${plural(missing.length, 'principle')}`} lines={missing} />
  return (
    <div>
      <p>Not ticked:</p>
      <Lines lines={missing} />
    </div>
  )
}
