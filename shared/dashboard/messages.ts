import { formatMonth } from '../lib/manila-days.ts'
import { formatCount, formatDays, formatList, plural } from '../lib/format.ts'
import { PRINCIPLE_COUNT } from '../principles/principle-titles.ts'
import { ACTIVITIES, type Category, PROFILING } from './dashboard.rules.ts'
import type { FiguresAbout, GradeCount, MonthCount, PlaceCount, StageCount } from './dashboard.schema.ts'

/*
 * Each chart's message, used as its title. It is computed from the numbers and from what the server reports it counted,
 * so that a title never claims more than its table shows.
 */

/** Sites to which a principle applies: all except those where it is switched off. */
export const applicable = ({ very, somewhat, not }: GradeCount): number => very + somewhat + not

/** The share of these sites without evidence for the principle, 0 to 1. */
export const shareWithout = (count: GradeCount): number => {
  const sites = applicable(count)
  return sites === 0 ? 0 : count.not / sites
}

/** "in Laguna", "you created in Laguna", "in Laguna graded Not Compliant at principle 6": what follows "approved sites". */
function filterWords({ own, category, principle_grade, principle_number, ...place }: FiguresAbout): string {
  const where = place.province ?? place.region
  const at = principle_number === null ? 'some principle' : `principle ${principle_number}`
  return [
    own ? ' you created' : '',
    where === null ? '' : ` in ${where}`,
    category === ACTIVITIES ? ' with an approved activity' : '',
    principle_grade === null ? '' : ` graded ${principle_grade} at ${at}`,
  ].join('')
}

/** "14 approved sites in Laguna graded Not Compliant at some principle". */
export const sitesOf = (count: number, about: FiguresAbout): string =>
  `${plural(count, 'approved site')}${filterWords(about)}`

/** The same without the number. */
export const sitesWithoutCount = (about: FiguresAbout): string => `approved sites${filterWords(about)}`

const KIND: Record<Category, string> = {
  'All Category': 'records',
  'Profiling of SITES': 'profiles',
  'Safeguard Activities': 'activities',
}

/** "Open records of PENRO Laguna": the counted records by where they wait; grades do not apply to them. */
export function openRecords(about: FiguresAbout): string {
  const { own, office, province, region, category, principle_grade } = about
  const where = province ?? region
  const whose = own
    ? ` you created${where === null ? '' : ` in ${where}`}`
    : office !== null
      ? ` of ${office}`
      : where === null
        ? ' in all regions'
        : ` in ${where}`
  const any = principle_grade === null ? '' : ', with any grade'
  return `Open ${KIND[category]}${whose}${any}`
}

/** "Final approvals of approved sites in Laguna and of their activities". */
export function approvalsOf(about: FiguresAbout): string {
  const sites = sitesWithoutCount(about)
  if (about.category === PROFILING) return `Final approvals of ${sites}`
  if (about.category === ACTIVITIES) return `Final approvals of activities of ${sites}`
  return `Final approvals of ${sites} and of their activities`
}

/** At how many principles do most of the sites to which it applies comply fully? */
export function gradesMessage(grades: readonly GradeCount[]): string {
  const sites = Math.max(0, ...grades.map((count) => applicable(count) + count.none))
  if (sites === 0) return 'No site here has been graded yet'
  const stored = grades.filter((count) => count.very * 2 > applicable(count)).length
  if (sites === 1) return `The site is Very Compliant at ${stored} of the ${PRINCIPLE_COUNT} principles`
  if (stored === PRINCIPLE_COUNT) return 'At every principle most sites are Very Compliant'
  if (stored === 0) return 'At no principle are most sites Very Compliant'
  return `At ${stored} of the ${PRINCIPLE_COUNT} principles most sites are Very Compliant`
}

/** beyond this, the number replaces the names */
const MAX_NAMES = 3

