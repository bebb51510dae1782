import { fieldWords } from '../lib/field-words.ts'
import type { FieldChange } from './audit.schema.ts'

/**
 * One change for display: "region: A to B", a file name, the text of a comment (S-87). The search uses the same text
 * from the database function audit_change_text().
 */
export function changeText({ field, old, new: now }: FieldChange): string {
  const name = fieldWords(field)
  if (old === null && now === null) return name
  if (old === null || old === now) return `${name}: ${now}`
  return now === null ? `${name}: ${old} (removed)` : `${name}: ${old} to ${now}`
}

/** All changes of a row in one cell; empty for a View. */
export const changesText = (changes: readonly FieldChange[]): string => changes.map(changeText).join('; ')
