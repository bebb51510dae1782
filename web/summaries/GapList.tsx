import type { SummaryGap } from '../../shared/summaries/summaries.schema.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './Summary.module.css'

/** The gaps of a summary; those that prevent freezing come first. */
export function GapList({ gaps }: { gaps: SummaryGap[] }) {
  const first = gaps.toSorted((a, b) => Number(b.blocks) - Number(a.blocks))
  if (first.length === 0) return null
  const isBlocked = first.some(({ blocks }) => blocks)
  return (
    <Notice tone={isBlocked ? 'warning' : 'info'}>
      <ul className={styles.gaps}>
        {first.map(({ section, message, blocks }) => (
          <li key={`${section} ${message}`}>
            {message}
            {blocks ? <strong> It cannot be frozen like this.</strong> : null}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
