import type { FieldChange } from './audit.schema.ts'

/**
 * One change as a person reads it: "region: A to B", the name of a file, the words of a comment (S-87). The database
 * says the same in audit_change_text(), which the search looks into.
 */
export function changeText({ field, old, new: now }: FieldChange): string {
  const name = field.replaceAll('_', ' ')
  if (old === null && now === null) return name
  if (old === null || old === now) return `${name}: ${now}`
  return now === null ? `${name}: ${old} (removed)` : `${name}: ${old} to ${now}`
}

/** All changes of a row in one cell; empty for a View. */
export const changesText = (changes: readonly FieldChange[]): string => changes.map(changeText).join('; ')
