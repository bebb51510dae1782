import type { BoundaryGeometry } from '../../../shared/boundary/boundary.schema.ts'
import type { Db } from '../../database/db.ts'
import { FILE_COLUMNS, type StoredFile } from '../../store/files.queries.ts'

/** Saves the boundary that was read from a map, at its upload or by an answer, which replaces an earlier one. */
export async function saveFileBoundary(
  db: Db,
  file: { id: number; sha256: string },
  geometry: BoundaryGeometry,
): Promise<void> {
  const read = { sha256: file.sha256, geometry: JSON.stringify(geometry) }
  await db
    .insertInto('file_boundaries')
    .values({ file_id: file.id, ...read })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet(read))
    .execute()
}

/** A stored map with the boundary read from these very bytes; null where none is saved. */
export type StoredMap = StoredFile & { boundary: BoundaryGeometry | null }

/** Returns the file of this id with its boundary, or null. */
export async function findMap(db: Db, id: number): Promise<StoredMap | null> {
  const map = await db
    .selectFrom('files')
    .leftJoin('file_boundaries', (same) =>
      same
        .onRef('file_boundaries.file_id', '=', 'files.id')
        .onRef('file_boundaries.sha256', '=', 'files.sha256'),
    )
    .select(FILE_COLUMNS)
    .select('file_boundaries.geometry as boundary')
    .where('files.id', '=', id)
    .executeTakeFirst()
  return (map as unknown as StoredMap | undefined) ?? null
}

/** Removes the boundaries of maps in use: their profiles have copies. */
export async function removeUsedBoundaries(db: Db): Promise<void> {
  await db
    .deleteFrom('file_boundaries')
    .using('files')
    .whereRef('files.id', '=', 'file_boundaries.file_id')
    .where('files.unused_since', 'is', null)
    .execute()
}
