import { Stack } from '@mantine/core'
import type { Difference } from '../../shared/principles/batch-difference.ts'
import type { PrincipleBatch } from '../../shared/principles/principles.schema.ts'
import { DifferenceList } from './DifferenceList.tsx'
import { openOn } from './set-words.ts'

type SaveSummaryProps = {
  current: number
  /** those with unfinished activities, newest first */
  batches: PrincipleBatch[]
  differences: Difference[]
}

/** The effects of a save of criteria, for the question before it: a save cannot be undone (001 §4). */
export function SaveSummary({ current, batches, differences }: SaveSummaryProps) {
  const next = current + 1
  return (
    <Stack gap="md">
      <p>
        <strong>This cannot be undone.</strong> The criteria are saved as set {next} of all eight principles.
        Set {current} and the sets before it can still be read, but not put back.
      </p>
      {batches.length > 0 ? (
        <div>
          <p>SITES activities in work stay on the set with which they began:</p>
          <ul className="bullets numbers">
            {batches.map((batch) => (
              <li key={batch.batch_number}>{openOn(batch)}</li>
            ))}
          </ul>
          <p>New SITES activities use set {next}.</p>
        </div>
      ) : (
        <p>No SITES activity is in work. New ones use set {next}.</p>
      )}
      <div>
        <h3>What changes against set {current}</h3>
        <DifferenceList differences={differences} />
      </div>
    </Stack>
  )
}
