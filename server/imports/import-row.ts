import { createHash } from 'node:crypto'
import type { RowFinding } from '../../shared/imports/row.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import { tidySite } from '../../shared/sites/sites.rules.ts'
import { enterFile, removeUnlessReferenced, storeFile, type StoredBytes } from '../uploads/files.actions.ts'
import { changeStamp } from '../context/context.ts'
import { AppError, isRefusal } from '../lib/errors.ts'
import { BACKGROUND } from '../worker-processes/run-in-worker-process.ts'
import { enterSite, requireNewSite } from '../sites/sites.actions.ts'
import { evaluateRow, type GoodRow, type RowContext } from './evaluate-row.ts'
import {
  findImported,
  lockFingerprint,
  lockRow,
  lockState,
  replaceFindings,
  saveRow,
  type StoredRow,
} from './imports.queries.ts'

/** The sentence for a row that an earlier import has made a profile. */
export const alreadyImportedAs = (site: { id: number; code: string }): string =>
  sentenceOf(no('imported_before', site))

/** A storage key that is the same on every try, so that a killed try leaves no stray file behind. */
function keyOf(import_id: number, row: StoredRow, field: string): string {
  const print = createHash('sha256').update(`import ${import_id} row ${row.id} ${field}`).digest('hex')
  return print.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Creates a profile from one row with the functions of the form, in one transaction: files, profile, submission, log
 * and the row's state. A crash before the commit leaves none of it.
 */
export async function importRow(context: RowContext, import_id: number, row: StoredRow): Promise<void> {
  const { ctx, archives } = context
  const keys: string[] = []
  try {
    const { findings, good } = await evaluateRow(context, row.cells, ({ field, kind, name }) => {
      const key = keyOf(import_id, row, field)
      keys.push(key)
      return archives.lend(name, (stream) =>
        storeFile(ctx.services, { kind, name, stream, turn: BACKGROUND }, key),
      )
    })
    if (!good) return await failRow(context, import_id, row, findings)
    await enterRow(context, import_id, row, good)
    // committed: the stored objects belong to files now
    keys.length = 0
  } catch (error) {
    if (isRefusal(error, 'dealt_with')) return
    if (isRefusal(error, 'imported_before')) return await saveKnownRow(context, import_id, row, error.params)
    if (!(error instanceof AppError) || error.why !== 'invalid_input') throw error
    const findings = Object.entries(error.errors).flatMap(([field, sentences]) =>
      sentences.map((sentence) => ({ field, kind: 'error', sentence }) as RowFinding),
    )
    await failRow(context, import_id, row, findings)
  } finally {
    // the outcome of a commit can be unknown, so an object is removed only if no file refers to it
    for (const key of keys) await removeUnlessReferenced(ctx.services, key)
  }
}

const enterRow = (
  { ctx }: RowContext,
  import_id: number,
  row: StoredRow,
  { places, drawn, office_id, fingerprint, ...good }: GoodRow<StoredBytes>,
): Promise<void> =>
  ctx.write(async (db, audit) => {
    // serializes with a cancellation
    if ((await lockState(db, import_id)) !== 'Importing') throw new AppError('dealt_with')
    if (!(await lockRow(db, row.id, 'Good'))) throw new AppError('dealt_with')
    await lockFingerprint(db, fingerprint)
    const earlier = await findImported(db, fingerprint)
    if (earlier) throw new AppError(no('imported_before', earlier))

    const agreement = await enterFile(ctx, db, audit, good.files.agreement_id)
    const map = await enterFile(ctx, db, audit, good.files.map_kml_id)
    const input = { ...good.input, agreement_id: agreement.id, map_kml_id: map.id }
    const form = tidySite(input)
    const now = changeStamp(ctx)
    const year = manilaYear(new Date(now.updated_at))
    const judged = await requireNewSite(ctx, db, { input, form, places, drawn, year, office_id })
    const noted = [{ field: 'import', old: null, new: `${import_id}, row ${row.number}` }]
    const site = await enterSite(ctx, db, audit, { form, drawn, year, now, noted, ...judged })
    await saveRow(db, row.id, { state: 'Imported', fingerprint, site_profile_id: site.id })
  })

/** Saves the outcome of a row that did not become a profile, unless another worker has saved one. */
const saveRowOutcome = (
  { ctx }: RowContext,
  import_id: number,
  row: StoredRow,
  findings: readonly RowFinding[],
  outcome: Parameters<typeof saveRow>[2],
): Promise<void> =>
  ctx.services.db.transaction().execute(async (db) => {
    if ((await lockState(db, import_id)) !== 'Importing') return
    if (!(await lockRow(db, row.id, 'Good'))) return
    await replaceFindings(db, row.id, findings)
    await saveRow(db, row.id, outcome)
  })

/** Marks a row as failed that was good when checked. */
export const failRow = (
  context: RowContext,
  import_id: number,
  row: StoredRow,
  findings: readonly RowFinding[],
) => saveRowOutcome(context, import_id, row, findings, { state: 'Failed' })

const saveKnownRow = (
  context: RowContext,
  import_id: number,
  row: StoredRow,
  site: { id: number; code: string },
) =>
  saveRowOutcome(
    context,
    import_id,
    row,
    [{ field: 'name_of_partner', kind: 'warning', sentence: alreadyImportedAs(site) }],
    {
      state: 'Known',
      site_profile_id: site.id,
    },
  )
