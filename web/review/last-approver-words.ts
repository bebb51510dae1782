import { ALL_KINDS, type ByKind } from '../../shared/access/record-kinds.ts'
import { formatList, plural } from '../../shared/lib/format.ts'
import type { UnattendedWork } from '../../shared/review/review.schema.ts'

/** "9 profiles and 1 activity are waiting there" */
function waiting(left: ByKind<number>): string {
  const kinds = ALL_KINDS.filter(({ many }) => left[many] > 0)
  if (kinds.length === 0) return 'Nothing is waiting there now'
  const parts = kinds.map(({ word, many }) => plural(left[many], word, many))
  const total = kinds.reduce((sum, { many }) => sum + left[many], 0)
  return `${formatList(parts)} ${total === 1 ? 'is' : 'are'} waiting there`
}

/** The warning before the last approver of an office goes (S-120); null if others can approve. */
export function lastApproverWords(who: string, where: string, left: UnattendedWork): string | null {
  if (left.places === 0) return null
  return `${who} can approve for ${where}. ${waiting(left)}; without another approver, records there cannot be decided on.`
}

/** The same for all holders of a role. */
export function lastRoleApproverWords(left: UnattendedWork): string | null {
  if (left.places === 0) return null
  const places = plural(left.places, 'place')
  return `${places} would have no other approver. ${waiting(left)}; without another approver, records there cannot be decided on.`
}
