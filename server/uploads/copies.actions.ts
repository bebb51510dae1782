import { covers } from '../../shared/access/actor.ts'
import { canSeeFile, canSeeStorage } from '../../shared/file-access/file-access.policy.ts'
import type { CopyPlace, FileCopies, StorageUse } from '../../shared/files/files.schema.ts'
import type { Ctx } from '../context/context.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { type Copy, listCopies, measureStorage } from './copies.queries.ts'
import { listOwnedFiles, type OwnedFile } from '../store/files.queries.ts'

/** Returns where else the content of these files is attached, as far as the caller may know. 404 for a hidden file. */
export async function findCopies(ctx: Ctx, ids: number[]): Promise<FileCopies[]> {
  if (ids.length === 0) return []
  const wanted = [...new Set(ids)]
  const known = new Map((await listOwnedFiles(ctx.db, wanted)).map((file) => [file.id, file]))
  const files = wanted.flatMap((id) => known.get(id) ?? [])
  if (files.length < wanted.length || !files.every((file) => canSeeFile(ctx.actor, file).ok))
    throw new AppError('scope')

  const copies = new Map<number, Copy[]>(wanted.map((id) => [id, []]))
  for (const copy of await listCopies(ctx.db, wanted)) copies.get(copy.file_id)?.push(copy)
  return files.flatMap((file) => {
    const found = (copies.get(file.id) ?? []).map((copy) => copyPlace(ctx, file, copy))
    const places = found.filter((place) => place !== 'elsewhere' && place !== 'hidden')
    const elsewhere = found.includes('elsewhere')
    return places.length > 0 || elsewhere ? [{ file_id: file.id, places, elsewhere }] : []
  })
}

/** Returns the place with its code if the caller may see the record; outside their scope, only that there is one. */
function copyPlace(
  { actor }: Ctx,
  file: OwnedFile,
  { record, indicator }: Copy,
): CopyPlace | 'elsewhere' | 'hidden' {
  if (!covers(actor, record).ok) return 'elsewhere'
  // seen as its record is
  if (!canSeeFile(actor, { uploaded_by: 0, record }).ok) return 'hidden'
  const { kind, id, as, site_profile_id, code } = record
  return {
    as,
    site_profile_id,
    code,
    site_activity_id: kind === 'site_activities' ? id : null,
    indicator,
    same_record: file.record?.kind === kind && file.record.id === id,
  }
}

/** Returns what the files take, for those who may know. */
export async function findStorageUse({ actor, db }: Ctx): Promise<StorageUse> {
  requireAllowed(canSeeStorage(actor))
  return measureStorage(db)
}
