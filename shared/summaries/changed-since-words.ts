import type { Translate } from '../texts/translate.ts'
import { dateIn } from '../texts/words.ts'
import type { ChangedSince, WithdrawnRecord } from './summaries.schema.ts'

/** "3 of the 41 records cited here have changed since.": the number only, never which. */
export function sinceWords(t: Translate, { records, changed }: ChangedSince): string {
  if (records === 0) return t('summaries.no_records')
  if (records === 1) return t(changed === 0 ? 'summaries.one_unchanged' : 'summaries.one_changed')
  if (changed < 2) return t(changed === 0 ? 'summaries.none_changed' : 'summaries.first_changed', { records })
  return t('summaries.some_changed', { changed, records })
}

/** "Approvals of records cited here were withdrawn: SITES-R04A-2025-0011 (2025) on Nov 26, 2026."; null without one. */
export const recordsWithdrawnWords = (t: Translate, withdrawn: readonly WithdrawnRecord[]): string | null =>
  withdrawn.length === 0
    ? null
    : t('summaries.records_withdrawn', {
        records: withdrawn
          .map(({ code, reporting_year: year, withdrawn_at }) =>
            t('summaries.record_withdrawn', { code, year, day: dateIn(t, withdrawn_at) }),
          )
          .join('; '),
      })

/** "Withdrawn on Nov 26, 2026. Reason: a number is wrong." */
export function withdrawnWords(t: Translate, withdrawn_at: string, reason: string | null): string {
  const day = dateIn(t, withdrawn_at)
  return reason === null
    ? t('summaries.withdrawn', { day })
    : t('summaries.withdrawn_reason', { day, reason })
}
