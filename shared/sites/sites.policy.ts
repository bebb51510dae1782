import { type Actor, covers, holds, holdsAny, type Scoped } from '../access/actor.ts'
import type { Status } from '../access/levels.ts'
import type { PermissionKey } from '../access/permissions.ts'
import { formatDateTime } from '../lib/dates.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { canDecide, type Review } from '../review/review-chain.ts'

export const EDIT_ONLY_RETURNED = {
  title: 'Site Status is not RETURNED',
  message: 'Site is only available to edit once RETURNED.',
} as const

const HIDDEN = 'This record was not found.'

/** What the policies need to know of a profile or an activity. */
export type Reviewed = Scoped &
  Review & {
    status: Status
    created_by_id: number
    submitted_by_id: number | null
    deactivated_by_id: number | null
    /** by whom and when; a list row need not say it */
    deactivated_by?: string | null
    deactivated_at?: string | null
  }

/** Says who switched a record off and when, to whoever meets it afterwards (S-121). */
export const deactivatedWords = ({
  deactivated_by,
  deactivated_at,
}: Pick<Reviewed, 'deactivated_by' | 'deactivated_at'>): string =>
  deactivated_at
    ? `This record was deactivated by ${deactivated_by ?? 'somebody'} on ${formatDateTime(deactivated_at)}.`
    : 'This record is deactivated.'

export const isActivated = (
  record: Pick<Reviewed, 'status' | 'deactivated_by' | 'deactivated_at'>,
): Verdict => (record.status === 'Activated' ? yes : no('state', deactivatedWords(record)))

/**
 * Deactivated records show only to their creator, who deactivated them, and holders of the activate key (S-36); others
 * of its scope, who may have it before them, hear who deactivated it and when (S-121).
 */
export function isVisible(actor: Actor, record: Reviewed, activateKey: PermissionKey): Verdict {
  const known =
    record.status === 'Activated' ||
    actor.id === record.created_by_id ||
    actor.id === record.deactivated_by_id ||
    actor.permissions.includes(activateKey)
  const draftElsewhere = record.site_status === 'Save as Draft' && actor.access_level !== 'PENRO'
  if (draftElsewhere) return no('scope', HIDDEN)
  return known ? yes : no('scope', deactivatedWords(record))
}

/** Whether this person encoded or last submitted the record. */
export const isOwnWork = (actor: Actor, record: Reviewed): boolean =>
  actor.id === record.created_by_id || actor.id === record.submitted_by_id

/** Who encoded or submitted a record does not approve it, unless nobody else in the office can (S-70). */
export const isNotOwnWork = (actor: Actor, record: Reviewed, onlyApprover: boolean): Verdict =>
  !onlyApprover && isOwnWork(actor, record)
    ? no('duties', 'You submitted this record, so another approver must act on it.')
    : yes

/** Before any approval a record may be switched off (001 §4: status toggle). */
export const isBeforeApproval = (record: Review): Verdict =>
  record.site_status === 'Approved' || record.penro_status === 'Approved'
    ? no('state', 'An approved record cannot be deactivated.')
    : yes

const isReturned = (record: Review): Verdict =>
  record.site_status === 'Returned' ? yes : no('state', EDIT_ONLY_RETURNED.message)

export const canListSites = (actor: Actor): Verdict =>
  holdsAny(actor, 'site_map_access', 'site_maps_approval', 'site_maps_return')

export const canReviewSites = (actor: Actor): Verdict =>
  holdsAny(actor, 'site_maps_approval', 'site_maps_return')

export const canSeeSite = (actor: Actor, site: Reviewed): Verdict =>
  all(canListSites(actor), covers(actor, site), isVisible(actor, site, 'site_map_activate'))

export const canCreateSite = (actor: Actor): Verdict => holds(actor, 'site_map_create')

/** Trying out a boundary on the form, before anything is saved. */
export const canDrawBoundary = (actor: Actor): Verdict => holdsAny(actor, 'site_map_create', 'site_map_edit')

export const canEditSite = (actor: Actor, site: Reviewed): Verdict =>
  all(holds(actor, 'site_map_edit'), covers(actor, site), isActivated(site), isReturned(site))

export const canSubmitSite = (actor: Actor, site: Reviewed): Verdict =>
  all(
    holdsAny(actor, 'site_map_edit', 'site_map_create'),
    covers(actor, site),
    isActivated(site),
    site.site_status === 'Returned' ? yes : no('state', 'Only a returned profile can be submitted again.'),
  )

const canReview = (actor: Actor, site: Reviewed, key: PermissionKey): Verdict =>
  all(holds(actor, key), covers(actor, site), isActivated(site), canDecide(site, actor.access_level))

export const canApproveSite = (actor: Actor, site: Reviewed, onlyApprover = false): Verdict =>
  all(canReview(actor, site, 'site_maps_approval'), isNotOwnWork(actor, site, onlyApprover))

export const canReturnSite = (actor: Actor, site: Reviewed): Verdict =>
  canReview(actor, site, 'site_maps_return')

export const canDeactivateSite = (actor: Actor, site: Reviewed): Verdict =>
  all(holds(actor, 'site_map_deactivate'), covers(actor, site), isActivated(site), isBeforeApproval(site))

export const canActivateSite = (actor: Actor, site: Reviewed): Verdict =>
  all(
    holds(actor, 'site_map_activate'),
    covers(actor, site),
    site.status === 'Deactivated' ? yes : no('state', 'This record is already activated.'),
  )
