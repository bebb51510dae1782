import type { UploadedFile } from '../../shared/files/files.schema.ts'

/** What the form of an import holds: files that are on the server already. */
export type ImportFormValues = { table_id: UploadedFile | null; archive_ids: UploadedFile[] }

export const NO_FILES: ImportFormValues = { table_id: null, archive_ids: [] }

/** The form of a kept draft, or null when it is none. */
export function readImportDraft(stored: unknown): ImportFormValues | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null
  return { ...NO_FILES, ...(stored as Partial<ImportFormValues>) }
}
