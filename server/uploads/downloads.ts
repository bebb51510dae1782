import { sql } from 'kysely'
import { canOpenFile } from '../../shared/file-access/file-access.policy.ts'
import { writeAudit } from '../context/audit.ts'
import type { Ctx } from '../context/context.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { findOwnedFile, type OwnedFile } from '../store/files.queries.ts'

/** Reading a file in parts within this time counts as one download (S-135). */
const REPEAT_MINUTES = sql`interval '10 minutes'`

/** Returns a file that the caller may open. */
export async function openableFile({ db, actor }: Ctx, id: number): Promise<OwnedFile> {
  const file = await findOwnedFile(db, id)
  if (!file) throw new AppError('no_such_file')
  requireAllowed(canOpenFile(actor, file))
  return file
}

/**
 * Logs the download of an agreement or a location map, or any part of it (requirements part 6), once per person, file
 * and ten minutes.
 */
export async function recordDownload(ctx: Ctx, file: OwnedFile): Promise<void> {
  const { record } = file
  if (record?.kind !== 'site_profiles') return
  const changes = [{ field: record.as, old: null, new: file.name }]
  const entry = { id: record.id, code: record.code, changes }
  // not `ctx.write`, which requires a row in the log: a repeated download writes none
  await inTransaction(ctx.services.db, async (db) => {
    if (!(await isFirst(db, { user_id: ctx.actor.id, file_id: file.id, at: ctx.services.now() }))) return
    await writeAudit(db, ctx.actor, ctx.origin, {
      ...entry,
      module: 'Profiling of SITES',
      event: 'File Downloaded',
    })
  })
}

/** Records the download unless the same person's last was under ten minutes ago; true for one of concurrent calls. */
async function isFirst(
  db: Db,
  { at, ...who }: { user_id: number; file_id: number; at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('file_downloads')
    .values({ ...who, noted_at: at.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'file_id'])
        .doUpdateSet({ noted_at: at.toISOString() })
        // concurrent requests may arrive out of order; a time far in the future comes from a wrong clock
        .where(
          sql<boolean>`file_downloads.noted_at not between excluded.noted_at - ${REPEAT_MINUTES} and excluded.noted_at + ${REPEAT_MINUTES}`,
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes records of downloads that no longer suppress a row in the log. */
export async function forgetDownloads(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('file_downloads')
    .where(sql<boolean>`file_downloads.noted_at < ${now.toISOString()}::timestamptz - ${REPEAT_MINUTES}`)
    .execute()
}
