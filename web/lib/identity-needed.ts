import type { Endpoint } from '../../shared/access/endpoint.ts'
import type { IdentityMeans } from '../../shared/lib/refusals.ts'

/** The call that a person must confirm, with what, and for a decision on several the number of records. */
export type IdentityQuestion = { endpoint: Endpoint; means: IdentityMeans; count: number | null }

type Ask = (question: IdentityQuestion) => Promise<boolean>

let ask: Ask = async () => false
/** the question that is open; resolves with whether the proof was given */
let open: Promise<boolean> | null = null

/** Sets how the person is asked for an identity check; returns the function that ends it. */
export function onIdentityNeeded(handler: Ask): () => void {
  ask = handler
  return () => {
    ask = async () => false
  }
}

/**
 * Asks the person for an identity check; resolves with whether it was given. Calls at the same time share one
 * question, except those for several records: their proof counts once.
 */
export async function askForIdentity(question: IdentityQuestion): Promise<boolean> {
  while (open) {
    const isGiven = await open.catch(() => false)
    if (question.count === null) return isGiven
  }
  open = ask(question)
  try {
    return await open
  } finally {
    open = null
  }
}
