import type { LandTask } from '../../shared/land/findings.schema.ts'
import { LAND_TASK_WORDS } from '../../shared/land/land-words.ts'
import { ClockIcon, WarningIcon } from '../ui/icons.tsx'
import styles from './Land.module.css'

const WAITS: readonly LandTask[] = ['not_checked', 'expiring']

/** The kind of a task: an icon and its words. */
export function LandTaskBadge({ task }: { task: LandTask }) {
  const isWaiting = WAITS.includes(task)
  const Icon = isWaiting ? ClockIcon : WarningIcon
  return (
    <span className={styles.badge} {...(isWaiting ? {} : { 'data-state': 'found' })}>
      <Icon size={14} />
      {LAND_TASK_WORDS[task]}
    </span>
  )
}
