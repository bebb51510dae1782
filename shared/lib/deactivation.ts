import { z } from 'zod/mini'
import { requiredText } from './plain-text.ts'

export const REASON_LENGTH = { min: 2, max: 50 } as const

/** Users, roles, profiles and activities are switched off with a reason (000 §5, 001 §5). */
export const DeactivateInput = z.object({ deactivate_reason: requiredText('Reason', REASON_LENGTH) })
