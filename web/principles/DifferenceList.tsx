import { Box, Stack } from '@mantine/core'
import { type Difference, figureWords } from '../../shared/principles/batch-difference.ts'
import { HelperNotes } from './HelperNotes.tsx'

const TONES = { added: 'success', removed: 'danger', changed: 'info' } as const
const KIND = { added: 'Added', removed: 'Removed' } as const

/** "Added", or each change of a line. */
function wordsOf({
  kind,
  before,
  title_changed,
  moved,
  notes_changed,
  figures_changed,
}: Difference): string[] {
  if (kind !== 'changed') return [KIND[kind]]
  return [
    ...(title_changed ? ['Title changed'] : []),
    ...(moved ? [`Moved, was ${before?.number}`] : []),
    ...(notes_changed ? ['Notes changed'] : []),
    ...(figures_changed ? ['Figures changed'] : []),
  ]
}

function Titles({ before, after, title_changed, kind }: Difference) {
  if (kind === 'added') return <ins>{after?.title}</ins>
  if (kind === 'removed') return <del>{before?.title}</del>
  if (!title_changed) return after?.title
  return (
    <>
      <del>{before?.title}</del> <ins>{after?.title}</ins>
    </>
  )
}

const Notes = ({ label, helper }: { label: string; helper: string }) => (
  <div>
    <strong className="quiet">{label}</strong>
    {helper === '[]' ? <p className="quiet">No notes</p> : <HelperNotes helper={helper} />}
  </div>
)

type DifferenceListProps = {
  differences: Difference[]
  /** shows changed notes before and after */
  withNotes?: boolean
}

/** The differences between two sets of criteria, line by line with its number. */
export function DifferenceList({ differences, withNotes = false }: DifferenceListProps) {
  if (differences.length === 0) return <p>Nothing differs.</p>
  return (
    <Stack component="ul" gap={8} mt={8}>
      {differences.map((one) => {
        const { before, after, kind, notes_changed, figures_changed } = one
        return (
          <li key={`${before?.number}→${after?.number}`} className="said" data-tone={TONES[kind]}>
            <p>
              <strong className="numbers">{(after ?? before)?.number}</strong> {wordsOf(one).join(' · ')}
            </p>
            <p>
              <Titles {...one} />
            </p>
            {figures_changed && before && after ? (
              <p>
                <del>{figureWords(before.figures)}</del> <ins>{figureWords(after.figures)}</ins>
              </p>
            ) : null}
            {withNotes && notes_changed && before && after ? (
              <Box mt={8} className="tiles">
                <Notes label="Before" helper={before.helper} />
                <Notes label="After" helper={after.helper} />
              </Box>
            ) : null}
          </li>
        )
      })}
    </Stack>
  )
}
