import { useEffect, useRef, useState } from 'react'
import { type OpenDraft, useTakeOver } from '../drafts/useDraft.ts'
import { type MeansDraft, meansOf, NO_CHANGES, type SavedMeans, withoutSent } from './means-draft.ts'

/** Unsaved evidence, stored as a draft on every change and deleted when nothing is left to save. */
export function useMeansDraft(open: OpenDraft<MeansDraft>, saved: SavedMeans) {
  const { start, keep, drop } = open
  const [draft, setDraft] = useState<MeansDraft>(start ?? NO_CHANGES)
  const last = useRef(draft)
  useTakeOver(open, (came) => {
    last.current = came ?? NO_CHANGES
    setDraft(last.current)
  })
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
