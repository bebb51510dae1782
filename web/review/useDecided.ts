import { useState } from 'react'
import { type QueuedRecord, waitingAround } from './queue.ts'

/** Remembers that a decision was just made and where its record stood among those that wait. */
export function useDecided(rows: QueuedRecord[], id: number) {
  const [decided, setDecided] = useState<{ words: string; place: number } | null>(null)
  return {
    decided,
    /** Makes the decision; once it is made, says so in these words. */
    decide: async (act: () => Promise<unknown>, words: string) => {
      const { place } = waitingAround(rows, id, 0)
      await act()
      setDecided({ words, place })
    },
  }
}
