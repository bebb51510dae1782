import type { BoundaryGeometry } from '../../../shared/boundary/boundary.schema.ts'
import { fixedQuery } from '../../lib/fixed-query.ts'
import type { Db } from '../../lib/db.ts'

/** Keeps the boundary that was read in a map while it was uploaded. */
export async function keepFileBoundary(
  db: Db,
  file: { id: number; sha256: string },
  geometry: BoundaryGeometry,
): Promise<void> {
  await db
    .insertInto('file_boundaries')
    .values({ file_id: file.id, sha256: file.sha256, geometry: JSON.stringify(geometry) })
    .execute()
}

const boundaryOfFile = fixedQuery((db, wanted: { file_id: number }) =>
  db
    .selectFrom('file_boundaries')
    .innerJoin('files', (same) =>
      same
        .onRef('files.id', '=', 'file_boundaries.file_id')
        .onRef('files.sha256', '=', 'file_boundaries.sha256'),
    )
    .select('file_boundaries.geometry')
    .where('file_boundaries.file_id', '=', wanted.file_id),
)

/** The boundary read in these very bytes, or null when none is kept. */
export async function findFileBoundary(db: Db, file_id: number): Promise<BoundaryGeometry | null> {
  const [kept] = await boundaryOfFile(db, { file_id })
  return kept ? (kept.geometry as unknown as BoundaryGeometry) : null
}

/** Forgets the boundaries of maps in use: their profiles have them. */
export async function forgetUsedBoundaries(db: Db): Promise<void> {
  await db
    .deleteFrom('file_boundaries')
    .using('files')
    .whereRef('files.id', '=', 'file_boundaries.file_id')
    .where('files.unused_since', 'is', null)
    .execute()
}
