import { type Actor, covers, holds, holdsAny, isAtLevel } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import type { Level } from '../access/levels.ts'
import type { Finding } from '../land/findings.schema.ts'
import { currentLevel, type Review, REVIEW_CHAIN } from '../review/review-chain.ts'
import { isActivated, isNotOwnWork, type Reviewed } from '../review/review.policy.ts'

const isEncoder = (actor: Actor): Verdict =>
  all(isAtLevel(actor, 'PENRO'), holdsAny(actor, 'site_map_edit', 'site_map_create'))

const isOffice = (actor: Actor, site: Reviewed): Verdict =>
  all(isEncoder(actor), covers(actor, site), isActivated(site))

/** The office of a profile explains what was found, in every state of the profile: a new layer finds land at any time. */
export const canExplainFinding = isOffice

type FindingFacts = Pick<Finding, 'state' | 'accepted_levels'>

/** The level above all that have accepted a finding; null above the last. */
const levelAfter = (accepted: readonly Level[]): Level | null =>
  REVIEW_CHAIN[1 + Math.max(-1, ...accepted.map((level) => REVIEW_CHAIN.indexOf(level)))] ?? null

/**
 * Whose task a finding is, of one alone: the office explains it; then the level that decides on the profile accepts it
 * or, once that is approved, one level after the other. Null: nobody's.
 */
export function turnOf({ state, accepted_levels }: FindingFacts, site: Review): 'office' | Level | null {
  const level = site.site_status === 'Approved' ? levelAfter(accepted_levels) : currentLevel(site)
  if (level !== null && accepted_levels.includes(level)) return null
  return state === 'found' ? 'office' : level
}

/** Whose tasks a person sees: those of the office, of their level, or of all for those who only read. */
export const turnsOf = (actor: Actor): ('office' | Level)[] => [
  ...(isEncoder(actor).ok ? ['office' as const] : []),
  ...(holds(actor, 'site_maps_approval').ok ? [actor.access_level] : []),
]

export const canReviewFindings = (actor: Actor, site: Reviewed): Verdict =>
  all(holds(actor, 'site_maps_approval'), covers(actor, site), isActivated(site))

/** The level whose turn it is accepts a finding of an approved profile, or returns it to the office (S-163). */
export const canDecideFinding = (
  actor: Actor,
  site: Reviewed,
  finding: FindingFacts,
  onlyApprover: boolean,
): Verdict =>
  all(
    canReviewFindings(actor, site),
    site.site_status === 'Approved' ? yes : no('finding_with_profile'),
    turnOf(finding, site) === actor.access_level ? yes : no('finding_of_others'),
    isNotOwnWork(actor, site, onlyApprover),
  )

/** The office of a profile records its instruments. */
export const canRecordInstrument = isOffice

/** The office and all who review the profile record who was asked and what was answered. */
export const canRecordRequest = (actor: Actor, site: Reviewed): Verdict =>
  all(isEncoder(actor).ok ? yes : holds(actor, 'site_maps_approval'), covers(actor, site), isActivated(site))

/** FMB's reviewers of profiles confirm instruments. */
export const canReviewInstruments = (actor: Actor, site: Reviewed): Verdict =>
  all(isAtLevel(actor, 'FMB'), holds(actor, 'site_maps_approval'), isActivated(site))

type Confirmable = { issued_on: string | null; confirmed_at: string | null }

/** An instrument is confirmed once it is issued: its kind and year are public then. */
export const canConfirmInstrument = (actor: Actor, site: Reviewed, instrument: Confirmable): Verdict =>
  all(
    canReviewInstruments(actor, site),
    instrument.issued_on === null ? no('instrument_not_issued') : yes,
    instrument.confirmed_at === null ? yes : no('instrument_confirmed'),
  )
