import type { MySignIn } from '../../shared/factors/factors.schema.ts'
import { formatDay } from '../../shared/lib/manila-days.ts'

type Demanded = Pick<MySignIn, 'demand' | 'required_from' | 'has_factor'>

const OFFERED = {
  off: 'Your level does not ask for a second factor. You can set one up to protect your account.',
  offered: 'Your level recommends a second factor. It is not required.',
}

/** What the level demands of the person, as one sentence; `today` is yyyy-mm-dd in Manila. */
export function demandSentence({ demand, required_from, has_factor }: Demanded, today: string): string {
  if (has_factor)
    return demand === 'required'
      ? 'Your level needs a second factor, and yours is set up.'
      : 'Your second factor is set up. It is asked for when you log in.'
  if (demand !== 'required' || required_from === null) return OFFERED[demand === 'off' ? 'off' : 'offered']
  return required_from <= today
    ? 'Your level needs a second factor: please set one up now. Everything else opens when that is done.'
    : `From ${formatDay(required_from)} your level needs a second factor.`
}

/** Why a person can do nothing else first; after a reset no demand of the level explains it. */
export const forcedSentence = (mine: Demanded, today: string): string =>
  mine.demand === 'required' && mine.required_from !== null && mine.required_from <= today
    ? demandSentence(mine, today)
    : 'Your second factor was reset: please set up a new one now. Everything else opens when that is done.'
