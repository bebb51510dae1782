import { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import type { Db } from '../database/db.ts'

/** A frozen document: as it is read, byte for byte as it is kept, and its fingerprint. */
export type StoredDocument = { document: SummaryDocument; text: string; sha256: string }

/** The document of a frozen summary. */
export async function readDocument(db: Db, summary_id: number): Promise<StoredDocument> {
  const { document: text, sha256 } = await db
    .selectFrom('summary_documents')
    .select(['document', 'sha256'])
    .where('summary_id', '=', summary_id)
    .executeTakeFirstOrThrow()
  return { document: SummaryDocument.parse(JSON.parse(text)), text, sha256 }
}

/** Keeps the document of a summary; from now on no one can change it, nor what it is made of. */
export async function insertDocument(
  db: Db,
  row: { summary_id: number; document: string; sha256: string; crosswalk_version: number },
): Promise<void> {
  await db.insertInto('summary_documents').values(row).execute()
}

/** How many approved records a frozen summary is made of. */
export async function countRecords(db: Db, summary_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('summary_records')
    .select((eb) => eb.fn.count<number>('site_activity_id').as('count'))
    .where('summary_id', '=', summary_id)
    .executeTakeFirstOrThrow()
  return count
}
