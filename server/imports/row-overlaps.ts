import { type FoundOverlap, SHAPE_ONLY } from '../../shared/boundary/boundary-checks.ts'
import { aboutMap, type RowFinding } from '../../shared/imports/row.ts'
import { MAX_OVERLAPS_SHOWN } from '../../shared/boundary/boundary.schema.ts'
import { rowOverlapWords } from '../../shared/sites/overlap-words.ts'
import { checkBoundaryInWorker } from '../geodata/kml/check-boundary.ts'
import type { Db } from '../database/db.ts'
import type { GoodRow } from './evaluate-row.ts'
import { addFindings, findNearbyRows, insertRowBoundary, type NearbyRow } from './row-overlaps.queries.ts'

type Drawn = Extract<GoodRow<unknown>['drawn'], { ok: true }>
export type RowOverlaps = {
  drawn: Drawn
  overlapping: (NearbyRow & { shared_ha: number | null })[]
  complete: boolean
}

/** Returns the overlaps of a row's boundary with those of the good rows above it, the largest first (S-139). */
export async function overlapsWithRows(db: Db, import_id: number, drawn: Drawn): Promise<RowOverlaps> {
  const { rows, complete } = await findNearbyRows(db, import_id, drawn.report.bbox)
  if (rows.length === 0) return { drawn, overlapping: [], complete }
  const neighbours = rows.map(({ id, geometry }) => ({ site_profile_id: id, geometry }))
  const judged = await checkBoundaryInWorker({ ...SHAPE_ONLY, geometry: drawn.report.geometry, neighbours })
  const tooTangled = rows.map(({ id }): FoundOverlap => ({ site_profile_id: id, shared: null }))
  const found = judged.ok ? judged.report.overlaps : tooTangled
  const byId = new Map(rows.map((row) => [row.id, row]))
  const overlapping = found.flatMap(({ site_profile_id, shared }) => {
    const row = byId.get(site_profile_id)
    return row ? [{ ...row, shared_ha: shared?.overlap_ha ?? null }] : []
  })
  return { drawn, overlapping, complete }
}

/** The warnings of a row about the rows above it. */
export function overlapFindings({ overlapping, complete }: RowOverlaps): RowFinding[] {
  const sentences = overlapping.slice(0, MAX_OVERLAPS_SHOWN).map((row) => rowOverlapWords(row, row.shared_ha))
  const more = overlapping.length > MAX_OVERLAPS_SHOWN || !complete ? [MORE_OVERLAPS] : []
  return [...sentences, ...more].map(aboutMap)
}

const MORE_OVERLAPS = 'Overlaps: this row overlaps more rows of this table than are listed.'

/** Stores the boundary of a good row for the rows below it, and adds a warning to the rows above that it overlaps. */
export async function saveRowOverlaps(
  db: Db,
  import_id: number,
  row: { id: number; number: number; name_of_partner: string },
  { drawn, overlapping }: RowOverlaps,
): Promise<void> {
  await insertRowBoundary(db, { import_row_id: row.id, import_id, ...drawn.report })
  await addFindings(
    db,
    overlapping.map(({ id, shared_ha }) => ({
      import_row_id: id,
      ...aboutMap(rowOverlapWords(row, shared_ha)),
    })),
    { most: MAX_OVERLAPS_SHOWN, more: MORE_OVERLAPS },
  )
}
