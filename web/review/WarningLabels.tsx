import { WarningIcon } from '../ui/icons.tsx'
import pills from '../ui/pills.module.css'
import styles from './WarningLabels.module.css'

/** Short labels for the warnings of a record; nothing without warnings. */
export function WarningLabels({ marks }: { marks: readonly string[] }) {
  if (marks.length === 0) return null
  return (
    <ul className={styles.marks} aria-label="Warnings">
      {marks.map((mark) => (
        <li key={mark} className={`${pills.warning} ${styles.mark}`}>
          <WarningIcon size={14} />
          {mark}
        </li>
      ))}
    </ul>
  )
}
