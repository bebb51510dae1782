import { z } from 'zod/mini'
import { TOO_MANY_ARCHIVES } from '../files/file-checks.ts'
import { IMPORT_MAX_ARCHIVES, type UploadedFile } from '../files/files.schema.ts'
import { fields, file, own } from '../lib/fields.ts'
import { Id } from '../lib/ids.ts'

const NO_ARCHIVE = 'Please add the zip file of boundaries and agreements.'

/** The files of an import: its table, and the zip files of what the table names. */
export const IMPORT = fields({
  table_id: file('Table', {
    missing: 'Please add the table.',
    help: 'The template filled in, as .xlsx or .csv, at most 20 MB',
  }),
  archive_ids: own('Agreements and boundaries', {
    help: `The .zip file with every file that the table names; up to ${IMPORT_MAX_ARCHIVES} of them, at most 400 MB each`,
    isRequired: true,
    input: z
      .array(Id, NO_ARCHIVE)
      .check(z.minLength(1, NO_ARCHIVE), z.maxLength(IMPORT_MAX_ARCHIVES, TOO_MANY_ARCHIVES)),
    start: (stored) => (stored ?? []) as UploadedFile[],
    send: (typed) => typed.map(({ id }) => id),
  }),
})
