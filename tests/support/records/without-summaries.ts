import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'

/** Removes the summaries of the demo bureau, the frozen ones despite the triggers that protect them. */
export const withoutSummaries = (db: Kysely<DB>): Promise<void> =>
  db.transaction().execute(async (change) => {
    for (const table of [
      'summary_documents',
      'summary_files',
      'summary_evidence',
      'summary_records',
      'summary_statements',
      'summary_texts',
      'summaries',
    ] as const) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(change)
      await change.deleteFrom(table).execute()
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(change)
    }
  })
