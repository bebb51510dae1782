import { type Actor, covers, holds, holdsAny, isAtLevel } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { isActivated, type Reviewed } from '../review/review.policy.ts'

const isEncoder = (actor: Actor): Verdict =>
  all(isAtLevel(actor, 'PENRO'), holdsAny(actor, 'site_map_edit', 'site_map_create'))

const isOffice = (actor: Actor, site: Reviewed): Verdict =>
  all(isEncoder(actor), covers(actor, site), isActivated(site))

/** The office of a profile explains what was found, in every state of the profile: a new layer finds land at any time. */
export const canExplainFinding = isOffice

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
