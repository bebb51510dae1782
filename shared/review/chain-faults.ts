import type { Level } from '../access/levels.ts'
import type { KindName } from '../access/record-keys.ts'
import { RECORD_KINDS } from '../access/record-kinds.ts'
import { SESSION_MAX_HOURS } from '../auth/auth.schema.ts'
import { HOUR_MS } from '../lib/durations.ts'
import {
  approved,
  canDecide,
  currentLevel,
  isRecallable,
  NEW_REVIEW,
  recalled,
  type Review,
  returned,
  submitted,
  unsubmitted,
  withdrawn,
} from './review-chain.ts'

type LoggedAt = { event: string; at: string }

/** Who wrote a row of the log, and what earlier rows say of that person. */
export type Author = {
  user_id: number | null
  access_level: string | null
  request_id: string | null
  /** an operator has erased who it was */
  is_erased: boolean
  /** the newest row about the person's logins; of a row of an import, the row that started it */
  session: LoggedAt | null
  /** the newest row that activated or deactivated the account */
  switched: LoggedAt | null
  /** the newest rows that activated or deactivated the person's role, and that gave or took its right to approve */
  role: LoggedAt | null
  right: { gives: boolean; at: string } | null
}

/** A row of the log as a step. */
export type StepRow = { id: number; event: string; created_at: string; by: Author }

/** a request may end so long after the login, the account or the right that it began with */
const REQUEST_MS = 5 * 60_000
/** the clocks of server and database may differ by as much as a request may last */
const SESSION_MS = SESSION_MAX_HOURS * HOUR_MS + REQUEST_MS

const BEGINS_SESSION: readonly string[] = ['Login', 'Forced Login']

const isPast = (at: string, since: string): boolean => Date.parse(at) - Date.parse(since) > REQUEST_MS

/** Whether a session that began or ended with this row may have lasted until then. */
function isLoggedIn(at: string, session: LoggedAt | null): boolean {
  if (session === null) return false
  // an import goes on without its person
  if (session.event === 'Import Started') return true
  if (!BEGINS_SESSION.includes(session.event)) return !isPast(at, session.at)
  const lasted = Date.parse(at) - Date.parse(session.at)
  return lasted <= SESSION_MS && lasted >= -REQUEST_MS
}

const isOff = (at: string, switched: LoggedAt | null): boolean =>
  switched?.event === 'Deactivated' && isPast(at, switched.at)

/** Returns what a row lacks to be the act of a person, as the end of a sentence; null where it lacks nothing. */
export function authorFault({ created_at, by }: Pick<StepRow, 'created_at' | 'by'>): string | null {
  if (by.is_erased) return null
  if (by.user_id === null) return 'names no person'
  if (by.request_id === null) return 'has no request number'
  if (!isLoggedIn(created_at, by.session)) return 'names a person who was not logged in then'
  return isOff(created_at, by.switched) ? 'names a person whose account was deactivated then' : null
}

const DECISION = /^(Approved|Returned|Withdrawn) \((.+)\)$/

/** The event that ends a final approval, after one of a second person that proposes it. */
export const WITHDRAWN = 'Withdrawn (FMB)'
const PROPOSED = 'Withdrawal Proposed'
const CANCELLED = 'Withdrawal Cancelled'
const OF_WITHDRAWALS: readonly string[] = [PROPOSED, CANCELLED, WITHDRAWN]

const levelOf = (event: string): Level | null =>
  OF_WITHDRAWALS.includes(event) ? 'FMB' : ((DECISION.exec(event)?.[2] ?? null) as Level | null)

/** Returns what a person lacks who must be of this level, as the end of a sentence; null where nothing is. */
export const levelFault = ({ by }: StepRow, level: Level | null): string | null =>
  level === null || by.is_erased || by.access_level === level
    ? null
    : `names a person of ${by.access_level ?? 'no level'}`

/** Returns why a person might not have approved, as far as the log tells of the person's role. */
function rightFault({ event, created_at, by }: StepRow): string | null {
  const needsRight = event.startsWith('Approved') || OF_WITHDRAWALS.includes(event)
  if (by.is_erased || !needsRight) return null
  const { role, right } = by
  const isTaken = isOff(created_at, role) || (right?.gives === false && isPast(created_at, right.at))
  return isTaken ? 'names a person whose role did not have the right to approve then' : null
}

