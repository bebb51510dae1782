import type { PointChange } from '../../../shared/review/points.schema.ts'
import { CHANGE_WORDS } from './points-words.ts'
import styles from './Points.module.css'

/** a longer text is folded */
const SHORT = 240

const Values = ({ change: { old, new: now } }: { change: PointChange }) => (
  <>
    {old === null ? null : <del>{old || 'empty'}</del>} {now === null ? null : <ins>{now || 'empty'}</ins>}
  </>
)

/** What was changed at the place of a point: old and new value, or the old and the new file. */
export function ChangeAtPlace({ change, since = '' }: { change: PointChange; since?: string }) {
  const lead = [CHANGE_WORDS[change.what], since].filter(Boolean).join(' ')
  if ((change.old?.length ?? 0) + (change.new?.length ?? 0) <= SHORT)
    return (
      <p className={styles.change}>
        {lead}: <Values change={change} />
      </p>
    )
  return (
    <details className={styles.fold}>
      <summary>{lead}: both texts</summary>
      <p className={styles.change}>
        <Values change={change} />
      </p>
    </details>
  )
}
