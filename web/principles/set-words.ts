import { formatDate } from '../../shared/lib/dates.ts'
import { formatCount, plural } from '../../shared/lib/format.ts'
import type { PrincipleBatch } from '../../shared/principles/principles.schema.ts'

/** "Set 2: 1,204 activities in work" */
export const openOn = ({ batch_number, open_activities }: PrincipleBatch): string =>
  `Set ${batch_number}: ${plural(open_activities, 'activity', 'activities')} in work`

/** "40 SITES activities use it, 12 of them in work." */
export function usedBy({ activities, open_activities }: PrincipleBatch): string {
  if (activities === 0) return 'No SITES activity uses it.'
  return `${plural(activities, 'SITES activity uses', 'SITES activities use')} it, ${formatCount(open_activities)} of them in work.`
}

/** "Jun 01, 2031, Ana Reyes, Principle #4", or that it is the first set. */
export function originOf({ principle_number, created_at, created_by }: PrincipleBatch): string {
  if (principle_number === null) return 'the first set'
  return [formatDate(created_at), created_by, `Principle #${principle_number}`].filter(Boolean).join(', ')
}
