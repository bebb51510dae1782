import type { LeftAlone } from '../../shared/review/review.schema.ts'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-PH')} ${count === 1 ? one : many}`

/** "9 profiles and 1 activity wait there" */
function waiting({ profiles, activities }: Pick<LeftAlone, 'profiles' | 'activities'>): string {
  const parts = [
    ...(profiles > 0 ? [counted(profiles, 'profile', 'profiles')] : []),
    ...(activities > 0 ? [counted(activities, 'activity', 'activities')] : []),
  ]
  if (parts.length === 0) return 'Nothing waits there now'
  return `${parts.join(' and ')} ${profiles + activities === 1 ? 'waits' : 'wait'} there`
}

/** What is told before the last approver of an office goes (S-120); null where others can approve. */
export function leftAloneWords(who: string, where: string, left: LeftAlone): string | null {
  if (left.places === 0) return null
  return `${who} can approve for ${where}. ${waiting(left)}; without another approver nobody can decide what waits.`
}

/** The same of everybody who holds a role. */
export function roleLeftAloneWords(left: LeftAlone): string | null {
  if (left.places === 0) return null
  const places = counted(left.places, 'place', 'places')
  return `In ${places} nobody else can approve. ${waiting(left)}; without another approver nobody can decide what waits.`
}
