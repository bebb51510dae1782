import type { Translate } from '../texts/translate.ts'
import { dateIn } from '../texts/words.ts'
import type { ChangedSince } from './summaries.schema.ts'

/** "3 of the 41 records cited here have changed since.": the number only, never which. */
export function sinceWords(t: Translate, { records, changed }: ChangedSince): string {
  if (records === 0) return t('summaries.no_records')
  if (records === 1) return t(changed === 0 ? 'summaries.one_unchanged' : 'summaries.one_changed')
  if (changed < 2) return t(changed === 0 ? 'summaries.none_changed' : 'summaries.first_changed', { records })
  return t('summaries.some_changed', { changed, records })
}

/** "Withdrawn on Nov 26, 2026. Reason: a number is wrong." */
export function withdrawnWords(t: Translate, withdrawn_at: string, reason: string | null): string {
  const day = dateIn(t, withdrawn_at)
  return reason === null
    ? t('summaries.withdrawn', { day })
    : t('summaries.withdrawn_reason', { day, reason })
}
