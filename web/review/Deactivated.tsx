import type { ReactNode } from 'react'
import { sentenceOf } from '../../shared/lib/verdict.ts'
import { deactivated, type Reviewed } from '../../shared/review/review.policy.ts'
import { ApiError, toMessage } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'

const NOT_FOUND = 404

/** Whether a record that was shown is none of this person's any more: switched off, or moved out of reach. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === NOT_FOUND

type Off = Pick<Reviewed, 'status' | 'deactivated_by' | 'deactivated_at'> & { deactivate_reason: string }

/** Says of a deactivated record who switched it off, when and why (S-121); nothing on an activated one. */
export function Deactivated({ record }: { record: Off }) {
  if (record.status === 'Activated') return null
  return (
    <Notice tone="warning" title={sentenceOf(deactivated(record))}>
      <p>Reason: {record.deactivate_reason}</p>
    </Notice>
  )
}

/** Stands for a record that went out of reach while somebody looked at it (S-121), with the ways on. */
export const Gone = ({ error, children }: { error: unknown; children: ReactNode }) => (
  <Notice tone="warning" title={toMessage(error)} live>
    {children}
  </Notice>
)