/** A record as the rows so far leave it, and the row that proposes to withdraw its approval, if one waits. */
type Replayed = { review: Review | null; proposal: StepRow | null }

/** The same for a step towards withdrawing an approval. */
function withdrawalRefusal({ event, by }: StepRow, { review, proposal }: Replayed): string | null {
  if (review?.site_status !== 'Approved') return 'FMB had not approved the record'
  if (event === PROPOSED) return proposal ? 'a withdrawal was proposed before' : null
  if (!proposal) return 'no earlier row proposes a withdrawal'
  const isOnePerson = by.user_id !== null && by.user_id === proposal.by.user_id
  return event === WITHDRAWN && isOnePerson ? 'the same person had proposed it' : null
}

/** Why this step could not be made in this state; null where it could. */
function refusalOf(row: StepRow, level: Level | null, before: Replayed): string | null {
  const { event } = row
  const { review } = before
  if (OF_WITHDRAWALS.includes(event)) return withdrawalRefusal(row, before)
  if (event === 'Created') return review === null ? null : 'the record was created before'
  if (review === null) return 'no earlier row says that the record was created'
  if (review.site_status === 'Approved') return 'FMB had approved the record before'
  const waiting = currentLevel(review)
  if (event === 'Submitted') return waiting === null ? null : `the record was waiting for ${waiting}`
  if (waiting === null) return 'the record was not submitted'
  const isInTurn = level === null ? isRecallable(review).ok : canDecide(review, level).ok
  return isInTurn ? null : `the record was waiting for ${waiting}`
}

function stateAfter(kind: KindName, event: string, level: Level | null, review: Review | null): Review {
  if (review === null) return NEW_REVIEW
  if (event === PROPOSED || event === CANCELLED) return review
  if (event === WITHDRAWN) return withdrawn(review)
  if (event === 'Submitted') return submitted(review)
  if (level === null) return recalled(review, unsubmitted(RECORD_KINDS[kind]))
  return event.startsWith('Approved') ? approved(review, level) : returned(review, level)
}

/** "Row 7 of the log, "Approved (FMB)" of SITES-2026-0001, names no person." */
export const rowSentence = ({ id, event }: Pick<StepRow, 'id' | 'event'>, name: string, fault: string) =>
  `Row ${id} of the log, "${event}" of ${name}, ${fault}.`

/** Events that are steps of a review. Activating and deactivating do not change where a record is. */
const isStep = ({ event }: StepRow): boolean =>
  ['Created', 'Submitted', 'Recalled', ...OF_WITHDRAWALS].includes(event) || DECISION.test(event)

/**
 * Replays the log's rows about an approved record, in their order, through the review chain. Returns a sentence about the
 * first row that is no step of a review: out of turn, without an earlier step, or not by a person who was logged in and
 * had the right, as far as the log says; null where the approval is the end of a whole chain.
 */
export function chainFault(kind: KindName, rows: readonly StepRow[], name: string): string | null {
  let review: Review | null = null
  let proposal: StepRow | null = null
  for (const row of rows.filter(isStep)) {
    const { event } = row
    const level = levelOf(event)
    const refusal = refusalOf(row, level, { review, proposal })
    const fault = refusal
      ? `is no step of a review: ${refusal}`
      : (authorFault(row) ?? levelFault(row, level) ?? rightFault(row))
    if (fault) return rowSentence(row, name, fault)
    review = stateAfter(kind, event, level, review)
    if (OF_WITHDRAWALS.includes(event)) proposal = event === PROPOSED ? row : null
  }
  return null
}

/** The event that must come before each step of a summary. */
const BEFORE: Record<string, string> = {
  Frozen: 'Created',
  Published: 'Frozen',
  Replaced: 'Published',
  Withdrawn: 'Published',
}

/** The same for the log's rows about a frozen summary: each needs the one before it, and a person who was logged in. */
export function summaryFault(rows: readonly StepRow[], name: string): string | null {
  for (const [at, row] of rows.entries()) {
    const needed = BEFORE[row.event]
    const isNext = !needed || rows.slice(0, at).some(({ event }) => event === needed)
    const fault = isNext
      ? (authorFault(row) ?? levelFault(row, 'FMB'))
      : `is no step of a summary: no earlier row is "${needed}"`
    if (fault) return rowSentence(row, name, fault)
  }
  return null
}
