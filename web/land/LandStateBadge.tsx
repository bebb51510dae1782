import type { ReactNode } from 'react'
import type { LandState } from '../../shared/land/form-findings.ts'
import { LAND_STATE_WORDS } from '../../shared/land/land-states.ts'
import { CheckIcon, ClockIcon, InfoIcon, NoteIcon, WarningIcon } from '../ui/icons.tsx'
import styles from './Land.module.css'

const ICONS: Record<LandState, (props: { size?: number }) => ReactNode> = {
  not_covered: InfoIcon,
  not_checked: ClockIcon,
  failed: WarningIcon,
  nothing: CheckIcon,
  found: WarningIcon,
  explained: NoteIcon,
  accepted: CheckIcon,
}

/** The state of a boundary against a layer, or of a finding: an icon and its words, never colour alone. */
export function LandStateBadge({ state, note }: { state: LandState; note?: string | null }) {
  const Icon = ICONS[state]
  return (
    <span className={styles.badge} data-state={state}>
      <Icon size={14} />
      {LAND_STATE_WORDS[state]}
      {note ? ` ${note}` : null}
    </span>
  )
}
