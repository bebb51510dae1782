import type { UploadedFile } from '../../shared/files/files.schema.ts'

/** The values of the import form: files that are already on the server. */
export type ImportFormValues = { table_id: UploadedFile | null; archive_ids: UploadedFile[] }

export const NO_FILES: ImportFormValues = { table_id: null, archive_ids: [] }

/** Returns the form values in a stored draft, or null when it contains none. */
export function readImportDraft(stored: unknown): ImportFormValues | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null
  return { ...NO_FILES, ...(stored as Partial<ImportFormValues>) }
}
