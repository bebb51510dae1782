import { formatDate } from '../../shared/lib/dates.ts'
import type { TextState } from '../../shared/texts/reviewed-text.ts'
import { plural } from '../../shared/lib/format.ts'
import type { Saved, Translation } from '../../shared/translations/translations.schema.ts'

export const STATE_WORDS: Record<TextState, string> = {
  reviewed: 'Reviewed',
  'not reviewed': 'Not reviewed',
  changed: 'Changed',
}

/** The states, and the texts of which a change waits, as the filter names them. */
export const FILTER_WORDS = { ...STATE_WORDS, waiting: 'Waiting for a second person' }

/** "3 texts", and how many of them a second person must confirm. */
export const savedWords = ({ saved, proposed = 0 }: Saved): string =>
  proposed === 0
    ? plural(saved, 'text')
    : `${plural(saved, 'text')} (${plural(proposed, 'official word')} once a second person confirms)`

/** What is said below the state of a text: what has changed, or who reviewed it and when. */
export function stateNote({ state, before, english, reviewed_by, reviewed_at }: Translation): string | null {
  if (state === 'changed')
    return before?.english === english ? 'The translation has changed since' : 'English has changed since'
  return reviewed_by === null ? null : `${reviewed_by}, ${formatDate(reviewed_at)}`
}
