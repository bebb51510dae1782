const PREFIX = 'draft:'

/** Typed work under its name in one of the browser's stores. */
const draftsIn = (store: () => Storage) => ({
  /** What was kept under this name; null when nothing is or it cannot be read. */
  read: <Value>(name: string): Value | null => {
    try {
      const kept = store().getItem(PREFIX + name)
      return kept === null ? null : (JSON.parse(kept) as Value)
    } catch {
      return null
    }
  },
  save: (name: string, value: unknown): void => {
    try {
      store().setItem(PREFIX + name, JSON.stringify(value))
    } catch {
      // no room or no storage: the form itself still holds the work
    }
  },
  drop: (name: string): void => {
    try {
      store().removeItem(PREFIX + name)
    } catch {
      // no storage: nothing to drop
    }
  },
})

/** Kept until the tab closes: evidence that is uploaded and not saved, which the server forgets after a day (S-97). */
export const { read: readDraft, save: saveDraft, drop: dropDraft } = draftsIn(() => sessionStorage)

/** Kept until it is dropped: what a form holds and the server has not taken yet (web/drafts). */
export const deviceDrafts = draftsIn(() => localStorage)
