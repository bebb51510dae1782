import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { findLoggedRow } from '../../../server/audit/logged-rows.queries.ts'
import { entryOf, SALT_BYTES } from '../../../server/public-log/entry.ts'
import { findLogSize, insertEntries } from '../../../server/public-log/log.queries.ts'
import type { TestApp } from '../product/app.ts'

/** Gives the rows that wait their entries as a version did in which facts were no part of their own. */
export async function sealInOldForm({ db }: TestApp): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from audit_unsealed returning audit_log_id as id`.execute(db)
  const entries = []
  for (const { id } of rows.toSorted((a, b) => a.id - b.id)) {
    const salt = randomBytes(SALT_BYTES)
    entries.push({ audit_log_id: id, form: 1, salt, entry: entryOf(salt, await findLoggedRow(db, id), 1) })
  }
  await insertEntries(db, await findLogSize(db), entries)
}
