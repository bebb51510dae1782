import type { Stamp } from './context.ts'

/** The columns of a record that is deactivated now, with its reason. */
export const deactivatedColumns = ({ updated_at, updated_by }: Stamp, deactivate_reason: string) => ({
  status: 'Deactivated' as const,
  deactivate_reason,
  deactivated_at: updated_at,
  deactivated_by: updated_by,
})

/** The same columns once it is activated again. */
export const ACTIVATED_COLUMNS = {
  status: 'Activated',
  deactivate_reason: null,
  deactivated_at: null,
  deactivated_by: null,
} as const

/** Those that are logged with a switch. */
export const SWITCH_FIELDS = ['status', 'deactivate_reason'] as const
