import { FILE_KINDS, type FileKind } from '../../shared/files/files.schema.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import type { Ctx, Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { diskOf, hasSpaceForFiles } from '../store/disk-space.ts'
import { AppError } from '../lib/errors.ts'
import { needsOpenCheck } from '../photographs/open-check.ts'
import { sumUnused } from './uploads.queries.ts'

/** Rejects every upload while the embedded database needs the rest of its disk (S-154). */
export async function requireSpaceForDatabase({ config }: Services): Promise<void> {
  if (!(await hasSpaceForFiles(config))) throw new AppError('no_room')
}

/**
 * Rejects an upload that would not fit on the disk of the data folder, or leave the embedded database no room there.
 * With a bucket only files that are opened on the way need room there.
 */
export async function requireSpaceFor(services: Services, kind: FileKind, bytes: number): Promise<void> {
  await requireSpaceForDatabase(services)
  const { config } = services
  if (config.files_url !== null && !needsOpenCheck(kind)) return
  if ((await diskOf(config)).free < bytes) throw new AppError('no_room')
}

/** Rejects bytes that are to come beyond a person's daily quota of unfinished uploads and files that no record uses. */
export async function requireQuota({ services, actor }: Ctx, db: Db, coming: number): Promise<void> {
  const since = new Date(services.now().getTime() - DAY_MS).toISOString()
  const unused = await sumUnused(db, { uploaded_by: actor.id, since })
  if (unused + coming > services.config.upload_quota_bytes) throw new AppError('too_much_unused')
}

/**
 * Reserves space for uploads in one piece: checks free space and the person's quota before the first byte, counting all
 * such uploads in progress.
 */
export function createSpaceReservations() {
  const comingOf = new Map<number, number>()
  let coming = 0

  const note = (person: number, bytes: number) => {
    coming += bytes
    const left = (comingOf.get(person) ?? 0) + bytes
    if (left > 0) comingOf.set(person, left)
    else comingOf.delete(person)
  }

  return async <T>(
    ctx: Ctx,
    upload: { kind: FileKind; length: number | null },
    receive: () => Promise<T>,
  ): Promise<T> => {
    const { max_bytes } = FILE_KINDS[upload.kind]
    // a body without a length may be as long as the kind allows; reading stops there
    const promised = upload.length ?? max_bytes
    const size = Math.min(promised, max_bytes)
    const [before, ownBefore] = [coming, comingOf.get(ctx.actor.id) ?? 0]
    note(ctx.actor.id, size)
    try {
      await Promise.all([
        requireSpaceFor(ctx.services, upload.kind, before + promised),
        requireQuota(ctx, ctx.db, ownBefore + size),
      ])
      return await receive()
    } finally {
      note(ctx.actor.id, -size)
    }
  }
}
