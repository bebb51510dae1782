import { createHash } from 'node:crypto'
import type { Told } from '../../shared/imports/row.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import { tidySite } from '../../shared/sites/sites.rules.ts'
import { enterFile, removeUnlessKnown, storeFile, type StoredBytes } from '../files/files.actions.ts'
import { stamp } from '../lib/context.ts'
import { AppError, isRefusal } from '../lib/errors.ts'
import { BACKGROUND } from '../lib/run-aside.ts'
import { enterSite, insistNewSite } from '../sites/sites.actions.ts'
import { type GoodRow, judgeRow, type Judging } from './judge.ts'
import {
  findImported,
  holdState,
  lockFingerprint,
  lockRow,
  replaceFindings,
  saveRow,
  type StoredRow,
} from './imports.queries.ts'

/** What is said of a row that an import before has made a profile of. */
export const knownAs = (site: { id: number; code: string }): string => sentenceOf(no('imported_before', site))

/** The same for every try, so that a try that was killed leaves nothing beside what the next one stores. */
function keyOf(import_id: number, row: StoredRow, field: string): string {
  const print = createHash('sha256').update(`import ${import_id} row ${row.id} ${field}`).digest('hex')
  return print.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Makes a profile of one row, by the functions that the form uses, in one transaction: its files, the profile, its
 * submission, the log, and that the row is imported. Killed before the commit nothing of it is there.
 */
export async function importRow(judging: Judging, import_id: number, row: StoredRow): Promise<void> {
  const { ctx, archives } = judging
  const keys: string[] = []
  try {
    const { told, good } = await judgeRow(judging, row.cells, ({ field, kind, name }) => {
      const key = keyOf(import_id, row, field)
      keys.push(key)
      return archives.lend(name, (stream) =>
        storeFile(ctx.services, { kind, name, stream, turn: BACKGROUND }, key),
      )
    })
    if (!good) return await failRow(judging, import_id, row, told)
    await enterRow(judging, import_id, row, good)
    // they are files now
    keys.length = 0
  } catch (error) {
    if (isRefusal(error, 'dealt_with')) return
    if (isRefusal(error, 'imported_before')) return await noteKnown(judging, import_id, row, error.params)
    if (!(error instanceof AppError) || error.why !== 'invalid_input') throw error
    const told = Object.entries(error.errors).flatMap(([field, sentences]) =>
      sentences.map((sentence) => ({ field, kind: 'error', sentence }) as Told),
    )
    await failRow(judging, import_id, row, told)
  } finally {
    // also where nobody knows how the commit ended: what has become a file stays
    for (const key of keys) await removeUnlessKnown(ctx.services, key)
  }
}

const enterRow = (
  { ctx }: Judging,
  import_id: number,
  row: StoredRow,
  { places, drawn, office_id, fingerprint, ...good }: GoodRow<StoredBytes>,
): Promise<void> =>
  ctx.write(async (db, audit) => {
    // a cancellation waits for this row, and this row for a cancellation
    if ((await holdState(db, import_id)) !== 'Importing') throw new AppError('dealt_with')
    if (!(await lockRow(db, row.id, 'Good'))) throw new AppError('dealt_with')
    await lockFingerprint(db, fingerprint)
    const earlier = await findImported(db, fingerprint)
    if (earlier) throw new AppError(no('imported_before', earlier))

    const agreement = await enterFile(ctx, db, audit, good.files.agreement_id)
    const map = await enterFile(ctx, db, audit, good.files.map_kml_id)
    const input = { ...good.input, agreement_id: agreement.id, map_kml_id: map.id }
    const form = tidySite(input)
    const now = stamp(ctx)
    const year = manilaYear(new Date(now.updated_at))
    const judged = await insistNewSite(ctx, db, { input, form, places, drawn, year, office_id })
    const noted = [{ field: 'import', old: null, new: `${import_id}, row ${row.number}` }]
    const site = await enterSite(ctx, db, audit, { form, drawn, year, now, noted, ...judged })
    await saveRow(db, row.id, { state: 'Imported', fingerprint, site_profile_id: site.id })
  })

/** Writes what became of a row that is no profile, unless somebody was quicker. */
const settle = (
  { ctx }: Judging,
  import_id: number,
  row: StoredRow,
  told: readonly Told[],
  outcome: Parameters<typeof saveRow>[2],
): Promise<void> =>
  ctx.services.db.transaction().execute(async (db) => {
    if ((await holdState(db, import_id)) !== 'Importing') return
    if (!(await lockRow(db, row.id, 'Good'))) return
    await replaceFindings(db, row.id, told)
    await saveRow(db, row.id, outcome)
  })

/** A row that was good when it was checked and is not any more. */
export const failRow = (judging: Judging, import_id: number, row: StoredRow, told: readonly Told[]) =>
  settle(judging, import_id, row, told, { state: 'Failed' })

const noteKnown = (judging: Judging, import_id: number, row: StoredRow, site: { id: number; code: string }) =>
  settle(judging, import_id, row, [{ field: 'name_of_partner', kind: 'warning', sentence: knownAs(site) }], {
    state: 'Known',
    site_profile_id: site.id,
  })
