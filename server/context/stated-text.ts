import { hash } from 'node:crypto'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'

/** The SHA-256 of a public text in parts, as the log states it: of the parts as JSON. */
export const textSum = (parts: readonly (string | null)[]): string => hash('sha256', JSON.stringify(parts))

/** The change by which a row of the log states a public text. It is a fact, so erasing leaves it. */
export const statesText = (...parts: readonly (string | null)[]): FieldChange => ({
  field: 'sha256',
  old: null,
  new: textSum(parts),
})
