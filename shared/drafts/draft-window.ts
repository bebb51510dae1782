import { type DraftContent, type DraftSave, hasSave } from './draft-content.ts'
import { type DraftValues, isSameValue, mergeDrafts } from './merge.ts'

/** What one window of a browser knows of a draft. */
export type DraftWindow = {
  /** the draft as it was last seen stored; null if there was none */
  seen: DraftContent | null
  /** the values in the form; null while nothing is typed and nothing stored */
  typed: DraftValues | null
  /** sent, and not answered yet: it is sent again unchanged, because the server may have it */
  pending: { id: string; values: DraftValues; seen: DraftValues | null } | null
  /** what was typed elsewhere in places for one value, and found here first */
  others: string[]
  /** whether this window has joined texts of two windows */
  isJoined: boolean
}

export const NEW_WINDOW: DraftWindow = {
  seen: null,
  typed: null,
  pending: null,
  others: [],
  isJoined: false,
}

/** Whether a window has something that is not stored. */
export const hasUnsent = ({ seen, typed, pending }: DraftWindow): boolean =>
  pending !== null || (typed !== null && !(seen && isSameValue(typed, seen.values)))

/** Returns the next save of a window, which is pending until its answer has come. */
export function nextSave(
  window: DraftWindow,
  { form_key, began, id }: { form_key: string; began: DraftValues | null | undefined; id: string },
): { window: DraftWindow; save: DraftSave } {
  const pending = window.pending ?? { id, values: window.typed ?? {}, seen: window.seen?.values ?? null }
  const content = {
    form_key,
    values: { ...pending.values },
    others: window.others,
    ...(began === undefined ? {} : { began }),
  }
  return { window: { ...window, pending }, save: { id: pending.id, content, seen: pending.seen } }
}

/** Returns a window after it has learnt what is stored now; null means that the draft was discarded or sent. */
export function withStored(
  window: DraftWindow,
  stored: DraftContent | null,
  began: DraftValues | null | undefined,
): DraftWindow {
  const { pending } = window
  const isAnswered = pending !== null && stored !== null && hasSave(stored, pending.id)
  const start = began ?? {}
  const before = isAnswered ? pending.values : (window.seen?.values ?? start)
  const now = stored?.values ?? start
  const merged = window.typed && mergeDrafts({ seen: before, stored: now, typed: window.typed })
  return {
    seen: stored ?? (window.seen && { ...window.seen, values: { ...start } }),
    typed: merged?.values ?? stored?.values ?? null,
    pending: isAnswered ? null : pending,
    others: [...window.others, ...(merged?.others ?? [])],
    isJoined: window.isJoined || (merged?.isJoined ?? false),
  }
}
