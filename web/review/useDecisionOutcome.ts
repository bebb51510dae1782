import { useState } from 'react'
import { ApiError } from '../lib/call.ts'

const CONFLICT = 409

export const NOT_RECORDED = 'Your decision was not recorded.'
const RELOAD_ADVICE =
  'The record changed while you were looking at it. It is shown as it is now: please look again and decide.'

/** The decision on a record that its reviewer has open. */
export type Outcome = {
  /** "SITES-R04A-2026-0007 approved." */
  words: string
  /** false when another user was quicker */
  isOwn: boolean
  /** the position of the record among the pending ones */
  place: number
}

/** Remembers how a decision ended and where its record was in the queue. */
export function useDecisionOutcome() {
  const [decided, setDecided] = useState<Outcome | null>(null)
  return {
    decided,
    /**
     * Makes the decision. On a conflict, `became` reloads the record and returns what happened to it, or null if it can
     * still be decided on. Resolves with whether the decision was made.
     */
    decide: async (
      act: () => Promise<unknown>,
      { words, place, became }: { words: string; place: number; became: () => Promise<string | null> },
    ): Promise<boolean> => {
      try {
        await act()
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error
        const happened = await became()
        // the record is as it was: what was found on its land is not
        if (happened === null)
          throw error.code?.startsWith('finding') ? error : new ApiError(CONFLICT, { message: RELOAD_ADVICE })
        setDecided({ words: happened, isOwn: false, place })
        return false
      }
      setDecided({ words, isOwn: true, place })
      return true
    },
  }
}
