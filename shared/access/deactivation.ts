import { z } from 'zod/mini'
import { Status } from './levels.ts'
import { requiredText } from '../lib/plain-text.ts'

export const REASON_LENGTH = { min: 2, max: 50 } as const

/** Users, roles, profiles and activities are deactivated with a reason (000 §5, 001 §5). */
export const DeactivateInput = z.object({ deactivate_reason: requiredText('Reason', REASON_LENGTH) })

const nullableText = z.nullable(z.string())

/** The status of a user or role, since when and by whom, and who edited it last. */
export const statusFields = {
  status: Status,
  deactivate_reason: nullableText,
  deactivated_at: nullableText,
  deactivated_by: nullableText,
  created_at: z.string(),
  created_by: nullableText,
  updated_at: z.string(),
  updated_by: nullableText,
}
