import { sql } from 'kysely'
import type { AuditEvent, FieldChange } from '../../shared/audit/audit.schema.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import type { ListColumns } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'

type VersionedSet = {
  table: 'principle_batches' | 'crosswalks'
  /** the column with the number of a version, which the log names too */
  number: 'batch_number' | 'version'
  /** in the log, when a version is saved */
  event: AuditEvent<'Compliance to Safeguards'>
}

/** SQL: who saved a version, whose user is joined; null if it came with the product. */
export const SAVED_BY = sql<string | null>`users.first_name || ' ' || users.last_name`

/**
 * A set that is saved as a whole. Each save adds a version with the next number; none changes afterwards, and records keep
 * theirs. Saves run one at a time, and one that began from an older version is told what was saved since.
 */
export function versionedSet({ table, number, event }: VersionedSet) {
  const column = `${table}.${number}`
  const [versions, numbers] = [sql.table(table), sql.ref(column)]

  /** Returns the number of the newest version. */
  async function findNewest(db: Db): Promise<number> {
    const { rows } = await sql<{ newest: number }>`select max(${numbers}) as newest from ${versions}`.execute(
      db,
    )
    if (!rows[0]) throw new Error(`There is no version in ${table}.`)
    return rows[0].newest
  }

  return {
    findNewest,
    /** Returns the newest version, and lets no other be saved until the transaction ends. Readers do not wait. */
    lock: async (db: Db): Promise<number> => {
      await sql`lock table ${versions} in share row exclusive mode`.execute(db)
      return findNewest(db)
    },
    /** Returns who saved the newest version, when, and what differs in it from that of a later saver (S-144). */
    savedBefore: async (db: Db, newest: number, fields: FieldChange[]): Promise<SavedBefore> => {
      const { rows } = await sql<{ by: string | null; at: string }>`
        select ${SAVED_BY} as by, ${versions}.created_at as at
        from ${versions} left join users on users.id = ${versions}.created_by
        where ${numbers} = ${newest}`.execute(db)
      return { by: rows[0]?.by ?? 'Another user', at: rows[0]?.at ?? '', events: [event], fields }
    },
    /** the change by which the log names the version that follows the newest one */
    nextVersion: (newest: number): FieldChange => ({
      field: number,
      old: String(newest),
      new: String(newest + 1),
    }),
    /** of the list of versions, the newest first */
    columns: {
      search: (text) => sql<boolean>`${numbers}::text = ${text}`,
      sort: { [number]: column, created_at: `${table}.created_at` },
      defaultSort: [{ column, dir: 'desc' }],
      tieBreak: column,
    } satisfies ListColumns,
  }
}
