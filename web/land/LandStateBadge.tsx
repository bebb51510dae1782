import type { ReactNode } from 'react'
import type { LandState } from '../../shared/land/form-findings.ts'
import { LAND_STATE_WORDS } from '../../shared/land/land-states.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { CheckIcon, ClockIcon, InfoIcon, NoteIcon, WarningIcon } from '../ui/icons.tsx'

type Look = { icon: (props: { size?: number }) => ReactNode; tone?: Tone }

const LOOKS: Record<LandState, Look> = {
  not_covered: { icon: InfoIcon, tone: 'muted' },
  not_checked: { icon: ClockIcon },
  failed: { icon: WarningIcon, tone: 'warning' },
  nothing: { icon: CheckIcon, tone: 'success' },
  found: { icon: WarningIcon, tone: 'warning' },
  explained: { icon: NoteIcon, tone: 'info' },
  accepted: { icon: CheckIcon, tone: 'success' },
}

/** The state of a boundary against a layer, or of a finding: an icon and its words, never colour alone. */
export function LandStateBadge({ state, note }: { state: LandState; note?: string | null }) {
  const { icon: Icon, tone } = LOOKS[state]
  return (
    <Badge tone={tone}>
      <Icon size={14} />
      {LAND_STATE_WORDS[state]}
      {note ? ` ${note}` : null}
    </Badge>
  )
}
