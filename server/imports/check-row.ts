import type { RowFinding } from '../../shared/imports/row.ts'
import { isTotalRow } from '../../shared/imports/totals.ts'
import { formatList } from '../../shared/lib/format.ts'
import { examineFile } from '../uploads/files.actions.ts'
import { BACKGROUND } from '../worker-processes/run-in-worker-process.ts'
import { alreadyImportedAs } from './import-row.ts'
import { evaluateRow, type GoodRow, type RowContext } from './evaluate-row.ts'
import {
  findDuplicateRow,
  findImported,
  listSameProject,
  lockRow,
  lockState,
  MAX_SAME_PROJECT,
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
  const { findings, good, project } = await evaluateRow(context, row.cells, ({ kind, name }) =>
    archives.lend(name, (stream) => examineFile(ctx.services, { kind, name, stream, turn: BACKGROUND })),
  )
  const outcome: RowResult = good
    ? await unlessImportedBefore(context, import_id, row, findings, good)
    : { findings, row: { state: 'Wrong' } }
  const isNew = outcome.row.state === 'Good' || outcome.row.state === 'Wrong'
  const same = isNew && project ? await listSameProject(context.ctx.db, import_id, project, row.number) : []
  await saveCheckResult(context, import_id, row, {
    ...outcome,
    findings: [...outcome.findings, ...sameProjectFindings(same)],
    row: { ...outcome.row, project, is_total: outcome.row.state === 'Wrong' && isTotalRow(row) },
  })
}

/** A partner may run two sites, so this is a warning, as it is about an existing profile (S-43). */
function sameProjectFindings(rows: readonly number[]): RowFinding[] {
  if (rows.length === 0) return []
  const named = [...rows.slice(0, MAX_SAME_PROJECT), ...(rows.length > MAX_SAME_PROJECT ? ['others'] : [])]
  const sentence = `This row has the same partner, municipality and project years as ${rows.length === 1 ? 'row' : 'rows'} ${formatList(named)}. Please check that it is another site.`
  return [{ field: 'name_of_partner', kind: 'warning', sentence }]
}

/** The result of a good row: Known if it is already a profile, Repeated if it is the same as a row above, else Good. */
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
      row: { state: 'Repeated', fingerprint },
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
