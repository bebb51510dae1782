import { formatCount } from '../lib/format.ts'
import type { CountKey, PlainKey, Translate } from './translate.ts'

/** "1 day", "1,200 days": the message of one, or that of a count. */
export const countIn = (t: Translate, count: number, one: PlainKey, many: CountKey): string =>
  count === 1 ? t(one) : t(many, { count: formatCount(count) })
