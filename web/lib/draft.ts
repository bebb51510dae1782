const PREFIX = 'draft:'

/** Kept under its name until it is dropped: what a form holds and the server has not taken yet (web/drafts). */
export const deviceDrafts = {
  /** What was kept under this name; null when nothing is or it cannot be read. */
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
      // no room or no storage: the form itself still holds the work
    }
  },
  drop: (name: string): void => {
    try {
      localStorage.removeItem(PREFIX + name)
    } catch {
      // no storage: nothing to drop
    }
  },
  /** The names of everything that is kept. */
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
