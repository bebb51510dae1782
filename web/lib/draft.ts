const PREFIX = 'draft:'

/** What a person had typed under this name in this tab; null when nothing is kept or it cannot be read. */
export function readDraft<Value>(name: string): Value | null {
  try {
    const kept = sessionStorage.getItem(PREFIX + name)
    return kept === null ? null : (JSON.parse(kept) as Value)
  } catch {
    return null
  }
}

/** Keeps typed work on this device until the tab closes, so that an ended session or a reload loses nothing. */
export function saveDraft(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // no room or no storage: the form itself still holds the work
  }
}

export const dropDraft = (name: string): void => sessionStorage.removeItem(PREFIX + name)