/** Which principle lacks evidence most often? */
export function evidenceMessage(grades: readonly GradeCount[]): string {
  if (grades.every((count) => applicable(count) === 0)) return 'No site here has been graded yet'
  const worst = Math.max(...grades.map(shareWithout))
  if (worst === 0) return 'Every principle has evidence at every site it applies to'
  const numbers = grades
    .filter((count) => shareWithout(count) === worst)
    .map((count) => count.principle_number)
  if (numbers.length === 1) return `Principle ${numbers[0]} has the least evidence`
  if (numbers.length <= MAX_NAMES) return `Principles ${formatList(numbers)} have the least evidence`
  return `${numbers.length} principles have the least evidence, all equally little`
}

/** The principles, least evidence first. */
export const byLeastEvidence = (grades: readonly GradeCount[]): GradeCount[] =>
  [...grades].sort(
    (a, b) => shareWithout(b) - shareWithout(a) || b.not - a.not || a.principle_number - b.principle_number,
  )

/** Where are the most sites? */
export function placesMessage(places: readonly PlaceCount[], about: FiguresAbout): string {
  const all = places.reduce((sum, { count }) => sum + count, 0)
  const narrowed = filterWords(about)
  if (all === 0) return `There is no approved site${narrowed} yet`
  const most = Math.max(...places.map(({ count }) => count))
  const names = places.filter(({ count }) => count === most).map(({ name }) => name)
  // all are in the filtered place
  if (about.province !== null || names[0] === about.region) return sitesOf(all, about)
  if (most === all)
    return all === 1
      ? `The approved site${narrowed} is in ${names[0]}`
      : `All ${sitesOf(all, about)} are in ${names[0]}`
  if (names.length > MAX_NAMES)
    return `${sitesOf(all, about)} lie in ${places.filter(({ count }) => count > 0).length} places`
  return `${formatList(names)} ${names.length === 1 ? 'has' : 'have'} the most ${sitesWithoutCount(about)}`
}

export const totalOf = ({ profiles, activities }: { profiles: number; activities: number }): number =>
  profiles + activities

/** "Returned to encoder", "At FMB" */
export const stageName = ({ stage }: Pick<StageCount, 'stage'>): string =>
  stage === 'Encoder' ? 'Returned to encoder' : `At ${stage}`

const holderOfStage = ({ stage }: StageCount): string =>
  stage === 'Encoder' ? 'with their encoders' : `at ${stage}`

/** Where do records wait longest? By the median record, so that one forgotten record does not decide. */
export function stagesMessage(stages: readonly StageCount[]): string {
  const held = stages.filter((stage) => totalOf(stage) > 0)
  const [first] = held
  if (!first) return 'No record is waiting in the review chain'
  if (held.length === 1) {
    const all = totalOf(first)
    return all === 1
      ? `One record is waiting, ${holderOfStage(first)}`
      : `All ${formatCount(all)} open records are ${holderOfStage(first)}`
  }
  const longest = Math.max(...held.map(({ median_days }) => median_days ?? 0))
  const slowest = held.filter(({ median_days }) => (median_days ?? 0) === longest)
  const how = slowest.length === held.length ? 'equally long' : 'longest'
  return `Records wait ${how} ${formatList(slowest.map(holderOfStage))}: half of them ${waitingWords(longest)}`
}

const waitingWords = (days: number) => (days < 1 ? formatDays(days) : `${formatDays(days)} or more`)

/** When was most approved? */
export function monthsMessage(months: readonly MonthCount[]): string {
  const all = months.reduce((sum, month) => sum + totalOf(month), 0)
  if (all === 0) return `Nothing was finally approved in the last ${months.length} months`
  const most = Math.max(...months.map(totalOf))
  const best = months.filter((month) => totalOf(month) === most)
  const when = best.length === 1 ? `, most in ${formatMonth(best[0]?.month ?? '')}` : ''
  return `${plural(all, 'final approval')} in ${months.length} months${when}`
}
