import { manilaDay } from '../lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import type { Actor } from '../access/actor.ts'
import { ALL_CATEGORY, dashboardScopeOf, hasGrades } from './dashboard.rules.ts'
import type {
  DashboardFigures,
  DashboardFilter,
  FiguresAbout,
  GradeCount,
  MonthCount,
  PlaceCount,
} from './dashboard.schema.ts'

/** How many months the approvals chart covers. */
const MONTHS = 12

/** The last twelve months in Manila up to the present one, as yyyy-mm, oldest first. */
export function lastMonths(now: Date): string[] {
  const [year = 0, month = 0] = manilaDay(now).split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = new Date(Date.UTC(year, month - MONTHS + index, 1))
    return first.toISOString().slice(0, 7)
  })
}

/** The median of counted days, which must be sorted; null if empty. Of two middle values the shorter. */
export function medianDays(waited: readonly { days: number; count: number }[]): number | null {
  const all = waited.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { days, count } of waited) {
    seen += count
    if (seen * 2 >= all) return days
  }
  return null
}

export type RegionFigures = {
  id: number
  name: string
  sites: number
  graded: number
  grades: GradeCount[]
  provinces: PlaceCount[]
  months: MonthCount[]
}

/** The charts' data for several regions: all counts summed; provinces only if there is one region. */
export function sumOfFigures(
  parts: readonly RegionFigures[],
  months: readonly string[],
  isOneRegion: boolean,
): Omit<DashboardFigures, 'stages' | 'about'> {
  const sum = (count: (part: RegionFigures) => number | undefined) =>
    parts.reduce((all, part) => all + (count(part) ?? 0), 0)
  const sumOfGrade = (number: number, key: 'very' | 'somewhat' | 'not' | 'none') =>
    sum(({ grades }) => grades.find(({ principle_number }) => principle_number === number)?.[key])
  const sumOfMonth = (month: string, key: 'profiles' | 'activities') =>
    sum((part) => part.months.find((one) => one.month === month)?.[key])
  return {
    sites: sum(({ sites }) => sites),
    graded: sum(({ graded }) => graded),
    grades: PRINCIPLE_NUMBERS.map((number) => ({
      principle_number: number,
      very: sumOfGrade(number, 'very'),
      somewhat: sumOfGrade(number, 'somewhat'),
      not: sumOfGrade(number, 'not'),
      none: sumOfGrade(number, 'none'),
    })),
    regions: parts.map(({ id, name, sites }) => ({ id, name, count: sites })).toSorted((a, b) => a.id - b.id),
    provinces: isOneRegion ? parts.flatMap(({ provinces }) => provinces) : [],
    months: months.map((month) => ({
      month,
      profiles: sumOfMonth(month, 'profiles'),
      activities: sumOfMonth(month, 'activities'),
    })),
  }
}

/** What the figures are about for this person; the caller passes the names of the filtered places. */
export function figuresAbout(
  actor: Actor,
  filter: DashboardFilter,
  { region, province }: { region: string | null; province: string | null },
): FiguresAbout {
  const { category = ALL_CATEGORY, principle_grade, principle_number } = filter
  const grade = hasGrades(category) ? (principle_grade ?? null) : null
  return {
    region,
    province,
    category,
    own: dashboardScopeOf(actor, filter).created_by !== null,
    office: actor.access_level === 'PENRO' ? (actor.penro ?? 'your office') : null,
    principle_grade: grade,
    principle_number: grade === null ? null : (principle_number ?? null),
  }
}
