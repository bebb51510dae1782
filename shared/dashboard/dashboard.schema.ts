import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { Grade, GRADES, Gradient } from '../activities/grading.ts'
import { ApprovedBefore, AsOf } from '../lib/as-of.ts'
import { choice, optionalId } from '../lib/choices.ts'
import { endpoint, whoHolds } from '../access/endpoint.ts'
import { IdText } from '../lib/ids.ts'
import { PageQuery, pageReply, SearchText } from '../lib/paging.ts'
import { COUNTED_RECORDS, COUNTED_SITES, PrincipleNumber, RECORDS, STAGES } from './counted.ts'
import { DASHBOARD_LEVELS } from './report-scope.ts'
import { CATEGORIES, ALL_PRINCIPLE } from './dashboard.rules.ts'

/** Ids in one parameter: "12,15,19". */
const IdList = z.optional(
  z.pipe(
    z.string().check(z.regex(/^(\d{1,10}(,\d{1,10})*)?$/, 'Invalid ID')),
    z.transform((text) => text.split(',').filter(Boolean).map(Number)),
  ),
)

/** The dashboard's filters: the scope (C-32), the category, and a grade that any or one given principle has (C-34). */
const filters = {
  accessLevel: choice(DASHBOARD_LEVELS, 'Invalid access level'),
  region_id: optionalId,
  province_id: optionalId,
  category: choice(CATEGORIES, 'Invalid category'),
  principle_grade: choice(GRADES, 'Invalid grade', ALL_PRINCIPLE),
  principle_number: z.optional(PrincipleNumber),
}
export const DashboardFilter = z.object(filters)
export type DashboardFilter = z.output<typeof DashboardFilter>

/** `without_ids` leaves the two id lists empty; they are not needed to turn a page. */
export const DashboardQuery = z.extend(PageQuery, {
  ...filters,
  ...COUNTED_SITES,
  as_of: AsOf,
  approved_before: ApprovedBefore,
  without_ids: z.optional(z.literal('1', 'Invalid value')),
})
export type DashboardQuery = z.output<typeof DashboardQuery>

/** The rows of these id lists; where a list is too long for a URL, the filters that produced it (S-78). */
export const DashboardExport = z.object({
  ...filters,
  ...COUNTED_SITES,
  as_of: AsOf,
  approved_before: ApprovedBefore,
  search: SearchText,
  site_profile_id: IdList,
  site_activity_id: IdList,
})
export type DashboardExport = z.output<typeof DashboardExport>

/** A finally approved, activated profile with its latest approved activity (S-76). */
export const DashboardRow = z.object({
  site_profile_id: z.number(),
  site_activity_id: z.nullable(z.number()),
  region_id: z.number(),
  office_id: z.number(),
  region: z.string(),
  province: z.nullable(z.string()),
  name_of_partner: z.string(),
  gradient: Gradient,
  code: z.string(),
})
export type DashboardRow = z.output<typeof DashboardRow>

/** The records in review or returned, or those with a final approval: in a month, or in the last twelve. */
export const RecordsQuery = z.extend(PageQuery, {
  ...filters,
  ...COUNTED_RECORDS,
  shown: z.pipe(
    z.optional(z.enum(['open', 'approved'], 'Shown must be open or approved.')),
    z.transform((shown: 'open' | 'approved' | undefined) => shown ?? 'open'),
  ),
})
export type RecordsQuery = z.output<typeof RecordsQuery>

/** A profile or an activity that the dashboard counts. */
export const RecordRow = z.object({
  /** unique among both kinds */
  key: z.number(),
  record: z.enum(RECORDS),
  id: z.number(),
  region_id: z.number(),
  office_id: z.number(),
  code: z.string(),
  name_of_partner: z.string(),
  region: z.string(),
  province: z.nullable(z.string()),
  office: z.string(),
  /** null after the final approval */
  stage: z.nullable(z.enum(STAGES)),
  /** since when it is there, or when it was approved */
  since: z.string(),
})
export type RecordRow = z.output<typeof RecordRow>

export const PlaceCount = z.object({ id: z.nullable(z.number()), name: z.string(), count: z.number() })
export type PlaceCount = z.output<typeof PlaceCount>

/** How many sites have each grade at one principle. */
export const GradeCount = z.object({
  principle_number: z.number(),
  very: z.number(),
  somewhat: z.number(),
  not: z.number(),
  none: z.number(),
})
export type GradeCount = z.output<typeof GradeCount>

