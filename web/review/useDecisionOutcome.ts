import { useState } from 'react'
import { ApiError } from '../lib/call.ts'

const CONFLICT = 409

export const NOT_RECORDED = 'Your decision was not recorded.'
const RELOAD_ADVICE =
  'The record changed while you were looking at it. It is shown as it is now: please look again and decide.'

/** What became of a record under the eyes of its reviewer. */
export type Outcome = {
  /** "SITES-R04A-2026-0007 approved." */
  words: string
  /** by this person; else another user was quicker */
  isOwn: boolean
  /** where the record was among those that wait */
  place: number
}

/** Remembers how a decision ended and where its record was among those that wait. */
export function useDecisionOutcome() {
  const [decided, setDecided] = useState<Outcome | null>(null)
  return {
    decided,
    /**
     * Makes the decision. Where the record has moved on meanwhile, `became` looks at it afresh and says what happened;
     * null when it can still be decided. Resolves with whether the decision was made.
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
        if (happened === null) throw new ApiError(CONFLICT, { message: RELOAD_ADVICE })
        setDecided({ words: happened, isOwn: false, place })
        return false
      }
      setDecided({ words, isOwn: true, place })
      return true
    },
  }
}
