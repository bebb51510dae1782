import { sql } from 'kysely'
import { writeAudit } from '../context/audit.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import type { OwnedFile } from './files.queries.ts'

/** Anyone who reads a file in parts, however long it takes, has downloaded it once in so long (S-135). */
const REPEAT_MINUTES = sql`interval '10 minutes'`

/**
 * Notes in the log that someone takes bytes of an agreement or a location map, whatever part of it (requirements part 6); once
 * per person, file and ten minutes.
 */
export async function recordDownload(ctx: Ctx, file: OwnedFile): Promise<void> {
  const { site } = file
  if (!site) return
  const changes = [{ field: site.as, old: null, new: file.name }]
  const entry = { id: site.id, code: site.code, changes }
  // a repeated one writes nothing, which `ctx.write` would take for a forgotten log
  await ctx.services.db.transaction().execute(async (db) => {
    if (!(await isFirst(db, { user_id: ctx.actor.id, file_id: file.id, at: ctx.services.now() }))) return
    await writeAudit(db, ctx.actor, ctx.origin, {
      ...entry,
      module: 'Profiling of SITES',
      event: 'File Downloaded',
    })
  })
}

/** Notes the download, unless one of the same person was noted less than ten minutes ago; of several at once one is first. */
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
        // requests of one moment may come in another order; one far in the future was left by a wrong clock
        .where(
          sql<boolean>`file_downloads.noted_at not between excluded.noted_at - ${REPEAT_MINUTES} and excluded.noted_at + ${REPEAT_MINUTES}`,
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets what no longer keeps a download from being noted. */
export async function forgetDownloads(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('file_downloads')
    .where(sql<boolean>`file_downloads.noted_at < ${now.toISOString()}::timestamptz - ${REPEAT_MINUTES}`)
    .execute()
}
