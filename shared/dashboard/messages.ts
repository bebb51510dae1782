import { PRINCIPLE_COUNT } from '../principles/principle-titles.ts'
import type { GradeCount, MonthCount, PlaceCount, StageCount } from './dashboard.schema.ts'

/*
 * What each picture says, as the sentence it is titled with. The sentences are computed from the numbers, so that a
 * picture never claims what its table does not hold.
 */

const numberFormat = new Intl.NumberFormat('en-PH')
/** "12,345" */
export const formatCount = (count: number): string => numberFormat.format(count)

/** "1 site", "12 sites" */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** "a", "a and b", "a, b and c" */
const listOf = (words: string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')

/** Sites to which a principle applies: all but those where it is switched off. */
export const applicable = ({ very, somewhat, not }: GradeCount): number => very + somewhat + not

/** Share of the sites it applies to that have no evidence for a principle, 0 to 1. */
export const shareWithout = (count: GradeCount): number => {
  const sites = applicable(count)
  return sites === 0 ? 0 : count.not / sites
}

/** With how many principles do most sites comply fully? */
export function gradesMessage(grades: readonly GradeCount[]): string {
  const sites = Math.max(0, ...grades.map((count) => applicable(count) + count.none))
  if (sites === 0) return 'No site here has been graded yet'
  const kept = grades.filter((count) => count.very * 2 > applicable(count)).length
  const whose = sites === 1 ? 'The site is' : 'Most sites are'
  if (kept === PRINCIPLE_COUNT) return `${whose} Very Compliant with all ${PRINCIPLE_COUNT} principles`
  if (kept === 0)
    return sites === 1
      ? 'The site is Very Compliant with no principle'
      : 'With no principle are most sites Very Compliant'
  return `${whose} Very Compliant with ${kept} of the ${PRINCIPLE_COUNT} principles`
}

/** more than this many are a number, not names */
const MOST_NAMES = 3

/** Which principle lacks evidence most often? */
export function evidenceMessage(grades: readonly GradeCount[]): string {
  if (grades.every((count) => applicable(count) === 0)) return 'No site here has been graded yet'
  const worst = Math.max(...grades.map(shareWithout))
  if (worst === 0) return 'Every principle has evidence at every site'
  const numbers = grades
    .filter((count) => shareWithout(count) === worst)
    .map((count) => count.principle_number)
  if (numbers.length === 1) return `Principle ${numbers[0]} has the least evidence`
  if (numbers.length <= MOST_NAMES) return `Principles ${listOf(numbers.map(String))} have the least evidence`
  return `${numbers.length} principles have equally little evidence`
}

/** The principles, those with the least evidence first. */
export const byLeastEvidence = (grades: readonly GradeCount[]): GradeCount[] =>
  [...grades].sort(
    (a, b) => shareWithout(b) - shareWithout(a) || b.not - a.not || a.principle_number - b.principle_number,
  )

/** Where are the most sites? */
export function placesMessage(places: readonly PlaceCount[]): string {
  const all = places.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return 'There is no approved site here yet'
  const most = Math.max(...places.map(({ count }) => count))
  const names = places.filter(({ count }) => count === most).map(({ name }) => name)
  if (most === all)
    return all === 1
      ? `The approved site is in ${names[0]}`
      : `All ${formatCount(all)} approved sites are in ${names[0]}`
  if (names.length > MOST_NAMES)
    return `${plural(all, 'approved site')} in ${places.filter(({ count }) => count > 0).length} places`
  return `${listOf(names)} ${names.length === 1 ? 'has' : 'have'} the most approved sites`
}

export const totalOf = ({ profiles, activities }: { profiles: number; activities: number }): number =>
  profiles + activities

/** "less than a day", "1 day", "12 days" */
export const formatDays = (days: number): string => (days < 1 ? 'less than a day' : plural(days, 'day'))

/** Who holds records the longest? Counted by the middle record, so that one forgotten record does not decide. */
export function stagesMessage(stages: readonly StageCount[]): string {
  const held = stages.filter((stage) => totalOf(stage) > 0)
  const slowest = [...held].sort((a, b) => (b.median_days ?? 0) - (a.median_days ?? 0))[0]
  if (!slowest) return 'Nothing waits in the review chain'
  const where = slowest.stage === 'Encoder' ? 'with their encoders' : `at ${slowest.stage}`
  if (held.length > 1)
    return `Records wait longest ${where}: half of them ${waited(slowest.median_days ?? 0)}`
  const all = totalOf(slowest)
  return all === 1 ? `One record waits, ${where}` : `All ${formatCount(all)} open records are ${where}`
}

const waited = (days: number) => (days < 1 ? 'less than a day' : `${plural(days, 'day')} or more`)

const monthName = new Intl.DateTimeFormat('en-PH', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonthName = new Intl.DateTimeFormat('en-PH', { month: 'short', timeZone: 'UTC' })
const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`)
/** "July 2031" */
export const formatMonth = (month: string): string => monthName.format(firstOf(month))
/** "Jul" */
export const shortMonth = (month: string): string => shortMonthName.format(firstOf(month))

/** When was most approved? */
export function monthsMessage(months: readonly MonthCount[]): string {
  const all = months.reduce((sum, month) => sum + totalOf(month), 0)
  if (all === 0) return 'Nothing was finally approved in the last 12 months'
  const most = Math.max(...months.map(totalOf))
  const best = months.filter((month) => totalOf(month) === most)
  const when = best.length === 1 ? `, most in ${formatMonth(best[0]?.month ?? '')}` : ''
  return `${plural(all, 'final approval')} in 12 months${when}`
}
