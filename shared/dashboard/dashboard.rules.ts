import type { Actor } from '../access/actor.ts'
import type { Grade } from '../activities/grades.ts'
import {
  ALL_PENRO,
  canChooseLevel,
  type ChosenScope,
  type DashboardLevel,
  hasPenroFilter,
  OWN_RECORD,
  type ReportScope,
  scopeOf,
  startDashboardScope,
} from './report-scope.ts'

export const ALL_CATEGORY = 'All Category'
export const ALL_PRINCIPLE = 'All Principle'
export const PROFILING = 'Profiling of SITES'
export const ACTIVITIES = 'Safeguard Activities'
export const CATEGORIES = [ALL_CATEGORY, PROFILING, ACTIVITIES] as const
export type Category = (typeof CATEGORIES)[number]

/** Profiles have no grades, so their category hides the principle filter and the column (000 §2). */
export const hasGrades = (category: Category | undefined): boolean => category !== PROFILING

/** The rows a person sees: only FMB chooses the level, and an encoder sees only their own records (000 §2). */
export const dashboardScopeOf = (actor: Actor, chosen: ChosenScope): ReportScope =>
  scopeOf(
    actor,
    canChooseLevel(actor) ? chosen : { ...chosen, accessLevel: startDashboardScope(actor).accessLevel },
  )

/** "Dashboard_20310704_All_Category.csv" (S-83), with the chosen place at its end; `day` comes from `dayInName`. */
export const dashboardFileName = (day: string, category: Category = ALL_CATEGORY, place = ''): string =>
  `Dashboard_${day}_${category.replaceAll(' ', '_')}${place}.csv`

/** the smallest usual limit for a URL on a proxy, less the rest of the address */
export const MAX_ADDRESS_LENGTH = 6000

/** Whether both id lists fit into a URL; if not, the filters are sent instead. */
export const fitsAddress = (...lists: readonly (readonly number[])[]): boolean =>
  lists.reduce((room, list) => room - list.join().length, MAX_ADDRESS_LENGTH) >= 0

/** The names of the dashboard's scopes; a region and its PENRO are one choice here (000 §2, C-32). */
export const scopeName = (level: DashboardLevel): string =>
  level === 'National' || level === OWN_RECORD ? level : ALL_PENRO

/** The scopes an FMB user may choose; all others have one, locked. */
export const scopeChoices = (actor: Actor): DashboardLevel[] =>
  canChooseLevel(actor) ? ['National', 'PENRO', OWN_RECORD] : [startDashboardScope(actor).accessLevel]

/** The filters as the screen stores them; ids are strings for the selects, '' for none. */
export type DashboardChoice = {
  accessLevel: DashboardLevel
  region: string
  penro: string
  category: Category
  grade: Grade | ''
  principle: string
}

const text = (id: number | null): string => (id === null ? '' : String(id))

/** The initial choice: FMB National, an encoder their own records, PENRO staff their province (000 §2). */
export function startChoice(actor: Actor): DashboardChoice {
  const { accessLevel, region_id } = startDashboardScope(actor)
  return {
    accessLevel,
    region: text(region_id ?? null),
    penro: text(actor.access_level === 'PENRO' ? actor.province_id : null),
    category: ALL_CATEGORY,
    grade: '',
    principle: '',
  }
}

export type Filters = {
  level: 'open' | 'locked'
  region: VisibleFilters
  penro: VisibleFilters
  principle: 'open' | 'locked'
}
type VisibleFilters = 'hidden' | 'open' | 'locked'

/** The filters that a person sees and may change (000 §2). */
export function visibleFilters(actor: Actor, { accessLevel, category }: DashboardChoice): Filters {
  const isFmb = canChooseLevel(actor)
  return {
    level: isFmb ? 'open' : 'locked',
    region: isFmb ? (accessLevel === 'National' ? 'hidden' : 'open') : 'locked',
    penro: hasPenroFilter(actor, accessLevel) ? (accessLevel === OWN_RECORD ? 'locked' : 'open') : 'hidden',
    principle: hasGrades(category) ? 'open' : 'locked',
  }
}

/** Changes one filter and resets those that depend on it: another region has other PENRO, profiles have no grades. */
export function withChange(
  actor: Actor,
  before: DashboardChoice,
  change: Partial<DashboardChoice>,
): DashboardChoice {
  const after = { ...before, ...change }
  const shown = visibleFilters(actor, after)
  const region = shown.region === 'hidden' ? '' : after.region
  return {
    ...after,
    region,
    penro: shown.penro === 'hidden' || region !== before.region ? '' : after.penro,
    grade: hasGrades(after.category) ? after.grade : '',
    principle: hasGrades(after.category) && after.grade !== '' ? after.principle : '',
  }
}

/** The choice as parameters of the calls; filters that are not set are left out. */
export const filterOf = ({ accessLevel, region, penro, category, grade, principle }: DashboardChoice) => ({
  accessLevel,
  region_id: region,
  province_id: penro,
  category: category === ALL_CATEGORY ? '' : category,
  principle_grade: grade,
  principle_number: principle,
})
