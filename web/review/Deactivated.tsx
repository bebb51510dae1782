import type { ReactNode } from 'react'
import { sentenceOf } from '../../shared/lib/verdict.ts'
import { deactivated, type Reviewed } from '../../shared/review/review.policy.ts'
import { ApiError, toMessage } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'

const NOT_FOUND = 404

/** Whether a record that was shown is none of this person's any more: switched off, or moved out of reach. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError && error.status === NOT_FOUND

type SwitchedOff = Pick<Reviewed, 'status' | 'deactivated_by' | 'deactivated_at'> & {
  deactivate_reason: string
}

/** Says of a deactivated record who switched it off, when and why (S-121); nothing on an activated one. */
export function DeactivatedNotice({ record }: { record: SwitchedOff }) {
  if (record.status === 'Activated') return null
  return (
    <Notice tone="warning" title={sentenceOf(deactivated(record))}>
      <p>Reason: {record.deactivate_reason}</p>
    </Notice>
  )
}

/** Shown for a record that went out of reach while someone looked at it (S-121), with the ways on. */
export const RecordOutOfReach = ({ error, children }: { error: unknown; children: ReactNode }) => (
  <Notice tone="warning" title={toMessage(error)} live>
    {children}
  </Notice>
)
