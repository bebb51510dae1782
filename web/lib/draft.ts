const PREFIX = 'draft:'

/** Stores form content that is not on the server yet, by name, until it is dropped (web/drafts). */
export const deviceDrafts = {
  /** Returns the draft of this name; null when there is none or it cannot be read. */
  read: <Value>(name: string): Value | null => {
    try {
      const stored = localStorage.getItem(PREFIX + name)
      return stored === null ? null : (JSON.parse(stored) as Value)
    } catch {
      return null
    }
  },
  save: (name: string, value: unknown): void => {
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(value))
    } catch {
      // no room or no storage: the open form still has the work
    }
  },
  drop: (name: string): void => {
    try {
      localStorage.removeItem(PREFIX + name)
    } catch {
      // no storage: nothing to drop
    }
  },
  names: (): string[] => {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length))
    } catch {
      return []
    }
  },
}
