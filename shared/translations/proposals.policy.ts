import type { Actor } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { canReviewTexts } from './translations.policy.ts'

/** A change of an official word that waits for a second person. */
type Proposed = { proposed_by_id: number }

/** Whether the actor proposed it, and so may take it back and not confirm it. Screens ask this, too. */
export const isOwnProposal = (actor: Actor, { proposed_by_id }: Proposed): boolean =>
  proposed_by_id === actor.id

/** Another person than who proposed a text confirms it; the server also asks whether the two accounts are two people. */
export const canConfirmText = (actor: Actor, proposal: Proposed): Verdict =>
  all(canReviewTexts(actor), isOwnProposal(actor, proposal) ? no('one_person') : yes)

/** Who proposed a text may take that back. */
export const canTakeBackText = (actor: Actor, proposal: Proposed): Verdict =>
  all(canReviewTexts(actor), isOwnProposal(actor, proposal) ? yes : no('proposal_of_another'))
