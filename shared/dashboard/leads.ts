import type { Actor } from '../access/actor.ts'
import { GRADES } from '../activities/grades.ts'
import { canReviewActivities } from '../activities/activities.policy.ts'
import { plural } from '../lib/format.ts'
import { formatMonth } from '../lib/manila-days.ts'
import { canReviewSites } from '../sites/sites.policy.ts'
import { addressOf } from './choice-address.ts'
import {
  APPLIES,
  type CountedRecords,
  type CountedSites,
  figureName,
  NO_PROVINCE,
  type Stage,
} from './counted.ts'
import { ACTIVITIES, ALL_CATEGORY, type DashboardChoice, hasGrades, startChoice } from './dashboard.rules.ts'
import type {
  DashboardFigures,
  FigureTotal,
  FigureTotals,
  GradeCount,
  MonthCount,
  PlaceCount,
  StageCount,
} from './dashboard.schema.ts'
import { applicable, totalOf } from './messages.ts'
import { OWN_RECORD } from './report-scope.ts'

/** The lists behind the dashboard's numbers. */
export const LISTS = {
  sites: '/dashboard/sites',
  open: '/dashboard/open',
  approved: '/dashboard/approvals',
  profilesQueue: '/sites/approval',
  activitiesQueue: '/sites/activity/approval',
} as const
export type CountedList = keyof typeof LISTS

/** A number of the dashboard and the list that holds exactly what it counts; `words` say both in a link's name. */
export type Lead = {
  count: number
  /** "12 sites, Somewhat Compliant in Principle 3" */
  words: string
  list: CountedList
  /** the parameters of the list's address */
  search: Record<string, string | number>
}

export type Leads = ReturnType<typeof leadsOf>

const inAddress = (address: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined)) as Lead['search']

const sites = (count: number): string => plural(count, 'site')
const records = (kind: CountedRecords['record'], count: number): string =>
  kind === undefined
    ? plural(count, 'record')
    : kind === 'profiles'
      ? plural(count, 'profile')
      : plural(count, 'activity', 'activities')

/** The keys of GradeCount in the order of GRADES. */
export const GRADE_KEYS = ['very', 'somewhat', 'not', 'none'] as const

/** Where the records of a stage are: "at FMB". */
const atStage = (stage: Stage): string => (stage === 'Encoder' ? 'returned to the encoder' : `at ${stage}`)

type Counts = { profiles: number; activities: number }

const sumOf = (all: readonly Counts[]): Counts => ({
  profiles: all.reduce((sum, { profiles }) => sum + profiles, 0),
  activities: all.reduce((sum, { activities }) => sum + activities, 0),
})

/** The numbers of both kinds, and of both together. */
const byKind = (counts: Counts, lead: (count: number, kind?: CountedRecords['record']) => Lead) => ({
  profiles: lead(counts.profiles, 'profiles'),
  activities: lead(counts.activities, 'activities'),
  both: lead(totalOf(counts)),
})