/** Records at one stage of the chain, and for how many days; returned ones count for their encoder. */
export const StageCount = z.object({
  stage: z.enum(STAGES),
  profiles: z.number(),
  activities: z.number(),
  median_days: z.nullable(z.number()),
  longest_days: z.nullable(z.number()),
})
export type StageCount = z.output<typeof StageCount>

/** Final approvals in one month in Manila, yyyy-mm. */
export const MonthCount = z.object({ month: z.string(), profiles: z.number(), activities: z.number() })
export type MonthCount = z.output<typeof MonthCount>

/** What the numbers are about: the filters and the person's scope as the server applied them. */
export const FiguresAbout = z.object({
  region: z.nullable(z.string()),
  province: z.nullable(z.string()),
  /** only records that the person created (S-38) */
  own: z.boolean(),
  /** the office, if open records are counted for one office only (C-33) */
  office: z.nullable(z.string()),
  category: z.enum(CATEGORIES),
  principle_grade: z.nullable(Grade),
  principle_number: z.nullable(z.number()),
})
export type FiguresAbout = z.output<typeof FiguresAbout>

export const DashboardFigures = z.object({
  about: FiguresAbout,
  /** approved sites that match the filters, and how many of them have an approved activity */
  sites: z.number(),
  graded: z.number(),
  grades: z.array(GradeCount),
  /** every region in scope, in official order */
  regions: z.array(PlaceCount),
  /** the provinces of the region in scope; empty if there are several regions */
  provinces: z.array(PlaceCount),
  stages: z.array(StageCount),
  /** the last twelve, oldest first */
  months: z.array(MonthCount),
})
export type DashboardFigures = z.output<typeof DashboardFigures>

/** The totals of one year in these places; without a year, of the newest year with reports. */
export const TotalsQuery = z.object({
  accessLevel: filters.accessLevel,
  region_id: filters.region_id,
  province_id: filters.province_id,
  reporting_year: z.optional(IdText),
})
export type TotalsQuery = z.output<typeof TotalsQuery>

/** `total` is exact, as text; `sites` is the number of sites in the sum. */
const Summed = z.object({ sites: z.number(), total: z.string() })

/** A figure that adds up, summed over each site's latest approved activity that reports on the year. */
export const FigureTotal = z.object({
  ...Summed.shape,
  principle_number: z.number(),
  /** "3.2.1" */
  indicator: z.string(),
  name: z.string(),
  unit: z.string(),
  /** regions with a value, in official order */
  regions: z.array(z.object({ ...Summed.shape, region_id: z.number(), region: z.string() })),
})
export type FigureTotal = z.output<typeof FigureTotal>

export const FigureTotals = z.object({
  /** null if there are no reports of any year */
  reporting_year: z.nullable(z.number()),
  /** years with reports in these places, newest first */
  years: z.array(z.number()),
  data: z.array(FigureTotal),
})
export type FigureTotals = z.output<typeof FigureTotals>

export const dashboardApi = {
  datatable: endpoint('GET', '/reports/datatable/dashboard', {
    may: whoHolds('dashboard_access'),
    summary: 'Approved SITES in scope with their grades',
    query: DashboardQuery,
    reply: z.extend(pageReply(DashboardRow), {
      ids: z.array(z.number()),
      site_activity_ids: z.array(z.number()),
    }),
  }),
  records: endpoint('GET', '/reports/datatable/dashboard-records', {
    may: whoHolds('dashboard_access'),
    summary: 'The open or the finally approved records that the dashboard counts',
    query: RecordsQuery,
    reply: pageReply(RecordRow),
  }),
  figures: endpoint('GET', '/reports/dashboard-figures', {
    may: whoHolds('dashboard_access'),
    summary: 'The data of the dashboard charts',
    query: DashboardFilter,
    reply: wrapped('data', DashboardFigures),
  }),
  totals: endpoint('GET', '/reports/figure-totals', {
    may: whoHolds('dashboard_access'),
    summary: 'The figures of approved activities of a year, summed by region and in total',
    query: TotalsQuery,
    reply: FigureTotals,
  }),
  exportCsv: endpoint('GET', '/reports/export-dashboard', {
    may: whoHolds('dashboard_access'),
    summary: 'The dashboard table as CSV',
    query: DashboardExport,
  }),
}
