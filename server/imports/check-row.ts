import type { RowFinding } from '../../shared/imports/row.ts'
import { examineFile } from '../files/files.actions.ts'
import { BACKGROUND } from '../worker-processes/run-in-worker-process.ts'
import { alreadyImportedAs } from './import-row.ts'
import { evaluateRow, type GoodRow, type RowContext } from './evaluate-row.ts'
import {
  findDuplicateRow,
  findImported,
  lockRow,
  lockState,
  replaceFindings,
  saveRow,
  type StoredRow,
} from './imports.queries.ts'
import { saveRowOverlaps, type RowOverlaps, overlapsWithRows, overlapFindings } from './row-overlaps.ts'

type RowResult = {
  findings: readonly RowFinding[]
  row: Parameters<typeof saveRow>[2]
  /** only of a good row */
  overlaps?: RowOverlaps
}

/** The dry run of one row: evaluates it and saves the findings. No file is stored and no record created. */
export async function checkRow(context: RowContext, import_id: number, row: StoredRow): Promise<void> {
  const { ctx, archives } = context
  const { findings, good } = await evaluateRow(context, row.cells, ({ kind, name }) =>
    archives.lend(name, (stream) => examineFile(ctx.services, { kind, name, stream, turn: BACKGROUND })),
  )
  const outcome: RowResult = good
    ? await unlessImportedBefore(context, import_id, row, findings, good)
    : { findings, row: { state: 'Wrong' } }
  await saveCheckResult(context, import_id, row, outcome)
}

/** The result of a good row: Known if it is already a profile or repeats a row above, else Good. */
async function unlessImportedBefore(
  { ctx: { db } }: RowContext,
  import_id: number,
  { number }: StoredRow,
  findings: readonly RowFinding[],
  { fingerprint, drawn }: GoodRow<unknown>,
): Promise<RowResult> {
  const knownFinding = (sentence: string): RowFinding[] => [
    { field: 'name_of_partner', kind: 'warning', sentence },
  ]
  const site = await findImported(db, fingerprint)
  if (site)
    return {
      findings: knownFinding(alreadyImportedAs(site)),
      row: { state: 'Known', fingerprint, site_profile_id: site.id },
    }
  const twin = await findDuplicateRow(db, import_id, fingerprint, number)
  if (twin)
    return {
      findings: knownFinding(`This row is the same as row ${twin.number}. It is imported once.`),
      row: { state: 'Known', fingerprint },
    }
  if (!drawn.ok) return { findings, row: { state: 'Good', fingerprint } }
  const overlaps = await overlapsWithRows(db, import_id, drawn)
  return {
    findings: [...findings, ...overlapFindings(overlaps)],
    row: { state: 'Good', fingerprint },
    overlaps,
  }
}

const namedRow = ({ id, number, cells: { name_of_partner: cell } }: StoredRow) => ({
  id,
  number,
  name_of_partner: cell && cell.kind !== 'fault' ? cell.text : '',
})

/** Saves the result of a check, unless the import was cancelled or another worker has saved one. */
export const saveCheckResult = (
  { ctx }: RowContext,
  import_id: number,
  row: StoredRow,
  outcome: RowResult,
): Promise<void> =>
  ctx.services.db.transaction().execute(async (db) => {
    if ((await lockState(db, import_id)) !== 'Uploaded') return
    if (!(await lockRow(db, row.id, 'Read'))) return
    await replaceFindings(db, row.id, outcome.findings)
    await saveRow(db, row.id, outcome.row)
    if (outcome.overlaps) await saveRowOverlaps(db, import_id, namedRow(row), outcome.overlaps)
  })
