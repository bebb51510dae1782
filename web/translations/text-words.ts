import { formatDate } from '../../shared/lib/dates.ts'
import type { TextState } from '../../shared/texts/reviewed-text.ts'
import type { Translation } from '../../shared/translations/translations.schema.ts'

export const STATE_WORDS: Record<TextState, string> = {
  reviewed: 'Reviewed',
  'not reviewed': 'Not reviewed',
  changed: 'Changed',
}

/** What is said below the state of a text: what has changed, or who reviewed it and when. */
export function stateNote({ state, before, english, reviewed_by, reviewed_at }: Translation): string | null {
  if (state === 'changed')
    return before?.english === english ? 'The translation has changed since' : 'English has changed since'
  return reviewed_by === null ? null : `${reviewed_by}, ${formatDate(reviewed_at)}`
}
