import { FILE_KINDS } from '../../shared/files/files.schema.ts'
import {
  canCancelImport,
  canDownloadCorrections,
  canImport,
  canLeaveOutRows,
  canStartImport,
} from '../../shared/imports/imports.policy.ts'
import type { Import, RowChoice } from '../../shared/imports/imports.schema.ts'
import type { AuditEvent, FieldChange } from '../../shared/audit/audit.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { no } from '../../shared/lib/verdict.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import { attachAll, detachFiles, type FilesOfField } from '../uploads/files.actions.ts'
import type { AuditEntry } from '../context/audit.ts'
import type { Ctx, Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { mailImported } from '../review/review.mails.ts'
import { SITE } from '../sites/site.kind.ts'
import {
  countByOffice,
  countRows,
  insertImport,
  listImportFiles,
  lockImport,
  queueImport,
  readImport,
  type StoredImport,
  saveImport,
  saveLeftOut,
  showImport,
} from './imports.queries.ts'
import { removeRowBoundaries } from './row-overlaps.queries.ts'

const table = (id: number): FilesOfField => ({
  ids: [id],
  rule: { kinds: ['table'], max_bytes: FILE_KINDS.table.max_bytes, field: 'table_id' },
})

const archives = (ids: readonly number[]): FilesOfField => ({
  ids,
  rule: { kinds: ['archive'], max_bytes: FILE_KINDS.archive.max_bytes, field: 'archive_ids' },
})

/** A row of the log about an import, which is not a record and so has no code. */
export const importLine = (
  event: Extract<AuditEvent<'Profiling of SITES'>, `Import ${string}`>,
  id: number,
  facts: Record<string, string | number>,
): AuditEntry<'Profiling of SITES'> => ({
  module: 'Profiling of SITES',
  event,
  changes: Object.entries({ import: id, ...facts }).map(
    ([field, value]): FieldChange => ({ field, old: null, new: String(value) }),
  ),
})

/** Creates an import from uploaded files and queues its check; no profile is created yet. */
export async function createImport(
  ctx: Ctx,
  input: { table_id: number; archive_ids: readonly number[] },
): Promise<Import> {
  requireAllowed(canImport(ctx.actor))
  return ctx.write(async (db, audit) => {
    const files = await attachAll(db, ctx.actor, [table(input.table_id), archives(input.archive_ids)])
    const [first, ...rest] = files
    if (!first) throw new Error('A table that was attached is there.')
    const created_at = ctx.services.now().toISOString()
    const id = await insertImport(db, {
      table: first,
      archives: rest,
      created_by: ctx.actor.id,
      created_at,
    })
    await deleteDraft(ctx, db, 'import-add')
    audit(importLine('Import Uploaded', id, { file: files.map(({ name }) => name).join(', ') }))
    await queueImport(db, id)
    return showImport(db, id)
  })
}

/** Starts adding the good rows as profiles. `rows` is the number that the caller was shown. */
export const startImport = (ctx: Ctx, id: number, rows: number): Promise<Import> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canImport(ctx.actor))
    const found = await lockImport(db, id)
    requireAllowed(canStartImport(ctx.actor, found))
    const { Good } = await countRows(db, id)
    if (Good !== rows) throw new AppError(no('import_count', { rows: plural(Good, 'row') }))
    const started_at = ctx.services.now().toISOString()
    await saveImport(db, id, { state: 'Importing', started_at, started_by: ctx.actor.id })
    audit(importLine('Import Started', id, { rows }))
    await queueImport(db, id)
    return showImport(db, id)
  })

/** Leaves refused rows out of a checked import, or includes them again; the log names them. */
export const leaveOutRows = (ctx: Ctx, id: number, choice: RowChoice): Promise<Import> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canImport(ctx.actor))
    requireAllowed(canLeaveOutRows(ctx.actor, await lockImport(db, id)))
    if ((await saveLeftOut(db, id, choice)) !== choice.rows.length)
      throw new AppError(no('import_rows_changed'))
    const event = choice.left_out ? 'Import Rows Left Out' : 'Import Rows Included'
    audit(importLine(event, id, { rows: choice.rows.join(', ') }))
    return showImport(db, id)
  })

/** Cancels an import. Profiles already added stay; a row in progress is added completely or not at all. */
export const cancelImport = (ctx: Ctx, id: number): Promise<Import> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canImport(ctx.actor))
    const found = await lockImport(db, id)
    requireAllowed(canCancelImport(ctx.actor, found))
    await endImport(ctx, db, id, { state: 'Cancelled' })
    const { Imported } = await countRows(db, id)
    audit(importLine('Import Cancelled', id, { rows: Imported }))
    return showImport(db, id)
  })

/** Cancels an import that cannot continue: its user may not import any more, or it crashed the server twice. */
export const cancelForReason = (ctx: Ctx, id: number, refusal: string): Promise<void> =>
  ctx.write(async (db, audit) => {
    await lockImport(db, id)
    await endImport(ctx, db, id, { state: 'Cancelled', refusal })
    audit(importLine('Import Cancelled', id, { reason: refusal }))
  })

/** Finishes an import whose rows have all been processed. */
export const finishImport = (ctx: Ctx, id: number): Promise<void> =>
  ctx.write(async (db, audit) => {
    await lockImport(db, id)
    await endImport(ctx, db, id, { state: 'Finished' })
    const { Imported, Failed } = await countRows(db, id)
    audit(importLine('Import Finished', id, { rows: Imported, failed: Failed }))
  })

/** Ends an import: releases its files to the daily clean-up, a day later, and notifies offices with new profiles. */
export async function endImport(
  { services }: { services: Pick<Services, 'config' | 'now' | 'languages' | 'readDb'> },
  db: Db,
  id: number,
  as: { state: 'Finished' | 'Cancelled' } | { state: 'Refused' | 'Cancelled'; refusal: string },
): Promise<void> {
  await saveImport(db, id, { ...as, ended_at: services.now().toISOString(), trouble: null })
  await removeRowBoundaries(db, id)
  const files = await listImportFiles(db, id)
  await detachFiles(
    db,
    [files.table, ...files.archives].flatMap((file) => (file ? [file.id] : [])),
  )
  for (const office of await countByOffice(db, id)) await mailImported(services, db, SITE, office)
}

/** Returns an import of which the caller may download the rows to correct. */
export async function importToCorrect({ db, actor }: Ctx, id: number): Promise<StoredImport> {
  const found = await readImport(db, id)
  requireAllowed(canDownloadCorrections(actor, found))
  return found
}
