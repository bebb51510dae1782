import type { ReactNode } from 'react'
import { sentenceOf } from '../../shared/lib/verdict.ts'
import { deactivated, type Reviewed } from '../../shared/review/review.policy.ts'
import { ApiError, toMessage } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'

const NOT_FOUND = 404

/** Whether the record is no longer available to the signed-in person: deactivated, or moved out of their scope. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError && error.status === NOT_FOUND

type SwitchedOff = Pick<Reviewed, 'status' | 'deactivated_by' | 'deactivated_at'> & {
  deactivate_reason: string
}

/** Shows who deactivated a record, when and why (S-121); nothing for an activated one. */
export function DeactivatedNotice({ record }: { record: SwitchedOff }) {
  if (record.status === 'Activated') return null
  return (
    <Notice tone="warning" title={sentenceOf(deactivated(record))}>
      <p>Reason: {record.deactivate_reason}</p>
    </Notice>
  )
}

/** Replaces a record that became unavailable while its page was open (S-121); the children are the links to go on. */
export const RecordOutOfReach = ({ error, children }: { error: unknown; children: ReactNode }) => (
  <Notice tone="warning" title={toMessage(error)} live>
    {children}
  </Notice>
)
