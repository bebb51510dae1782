import { type Actor, covers, holds, holdsAny, mayRead, type Scoped } from '../access/actor.ts'
import type { MayCall } from '../access/endpoint.ts'
import type { Status } from '../access/levels.ts'
import type { KindName, RECORD_KEYS } from '../access/record-keys.ts'
import { all, type Denied, no, type Verdict, yes } from '../lib/verdict.ts'
import { canDecide, type Review } from './review-chain.ts'

export type Reviewed = Scoped &
  Review & {
    status: Status
    created_by_id: number
    submitted_by_id: number | null
    deactivated_by_id: number | null
    /** by whom and when; lists may omit it */
    deactivated_by?: string | null
    deactivated_at?: string | null
  }

export type ReviewKeys = (typeof RECORD_KEYS)[KindName]

/** The refusal about a deactivated record, with who deactivated it and when (S-121). */
export const deactivated = (
  {
    deactivated_by: by = null,
    deactivated_at: at = null,
  }: Pick<Reviewed, 'deactivated_by' | 'deactivated_at'>,
  record = 'This record',
): Denied =>
  at === null
    ? no('deactivated_record', { record })
    : no('deactivated_by', { record, by: by ?? 'another user', at })

export const isActivated = (record: Reviewed): Verdict =>
  record.status === 'Activated' ? yes : deactivated(record)

/** Drafts are not disclosed outside the office, not even by a refusal (S-35). */
const isDraftElsewhere = (actor: Actor, record: Review): boolean =>
  record.site_status === 'Save as Draft' && actor.access_level !== 'PENRO'

export const isWithinReach = (actor: Actor, record: Reviewed): Verdict =>
  isDraftElsewhere(actor, record) ? no('scope') : covers(actor, record)

/** Whether this person encoded or last submitted the record. */
export const isOwnWork = (actor: Actor, record: Reviewed): boolean =>
  actor.id === record.created_by_id || actor.id === record.submitted_by_id

/** An encoder or submitter may not approve the record, unless they are the office's only approver (S-70). */
export const isNotOwnWork = (actor: Actor, record: Reviewed, onlyApprover: boolean): Verdict =>
  !onlyApprover && isOwnWork(actor, record) ? no('duties') : yes

/** A record can be deactivated before any approval only (001 §4: status toggle). */
const isBeforeApproval = (record: Review): Verdict =>
  record.site_status === 'Approved' || record.penro_status === 'Approved' ? no('approved_record') : yes

/** Whether the person sees all deactivated records in their scope. */
export const seesDeactivated = (actor: Actor, { activate }: Pick<ReviewKeys, 'activate'>): boolean =>
  mayRead(actor, holds(actor, activate)).ok

/** Builds the policies for listing, seeing, deciding on and switching a kind of record; `isInUse` is its own check. */
export function reviewPolicies<Row extends Reviewed>(keys: ReviewKeys, isInUse: (record: Row) => Verdict) {
  const mayReview = (actor: Actor): Verdict => holdsAny(actor, keys.approve, keys.return)
  /** reading the approval lists */
  const mayReadQueue = (actor: Actor): Verdict => mayRead(actor, mayReview(actor))
  const mayList = (actor: Actor): Verdict => holdsAny(actor, keys.access, keys.approve, keys.return)

  /**
   * Deactivated records are visible to their creator, to the person who deactivated them, to holders of the activate
   * key (S-36) and to auditors; others in scope, who may have the record open, learn who deactivated it and when (S-121).
   */
  function isVisible(actor: Actor, record: Row): Verdict {
    const known =
      isInUse(record).ok ||
      actor.id === record.created_by_id ||
      actor.id === record.deactivated_by_id ||
      seesDeactivated(actor, keys)
    if (isDraftElsewhere(actor, record)) return no('scope')
    return known ? yes : { ...deactivated(record), why: 'scope' }
  }
  const maySee = (actor: Actor, record: Row): Verdict =>
    all(mayList(actor), covers(actor, record), isVisible(actor, record))

  const isDecidable = (actor: Actor, record: Row): Verdict =>
    all(isWithinReach(actor, record), isInUse(record), canDecide(record, actor.access_level))
  const mayReturn = (actor: Actor, record: Row): Verdict =>
    all(holds(actor, keys.return), isDecidable(actor, record))
  const mayApprove = (actor: Actor, record: Row, onlyApprover = false): Verdict =>
    all(holds(actor, keys.approve), isDecidable(actor, record), isNotOwnWork(actor, record, onlyApprover))

  const mayDeactivate = (actor: Actor, record: Row): Verdict =>
    all(
      holds(actor, keys.deactivate),
      isWithinReach(actor, record),
      isActivated(record),
      isBeforeApproval(record),
    )
  const mayActivate = (actor: Actor, record: Row): Verdict =>
    all(
      holds(actor, keys.activate),
      isWithinReach(actor, record),
      record.status === 'Deactivated' ? yes : no('record_is_activated'),
    )
  return { keys, mayList, mayReview, mayReadQueue, maySee, mayApprove, mayReturn, mayDeactivate, mayActivate }
}

export type ReviewPolicies<Row extends Reviewed> = ReturnType<typeof reviewPolicies<Row>>

/** Who may make the calls that each kind of record has. */
export type CallRights = Pick<ReviewPolicies<Reviewed>, 'keys' | 'mayReview' | 'mayReadQueue'> & {
  maySubmit: MayCall
  mayRecall: MayCall
}
