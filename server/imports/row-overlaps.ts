import { ALONE, type FoundOverlap } from '../../shared/boundary/boundary-checks.ts'
import { aboutMap, type Told } from '../../shared/imports/row.ts'
import { MOST_OVERLAPS_TOLD } from '../../shared/boundary/overlap.ts'
import { rowOverlapWords } from '../../shared/sites/meetings.ts'
import { checkBoundaryAside } from '../files/kml/check-boundary.ts'
import type { Db } from '../lib/db.ts'
import type { GoodRow } from './judge.ts'
import { addFindings, findRowsAround, insertRowBoundary, type RowAround } from './row-overlaps.queries.ts'

type Drawn = Extract<GoodRow<unknown>['drawn'], { ok: true }>
export type RowOverlaps = {
  drawn: Drawn
  met: (RowAround & { shared_ha: number | null })[]
  complete: boolean
}

/** What land the boundary of a row shares with those of the good rows above it, the most first (S-139). */
export async function overlapsWithRows(db: Db, import_id: number, drawn: Drawn): Promise<RowOverlaps> {
  const { rows, complete } = await findRowsAround(db, import_id, drawn.report.bbox)
  if (rows.length === 0) return { drawn, met: [], complete }
  const neighbours = rows.map(({ id, geometry }) => ({ site_profile_id: id, geometry }))
  const judged = await checkBoundaryAside({ ...ALONE, geometry: drawn.report.geometry, neighbours })
  const tooTangled = rows.map(({ id }): FoundOverlap => ({ site_profile_id: id, shared: null }))
  const found = judged.ok ? judged.report.overlaps : tooTangled
  const byId = new Map(rows.map((row) => [row.id, row]))
  const met = found.flatMap(({ site_profile_id, shared }) => {
    const row = byId.get(site_profile_id)
    return row ? [{ ...row, shared_ha: shared?.overlap_ha ?? null }] : []
  })
  return { drawn, met, complete }
}

/** What a row is warned of about the rows above it. */
export function toldOfRows({ met, complete }: RowOverlaps): Told[] {
  const sentences = met.slice(0, MOST_OVERLAPS_TOLD).map((row) => rowOverlapWords(row, row.shared_ha))
  const more = met.length > MOST_OVERLAPS_TOLD || !complete ? [MORE_ROWS] : []
  return [...sentences, ...more].map(aboutMap)
}

const MORE_ROWS = 'Overlaps: this row overlaps more rows of this table than are listed.'

/** Stores the boundary of a good row for those below it, and warns those above it that it overlaps. */
export async function noteRowOverlaps(
  db: Db,
  import_id: number,
  row: { id: number; number: number; name_of_partner: string },
  { drawn, met }: RowOverlaps,
): Promise<void> {
  await insertRowBoundary(db, { import_row_id: row.id, import_id, ...drawn.report })
  await addFindings(
    db,
    met.map(({ id, shared_ha }) => ({ import_row_id: id, ...aboutMap(rowOverlapWords(row, shared_ha)) })),
    { most: MOST_OVERLAPS_TOLD, more: MORE_ROWS },
  )
}
