import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { StoredFile } from './files.queries.ts'

/** The stored bytes of a file or of its cleaned copy. */
export type Bytes = Pick<StoredFile, 'storage_key' | 'size' | 'sha256'>

/** an unreadable picture is tried again after this long: a full disk may have been the cause */
const RETRY = sql`interval '1 day'`

/** Returns the cleaned copy of a picture: its bytes, `unreadable`, or null when none was made yet. */
export async function findRendition(db: Db, file_id: number): Promise<Bytes | 'unreadable' | null> {
  const row = await db
    .selectFrom('file_renditions')
    .select(['file_renditions.storage_key', 'file_renditions.size', 'file_renditions.sha256'])
    .where('file_renditions.file_id', '=', file_id)
    .where(
      sql<boolean>`(file_renditions.storage_key is not null or file_renditions.created_at > now() - ${RETRY})`,
    )
    .executeTakeFirst()
  if (!row) return null
  return row.storage_key === null ? 'unreadable' : (row as Bytes)
}

/** Stores the copy, or that none can be made; keeps one that another instance has stored before. */
export async function saveRendition(db: Db, file_id: number, made: Bytes | null): Promise<void> {
  const values = made ?? { storage_key: null, size: null, sha256: null }
  await db
    .insertInto('file_renditions')
    .values({ file_id, ...values })
    .onConflict((conflict) =>
      conflict
        .column('file_id')
        .doUpdateSet({ ...values, created_at: sql<string>`now()` })
        .where('file_renditions.storage_key', 'is', null),
    )
    .execute()
}

/** Removes the rows of the copies of these files; returns their storage keys. */
export async function removeRenditions(db: Db, file_ids: number[]): Promise<string[]> {
  if (file_ids.length === 0) return []
  const rows = await db
    .deleteFrom('file_renditions')
    .where('file_renditions.file_id', '=', sql<number>`any(${file_ids})`)
    .returning('file_renditions.storage_key')
    .execute()
  return rows.flatMap(({ storage_key }) => storage_key ?? [])
}
