import { useEffect, useRef, useState } from 'react'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { type MeansDraft, meansOf, NO_CHANGES, type SavedMeans, withoutSent } from './means-draft.ts'

/** Unsaved evidence, stored as a draft on every change and deleted when nothing is left to save. */
export function useMeansDraft({ start, keep, drop }: OpenDraft<MeansDraft>, saved: SavedMeans) {
  const [draft, setDraft] = useState<MeansDraft>(start ?? NO_CHANGES)
  const last = useRef(draft)
  useEffect(() => {
    if (draft === last.current) return
    last.current = draft
    if (meansOf(draft, saved).length > 0) keep(draft)
    else void drop()
  }, [draft, saved, keep, drop])
  return {
    draft,
    change: setDraft,
    clear: () => setDraft(NO_CHANGES),
    /** After a save of this draft: files that have arrived since stay, to be saved next. */
    saved: () => setDraft((now) => withoutSent(now, draft)),
  }
}
