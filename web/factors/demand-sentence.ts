import type { MySignIn } from '../../shared/factors/factors.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dayIn } from '../../shared/texts/words.ts'

type Demanded = Pick<MySignIn, 'demand' | 'required_from' | 'has_factor'>

/** What the level demands of the person, as one sentence; `today` is yyyy-mm-dd in Manila. */
export function demandSentence(
  t: Translate,
  { demand, required_from, has_factor }: Demanded,
  today: string,
): string {
  if (has_factor) return t(demand === 'required' ? 'my_sign_in.demand_met' : 'my_sign_in.is_set_up')
  if (demand !== 'required' || required_from === null)
    return t(demand === 'off' ? 'my_sign_in.demand_off' : 'my_sign_in.demand_offered')
  return required_from <= today
    ? t('my_sign_in.demand_now')
    : t('my_sign_in.demand_from', { day: dayIn(t, required_from) })
}

/** Why a person can do nothing else first; after a reset no demand of the level explains it. */
export const forcedSentence = (t: Translate, mine: Demanded, today: string): string =>
  mine.demand === 'required' && mine.required_from !== null && mine.required_from <= today
    ? demandSentence(t, mine, today)
    : t('my_sign_in.was_reset')
