import { type Actor, isFmbAdministrator, mayRead } from '../access/actor.ts'
import { no, type Verdict, yes } from '../lib/verdict.ts'

/** FMB's administrators correct translations and say which are reviewed. */
export const canReviewTexts = (actor: Actor): Verdict => isFmbAdministrator(actor, 'fmb_translations')

export const canSeeTranslations = (actor: Actor): Verdict => mayRead(actor, canReviewTexts(actor))

/** Fails if a text, its English or its review is no longer what the caller was shown. */
export const isAsSeen = (seen: string, now: { seen: string }): Verdict =>
  seen === now.seen ? yes : no('text_saved')

export const areAsSeen = (seen: string, now: string): Verdict => (seen === now ? yes : no('texts_changed'))

/** A save must change something. */
export const isAnyChange = (changes: readonly unknown[]): Verdict =>
  changes.length > 0 ? yes : no('texts_same')
