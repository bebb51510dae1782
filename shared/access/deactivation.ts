import { z } from 'zod/mini'
import { Status } from './levels.ts'
import { requiredText } from '../lib/plain-text.ts'

export const REASON_LENGTH = { min: 2, max: 50 } as const

/** Users, roles, profiles and activities are switched off with a reason (000 §5, 001 §5). */
export const DeactivateInput = z.object({ deactivate_reason: requiredText('Reason', REASON_LENGTH) })

const maybe = z.nullable(z.string())

/** How a user or a role shows whether it is switched off, since when and by whom, and who wrote it last. */
export const keptFields = {
  status: Status,
  deactivate_reason: maybe,
  deactivated_at: maybe,
  deactivated_by: maybe,
  created_at: z.string(),
  created_by: maybe,
  updated_at: z.string(),
  updated_by: maybe,
}
