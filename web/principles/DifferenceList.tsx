import { type Difference, figureWords } from '../../shared/principles/batch-difference.ts'
import styles from './DifferenceList.module.css'
import { HelperNotes } from './HelperNotes.tsx'

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
    <p className={styles.side}>{label}</p>
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
    <ul className={styles.list}>
      {differences.map((one) => {
        const { before, after, kind, notes_changed, figures_changed } = one
        return (
          <li key={`${before?.number}→${after?.number}`} className={styles.line} data-kind={kind}>
            <p className={styles.head}>
              <span className={styles.number}>{(after ?? before)?.number}</span>
              {wordsOf(one).map((word) => (
                <span key={word} className={styles.word}>
                  {word}
                </span>
              ))}
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
              <div className={styles.notes}>
                <Notes label="Before" helper={before.helper} />
                <Notes label="After" helper={after.helper} />
              </div>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
