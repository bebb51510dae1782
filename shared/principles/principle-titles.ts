import { RECORD } from '../texts/en/record.ts'
import type { PrincipleNumber } from './principle-numbers.ts'

/* The subjects of the eight principles for the staff, who read English. Also exported by principles.schema.ts. */

export {
  indicatorNumber,
  PRINCIPLE_COUNT,
  PRINCIPLE_NUMBERS,
  type PrincipleNumber,
  perPrinciple,
} from './principle-numbers.ts'

/** The subjects of the eight principles as short titles in English (000 §9). */
export const PRINCIPLE_SHORT_TITLES: Record<PrincipleNumber, string> = {
  1: RECORD['record.principle_1'],
  2: RECORD['record.principle_2'],
  3: RECORD['record.principle_3'],
  4: RECORD['record.principle_4'],
  5: RECORD['record.principle_5'],
  6: RECORD['record.principle_6'],
  7: RECORD['record.principle_7'],
  8: RECORD['record.principle_8'],
}

/** the most figures of an outcome indicator */
export const FIGURES_MAX = 4
