import type { Translate } from '../../shared/texts/translate.ts'

/** "15 minutes" */
export const minutesIn = (t: Translate, count: number): string =>
  count === 1 ? t('refused.minute') : t('refused.minutes', { count })
