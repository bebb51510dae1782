import { type Actor, covers, holds, holdsAny, isAtLevel, type Scoped } from '../access/actor.ts'
import { RECORD_KEYS } from '../access/record-keys.ts'
import type { PlainCode } from '../lib/refusals.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { isRecallable, type Review, REVIEW_CHAIN } from '../review/review-chain.ts'
import { isActivated, type Reviewed, reviewPolicies } from '../review/review.policy.ts'

/** The heading over a refused edit, in the specification's words. */
export const NOT_RETURNED = 'Site Status is not RETURNED'

const isReturned = (record: Review, code: PlainCode): Verdict =>
  record.site_status === 'Returned' ? yes : no(code)

export const SITE_POLICIES = reviewPolicies<Reviewed>(RECORD_KEYS.site, isActivated)
export const {
  mayList: canListSites,
  mayReview: canReviewSites,
  maySee: canSeeSite,
  mayApprove: canApproveSite,
  mayReturn: canReturnSite,
  mayDeactivate: canDeactivateSite,
  mayActivate: canActivateSite,
} = SITE_POLICIES

/**
 * How much a person may see of another activated profile that overlaps a boundary (S-114). `open`: it is in their
 * scope; `named`: elsewhere, but finally approved and so public; `unnamed`: in review elsewhere, only hectares.
 */
export type SiteVisibility = 'open' | 'named' | 'unnamed'

export function siteVisibility(actor: Actor, site: Scoped & Pick<Review, 'site_status'>): SiteVisibility {
  if (covers(actor, site).ok) return 'open'
  return site.site_status === 'Approved' ? 'named' : 'unnamed'
}

export const canCreateSite = (actor: Actor): Verdict => holds(actor, 'site_map_create')

/** Checking a boundary on the form, before anything is saved. */
export const canDrawBoundary = (actor: Actor): Verdict => holdsAny(actor, 'site_map_create', 'site_map_edit')

export const canEditSite = (actor: Actor, site: Reviewed): Verdict =>
  all(
    holds(actor, 'site_map_edit'),
    covers(actor, site),
    isActivated(site),
    isReturned(site, 'edit_only_returned'),
  )

export const canSubmitSite = (actor: Actor, site: Reviewed): Verdict =>
  all(
    holdsAny(actor, 'site_map_edit', 'site_map_create'),
    covers(actor, site),
    isActivated(site),
    isReturned(site, 'submit_only_returned'),
  )

/**
 * Whether any level has ever approved the record: according to its history or, for a record entered without history, to
 * the level that returned it, since a level only gets what those below have approved.
 */
const wasApprovedOnce = (
  { returned_by }: Pick<Review, 'returned_by'>,
  history: readonly { action: string }[],
): boolean =>
  history.some(({ action }) => action === 'Approved') ||
  (returned_by !== null && returned_by !== REVIEW_CHAIN[0])

/** The conditions of both: a user who may submit the activated profiles of their office. */
const mayWithdrawOrRecall = (actor: Actor, site: Reviewed): Verdict =>
  all(
    isAtLevel(actor, 'PENRO'),
    holdsAny(actor, 'site_map_edit', 'site_map_create'),
    covers(actor, site),
    isActivated(site),
  )

/** Withdrawing a profile that no level has ever approved, by its office (S-146). */
export const canWithdrawSite = (
  actor: Actor,
  site: Reviewed,
  history: readonly { action: string }[],
): Verdict =>
  all(
    mayWithdrawOrRecall(actor, site),
    isReturned(site, 'withdraw_only_returned'),
    wasApprovedOnce(site, history) ? no('approved_before') : yes,
  )

/** Recalling a submission of the actor's office. */
export const canRecallSite = (actor: Actor, site: Reviewed): Verdict =>
  all(mayWithdrawOrRecall(actor, site), isRecallable(site))
