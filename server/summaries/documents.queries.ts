import { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import type { Db } from '../database/db.ts'
import type { MadeFile, MadeFormat } from './summary-files.ts'

/** A frozen document: parsed, as its stored text, and the text's SHA-256. */
export type StoredDocument = { document: SummaryDocument; text: string; sha256: string }

/** Returns the document of a frozen summary. */
export async function readDocument(db: Db, summary_id: number): Promise<StoredDocument> {
  const { document: text, sha256 } = await db
    .selectFrom('summary_documents')
    .select(['document', 'sha256'])
    .where('summary_id', '=', summary_id)
    .executeTakeFirstOrThrow()
  return { document: SummaryDocument.parse(JSON.parse(text)), text, sha256 }
}

/** Stores the files of a summary before its document. */
export async function insertFiles(db: Db, summary_id: number, files: readonly MadeFile[]): Promise<void> {
  await db
    .insertInto('summary_files')
    .values(files.map((file) => ({ summary_id, ...file })))
    .execute()
}

/** Returns a file of a frozen summary as it was made on that day. */
export async function readFile(db: Db, summary_id: number, format: MadeFormat): Promise<Buffer> {
  const { bytes } = await db
    .selectFrom('summary_files')
    .select('bytes')
    .where('summary_id', '=', summary_id)
    .where('format', '=', format)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Stores the document of a summary; the database then rejects changes to it and to its records, evidence and files. */
export async function insertDocument(
  db: Db,
  row: { summary_id: number; document: string; sha256: string; crosswalk_version: number },
): Promise<void> {
  await db.insertInto('summary_documents').values(row).execute()
}

/** Counts the approved activities of a frozen summary. */
export async function countRecords(db: Db, summary_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('summary_records')
    .select((eb) => eb.fn.count<number>('site_activity_id').as('count'))
    .where('summary_id', '=', summary_id)
    .executeTakeFirstOrThrow()
  return count
}