/** Returns what makes a link of each kind of number that was counted with these filters. */
export function leadsOf(actor: Actor, choice: DashboardChoice) {
  // a filter is in the address only where it narrows what is counted: grades say nothing of records in review
  const filters = inAddress(addressOf(actor, choice))
  const places = inAddress(addressOf(actor, { ...choice, category: ALL_CATEGORY, grade: '', principle: '' }))
  // a PENRO reads only its own open records, whatever province is chosen (C-33)
  const penro = actor.access_level === 'PENRO' ? startChoice(actor).penro : choice.penro
  const ofRecords = inAddress(addressOf(actor, { ...choice, penro, grade: '', principle: '' }))

  const ofSites = (count: number, what: string, counted: CountedSites = {}, among = filters): Lead => ({
    count,
    words: `${sites(count)}${what}`,
    list: 'sites',
    search: { ...among, ...inAddress(counted) },
  })
  const open = (count: number, stage: Stage | undefined, record?: CountedRecords['record']): Lead => ({
    count,
    words: `${records(record, count)} ${stage === undefined ? 'in review or returned' : atStage(stage)}`,
    list: 'open',
    search: { ...ofRecords, ...inAddress({ stage, record }) },
  })
  const approved = (count: number, month: string | undefined, record?: CountedRecords['record']): Lead => ({
    count,
    words: `${records(record, count)} finally approved in ${month === undefined ? 'the last twelve months' : formatMonth(month)}`,
    list: 'approved',
    search: { ...filters, ...inAddress({ month, record }) },
  })

  return {
    /** all sites of the filters */
    all: (count: number) => ofSites(count, ''),
    /** those with an approved activity, whose grades are drawn */
    graded: (count: number) =>
      ofSites(count, ' with an approved activity', {}, { ...filters, category: ACTIVITIES }),
    grades: (counts: GradeCount): Lead[] =>
      GRADE_KEYS.map((key, index) =>
        ofSites(counts[key], `, ${GRADES[index]} in Principle ${counts.principle_number}`, {
          graded: GRADES[index],
          graded_at: counts.principle_number,
        }),
      ),
    applies: (counts: GradeCount) =>
      ofSites(applicable(counts), ` to which Principle ${counts.principle_number} applies`, {
        graded: APPLIES,
        graded_at: counts.principle_number,
      }),
    region: ({ id, name, count }: PlaceCount) =>
      ofSites(count, ` in ${name}`, id === null ? {} : { in_region: id }),
    province: ({ id, name, count }: PlaceCount) =>
      ofSites(count, ` in ${name}`, { in_province: id ?? NO_PROVINCE }),
    stage: (counts: StageCount) => byKind(counts, (count, kind) => open(count, counts.stage, kind)),
    allStages: (stages: readonly StageCount[]) =>
      byKind(sumOf(stages), (count, kind) => open(count, undefined, kind)),
    month: (counts: MonthCount) => byKind(counts, (count, kind) => approved(count, counts.month, kind)),
    allMonths: (months: readonly MonthCount[]) =>
      byKind(sumOf(months), (count, kind) => approved(count, undefined, kind)),
    /** the sites whose latest activity of the year reports the figure, in all regions or in one */
    figure: (
      figure: Pick<FigureTotal, 'indicator' | 'name' | 'unit'>,
      reporting_year: number,
      { sites: count, region }: { sites: number; region?: PlaceCount | undefined },
    ) =>
      ofSites(
        count,
        `${region ? ` in ${region.name}` : ''} with "${figure.name}" in ${reporting_year}`,
        { reporting_year, figure: figureName(figure), in_region: region?.id ?? undefined },
        places,
      ),
  }
}

/** The number of a kind at a stage; at the person's own level it opens the queue, where it is decided. */
export function waitingLead(
  actor: Actor,
  choice: DashboardChoice,
  counts: StageCount,
  kind: 'profiles' | 'activities',
): Lead {
  const mayReview = kind === 'profiles' ? canReviewSites : canReviewActivities
  const isOwnQueue =
    counts.stage === actor.access_level && mayReview(actor).ok && choice.accessLevel !== OWN_RECORD
  if (!isOwnQueue) return leadsOf(actor, choice).stage(counts)[kind]
  return {
    count: counts[kind],
    words: `${records(kind, counts[kind])} waiting for your decision`,
    list: `${kind}Queue`,
    search: { record_status: 'Submitted' },
  }
}

/** Every number of the charts, for the test that compares each with its list. */
export const numbersOfFigures = (figures: DashboardFigures, leads: Leads): Lead[] => [
  leads.all(figures.sites),
  ...(hasGrades(figures.about.category)
    ? [
        leads.graded(figures.graded),
        ...figures.grades.flatMap((counts) => [...leads.grades(counts), leads.applies(counts)]),
      ]
    : []),
  ...figures.regions.map(leads.region),
  ...figures.provinces.map(leads.province),
  ...figures.stages.flatMap((counts) => Object.values(leads.stage(counts))),
  ...Object.values(leads.allStages(figures.stages)),
  ...figures.months.flatMap((counts) => Object.values(leads.month(counts))),
  ...Object.values(leads.allMonths(figures.months)),
]

/** Every number of sites beside the totals of a year. */
export const numbersOfTotals = ({ reporting_year, data }: FigureTotals, leads: Leads): Lead[] =>
  reporting_year === null
    ? []
    : data.flatMap((figure) => [
        leads.figure(figure, reporting_year, figure),
        ...figure.regions.map(({ region_id, region, sites: count }) =>
          leads.figure(figure, reporting_year, {
            sites: count,
            region: { id: region_id, name: region, count },
          }),
        ),
      ])
