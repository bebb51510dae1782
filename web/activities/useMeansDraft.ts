import { useEffect, useState } from 'react'
import { dropDraft, readDraft, saveDraft } from '../lib/draft.ts'
import { type MeansDraft, meansDraftName, NO_CHANGES, parseMeansDraft } from './means-draft.ts'

/** Evidence that is not saved yet, kept in this tab under `name`, so that a reload loses nothing. */
export function useMeansDraft(name: string) {
  const [draft, setDraft] = useState<MeansDraft>(() => parseMeansDraft(readDraft(name)))
  useEffect(() => {
    if (Object.keys(draft).length > 0) saveDraft(name, draft)
    else dropDraft(name)
  }, [name, draft])
  return { draft, change: setDraft, clear: () => setDraft(NO_CHANGES) }
}

/** Once the activity exists, what was kept before for its site belongs to it. */
export function moveDrafts(
  actorId: number,
  { id, site_profile_id }: { id: number; site_profile_id: number },
  principleIds: number[],
): void {
  for (const principleId of principleIds) {
    const before = meansDraftName(actorId, { site_profile_id }, principleId)
    const kept = readDraft(before)
    if (kept) saveDraft(meansDraftName(actorId, { site_activity_id: id }, principleId), kept)
    dropDraft(before)
  }
}
