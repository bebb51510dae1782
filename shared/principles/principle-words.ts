import type { PlainKey, Translate } from '../texts/translate.ts'
import type { PrincipleNumber } from './principle-numbers.ts'

const TITLE_KEYS = {
  1: 'record.principle_1',
  2: 'record.principle_2',
  3: 'record.principle_3',
  4: 'record.principle_4',
  5: 'record.principle_5',
  6: 'record.principle_6',
  7: 'record.principle_7',
  8: 'record.principle_8',
} as const satisfies Record<PrincipleNumber, PlainKey>

/** The short title of a principle in the language of the page. */
export const principleIn = (t: Translate, number: PrincipleNumber): string => t(TITLE_KEYS[number])
