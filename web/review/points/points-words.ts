import { formatDate } from '../../../shared/lib/dates.ts'
import type { Point, PointAction, PointChange, StoredKind } from '../../../shared/review/points.schema.ts'
import { daysSince } from '../../lib/days.ts'

/** The state of a point in words: "Open for 9 days", "Answer prepared", "Settled Nov 12, 2026". */
export function stateWords({ state, since }: Pick<Point, 'state' | 'since'>, isPrepared: boolean, now: Date) {
  switch (state) {
    case 'open':
      return isPrepared ? 'Answer prepared' : `Open for ${daysSince(since, now)}`
    case 'answered':
      return `Answered ${daysSince(since, now)} ago`
    case 'settled':
      return `Settled ${formatDate(since)}`
    case 'withdrawn':
      return `Withdrawn ${formatDate(since)}`
  }
}

export const ACTION_WORDS: Record<PointAction, string> = {
  Sent: 'Sent',
  Answered: 'Answered',
  Recalled: 'Answer recalled',
  Settled: 'Settled',
  Reopened: 'Asked again',
  Withdrawn: 'Withdrawn',
}

export const CHANGE_WORDS: Record<PointChange['what'], string> = {
  changed: 'Changed',
  added: 'Added',
  removed: 'Removed',
  replaced: 'Replaced',
  renamed: 'Renamed',
  recorded: 'Recorded',
}

/** What answers a point, for the office that works on it (S-167). */
export const ANSWERED_BY: Record<StoredKind, string> = {
  correct: 'Answered by a change here or by your words.',
  replace: 'Answered by another file or value in its place or by your words.',
  add: 'Answered by something added here or by your words.',
  explain: 'Answered by your words.',
  comment: 'Answered by a change here or by your words.',
}

/** "1 point is not answered" for a question before a submission. */
export const notAnsweredWords = (count: number): string =>
  count === 1 ? '1 point is not answered' : `${count} points are not answered`
