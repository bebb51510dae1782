import { covers } from '../../shared/access/actor.ts'
import { canSeeActivity } from '../../shared/activities/activities.policy.ts'
import { canSeeFile } from '../../shared/file-access/file-access.policy.ts'
import type { CopyPlace, FileCopies } from '../../shared/files/files.schema.ts'
import { canSeeSite } from '../../shared/sites/sites.policy.ts'
import type { Ctx } from '../context/context.ts'
import { AppError } from '../lib/errors.ts'
import { type Copy, listCopies } from './copies.queries.ts'
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
  { activity, site }: Copy,
): CopyPlace | 'elsewhere' | 'hidden' {
  const record = activity ?? site
  if (!record || !covers(actor, record).ok) return 'elsewhere'
  if (activity)
    return canSeeActivity(actor, activity).ok
      ? {
          as: 'evidence',
          site_profile_id: activity.site_profile_id,
          code: activity.code,
          site_activity_id: activity.id,
          indicator: activity.indicator,
          same_record: file.activity?.id === activity.id,
        }
      : 'hidden'
  if (!site || !canSeeSite(actor, site).ok) return 'hidden'
  const { id: site_profile_id, code, as } = site
  return {
    as,
    site_profile_id,
    code,
    site_activity_id: null,
    indicator: null,
    same_record: file.site?.id === site_profile_id,
  }
}
