import type { Told } from '../../shared/imports/row.ts'
import { examineFile } from '../files/files.actions.ts'
import { BACKGROUND } from '../lib/run-aside.ts'
import { knownAs } from './import-row.ts'
import { type GoodRow, judgeRow, type Judging } from './judge.ts'
import {
  findImported,
  findTwin,
  holdState,
  lockRow,
  replaceFindings,
  saveRow,
  type StoredRow,
} from './imports.queries.ts'
import { noteRowOverlaps, type RowOverlaps, overlapsWithRows, toldOfRows } from './row-overlaps.ts'

type Outcome = {
  told: readonly Told[]
  row: Parameters<typeof saveRow>[2]
  /** of a good row */
  overlaps?: RowOverlaps
}

/** Judges one row and notes what was found: the dry run. Nothing is stored and no record is written. */
export async function checkRow(judging: Judging, import_id: number, row: StoredRow): Promise<void> {
  const { ctx, archives } = judging
  const { told, good } = await judgeRow(judging, row.cells, ({ kind, name }) =>
    archives.lend(name, (stream) => examineFile(ctx.services, { kind, name, stream, turn: BACKGROUND })),
  )
  const outcome: Outcome = good
    ? await unlessKnown(judging, import_id, row, told, good)
    : { told, row: { state: 'Wrong' } }
  await noteChecked(judging, import_id, row, outcome)
}

/** A good row, unless it is a profile already or stands in the table above. */
async function unlessKnown(
  { ctx: { db } }: Judging,
  import_id: number,
  { number }: StoredRow,
  told: readonly Told[],
  { fingerprint, drawn }: GoodRow<unknown>,
): Promise<Outcome> {
  const known = (sentence: string): Told[] => [{ field: 'name_of_partner', kind: 'warning', sentence }]
  const site = await findImported(db, fingerprint)
  if (site)
    return {
      told: known(knownAs(site)),
      row: { state: 'Known', fingerprint, site_profile_id: site.id },
    }
  const twin = await findTwin(db, import_id, fingerprint, number)
  if (twin)
    return {
      told: known(`This row is the same as row ${twin.number}. It is imported once.`),
      row: { state: 'Known', fingerprint },
    }
  if (!drawn.ok) return { told, row: { state: 'Good', fingerprint } }
  const overlaps = await overlapsWithRows(db, import_id, drawn)
  return {
    told: [...told, ...toldOfRows(overlaps)],
    row: { state: 'Good', fingerprint },
    overlaps,
  }
}

const namedRow = ({ id, number, cells: { name_of_partner: cell } }: StoredRow) => ({
  ...{ id, number },
  name_of_partner: cell && cell.kind !== 'fault' ? cell.text : '',
})

/** Notes what was found in a row, unless the import was cancelled or somebody was quicker. */
export const noteChecked = (
  { ctx }: Judging,
  import_id: number,
  row: StoredRow,
  outcome: Outcome,
): Promise<void> =>
  ctx.services.db.transaction().execute(async (db) => {
    if ((await holdState(db, import_id)) !== 'Uploaded') return
    if (!(await lockRow(db, row.id, 'Read'))) return
    await replaceFindings(db, row.id, outcome.told)
    await saveRow(db, row.id, outcome.row)
    if (outcome.overlaps) await noteRowOverlaps(db, import_id, namedRow(row), outcome.overlaps)
  })
