import type { DraftContent } from '../../shared/drafts/draft-content.ts'
import { type DraftWindow, NEW_WINDOW, withStored } from '../../shared/drafts/draft-window.ts'
import { type DraftValues, mergeDrafts } from '../../shared/drafts/merge.ts'

/** The part of a form's work that only this device has: the server has not stored it yet. */
export type DeviceCopy = {
  window: DraftWindow
  form_key: string
  /** of the record, when the work was begun */
  revision: number
  began: DraftValues | null
  typed_at: string
}

/**
 * Returns the window in which work goes on: that of the first copy, with what the other copies and the server have.
 * `stored` is null if the server has no draft, and undefined if it could not be asked.
 */
export function restoreWindow(
  [first, ...others]: readonly DeviceCopy[],
  stored: DraftContent | null | undefined,
  began: DraftValues | null,
): DraftWindow {
  const now = (window: DraftWindow) => (stored === undefined ? window : withStored(window, stored, began))
  return others.reduce(
    (window, copy) => {
      const { seen, typed } = now(copy.window)
      const states = { seen: seen?.values ?? began, stored: window.typed ?? began, typed }
      return typed ? { ...window, typed: mergeDrafts(states).values } : window
    },
    now(first?.window ?? NEW_WINDOW),
  )
}
