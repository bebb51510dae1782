import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { DATA_COLUMNS, type ReportCell } from '../../shared/reports/report-cells.ts'
import type { ReportRow, ReportWanted } from '../../shared/reports/reports.schema.ts'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import type { Db } from '../database/db.ts'
import type { RegionIds } from '../database/region-ids.ts'
import { type CellLine, lineOf, typed } from './cell-lines.ts'
import { fromProfilesOf } from './report-sites.queries.ts'
import { selectRows } from './reports.queries.ts'

/** A row of a report for a file, with the fields that say whether its grades are provisional. */
export type ReportLine = Pick<ReportRow, 'site_activity_id' | 'site_status'> & CellLine

const ofRow = (field: string) => sql.ref(`rows.${field}`)

/** Manila has no daylight saving. */
const MANILA = sql`interval '8 hours'`

/** The SQL twin of `cellText`. */
function cellText(cell: ReportCell): RawBuilder<string> {
  if ('day' in cell) return sql`coalesce((${ofRow(cell.day)} at time zone ${MANILA})::date::text, '')`
  if ('areas' in cell) {
    const areas = ELIGIBLE_ACTIVITIES.map(
      ({ name, field }) =>
        sql`case when ${sql.lit(name)} = any(${ofRow(cell.areas)})
          then ${sql.lit(name + cell.is)} || coalesce(${ofRow(field)}::text, '0') end`,
    )
    return sql`concat_ws(${sql.lit(cell.between)}, ${sql.join(areas)})`
  }
  const [only, ...others] = cell.fields
  if (only && others.length === 0) return sql`coalesce(${ofRow(only)}::text, '')`
  const parts = cell.fields.map((field) => sql`nullif(${ofRow(field)}::text, '')`)
  return sql`concat_ws(${sql.lit(cell.between)}, ${sql.join(parts)})`
}

const CELLS = DATA_COLUMNS.map(({ cell, kind }) => (kind === 'text' ? typed(cellText(cell)) : cellText(cell)))

/** rows per query; between two queries the connection is free */
const CHUNK = 1000

/**
 * Reads the lines of these sites in chunks, in order, without those that have left the report since. Each chunk is a
 * short query, so a slow or disconnected client blocks no connection and no snapshot.
 */
export async function* readLines(
  db: Db,
  actor: Actor,
  wanted: ReportWanted,
  regions: readonly RegionIds[],
): AsyncGenerator<ReportLine[]> {
  for (const { ids } of regions)
    for (let at = 0; at < ids.length; at += CHUNK) {
      const piece = Array.from(ids.subarray(at, at + CHUNK))
      const { rows } = await sql<ReportLine>`
        select ${lineOf(CELLS)} as line, rows.site_activity_id, rows.site_status
        from (${selectRows(wanted, fromProfilesOf(actor, wanted, piece))}) as rows
        order by rows.site_profile_id`.execute(db)
      yield rows
    }
}
