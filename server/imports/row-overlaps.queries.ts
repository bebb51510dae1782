import { sql } from 'kysely'
import type { Bbox, BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import type { RowFinding } from '../../shared/imports/row.ts'
import type { Db } from '../database/db.ts'

/** rows that one row is compared with */
const MAX_NEARBY_ROWS = 200

const boxOf = ([min_lon, min_lat, max_lon, max_lat]: Bbox) =>
  sql`box(point(${max_lon}::float8, ${max_lat}::float8), point(${min_lon}::float8, ${min_lat}::float8))`

export type NearbyRow = { id: number; number: number; name_of_partner: string; geometry: BoundaryGeometry }

/** Returns the good rows whose boundary boxes overlap this one; `complete` is false where there are more. */
export async function findNearbyRows(
  db: Db,
  import_id: number,
  bbox: Bbox,
): Promise<{ rows: NearbyRow[]; complete: boolean }> {
  const { rows } = await sql<NearbyRow>`
    select import_rows.id, number, geometry,
      coalesce(cells #>> '{name_of_partner,text}', '') as name_of_partner
    from import_boundaries join import_rows on import_rows.id = import_row_id
    where import_boundaries.import_id = ${import_id} and extent && ${boxOf(bbox)} and state = 'Good'
    order by number limit ${MAX_NEARBY_ROWS + 1}`.execute(db)
  return { rows: rows.slice(0, MAX_NEARBY_ROWS), complete: rows.length <= MAX_NEARBY_ROWS }
}

/** Stores the boundary of a good row; it is removed when the import ends. */
export async function insertRowBoundary(
  db: Db,
  {
    import_row_id,
    import_id,
    geometry,
    bbox,
  }: {
    import_row_id: number
    import_id: number
    geometry: BoundaryGeometry
    bbox: Bbox
  },
): Promise<void> {
  await sql`
    insert into import_boundaries (import_row_id, import_id, geometry, extent)
    values (${import_row_id}, ${import_id}, ${JSON.stringify(geometry)}::jsonb, ${boxOf(bbox)})
    on conflict do nothing`.execute(db)
}

/** Removes the boundaries of an import that has ended. */
export async function removeRowBoundaries(db: Db, import_id: number): Promise<void> {
  await db.deleteFrom('import_boundaries').where('import_boundaries.import_id', '=', import_id).execute()
}

/** Adds findings to rows checked before; a row with `most` findings of its boundary gets `more` once instead. */
export async function addFindings(
  db: Db,
  findings: readonly (RowFinding & { import_row_id: number })[],
  { most, more }: { most: number; more: string },
): Promise<void> {
  if (findings.length === 0) return
  await sql`
    insert into import_findings (import_row_id, field, kind, sentence)
    select import_row_id, field, kind, case when already < ${most} then sentence else ${more} end
    from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb)
      as found (import_row_id integer, field text, kind text, sentence text)
    cross join lateral (
      select count(*) as already from import_findings as before
      where before.import_row_id = found.import_row_id and before.field = found.field
    ) as counted
    where already <= ${most}`.execute(db)
}
