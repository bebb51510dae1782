import { z } from 'zod/mini'
import { maybeGrades } from '../activities/grading.ts'
import { CATEGORIES, ALL_PRINCIPLE } from '../dashboard/dashboard.rules.ts'
import { AsOf } from '../lib/as-of.ts'
import { choice, optionalId } from '../lib/choices.ts'
import { endpoint } from '../access/endpoint.ts'
import { IdText } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { PRINCIPLE_COUNT } from '../principles/principle-titles.ts'
import { REPORTED_SHAPE } from '../sites/sites.fields.ts'
import { ALL_STATUS, REPORT_FORMATS, REPORT_STATUSES } from './report-filter.ts'
import { canReport, REPORT_LEVELS } from '../dashboard/report-scope.ts'
import { GRADES } from '../activities/grades.ts'

const PrincipleNumber = z.pipe(
  IdText,
  z.int('Invalid principle').check(z.maximum(PRINCIPLE_COUNT, 'Invalid principle')),
)

/** A report's filters: scope (C-32), category, status, and a grade of any or one given principle (C-34). */
const filters = {
  accessLevel: choice(REPORT_LEVELS, 'Invalid access level'),
  region_id: optionalId,
  province_id: optionalId,
  category: choice(CATEGORIES, 'Invalid category'),
  site_status: choice(REPORT_STATUSES, 'Invalid status', ALL_STATUS),
  principle_grade: choice(GRADES, 'Invalid grade', ALL_PRINCIPLE),
  principle_number: z.optional(PrincipleNumber),
  as_of: AsOf,
}
const ReportWanted = z.object(filters)
export type ReportWanted = z.output<typeof ReportWanted>

/** `without_ids` leaves the two id lists empty; they are not needed to turn a page. */
export const ReportQuery = z.extend(PageQuery, {
  ...filters,
  without_ids: z.optional(z.literal('1', 'Invalid value')),
})
export type ReportQuery = z.output<typeof ReportQuery>

/** Identifies one running export, so that its progress can be requested; the caller generates it. */
const ExportKey = z.string('Invalid key').check(z.regex(/^[0-9a-f]{32}$/, 'Invalid key'))

export const ReportExport = z.object({
  ...filters,
  downloadAs: z.optional(z.enum(REPORT_FORMATS, 'Invalid file type')),
  progress_key: z.optional(ExportKey),
})
export type ReportExport = z.output<typeof ReportExport>

const maybe = z.nullable(z.string())

/** One site in a report: status, dates and grades of its activity or, without one, of its profile (S-79). */
export const ReportRow = z.object({
  site_profile_id: z.number(),
  site_activity_id: z.nullable(z.number()),
  region_id: z.number(),
  ...REPORTED_SHAPE,
  // any text: API clients have received it as such since the first release
  implementation_arrangement: z.string(),
  redd_eligible_activities_area: z.array(z.object({ name: z.string(), hectares: z.string() })),
  ...maybeGrades,
  site_status: z.enum(REPORT_STATUSES),
  created_at: z.string(),
  submitted_at: maybe,
  returned_at: maybe,
  approved_at: maybe,
})
export type ReportRow = z.output<typeof ReportRow>

export const ExportProgress = z.object({ rows_done: z.number(), rows_total: z.number() })
export type ExportProgress = z.output<typeof ExportProgress>

export const reportsApi = {
  preview: endpoint('GET', '/reports/datatable/generate-reports', {
    may: canReport,
    summary: 'Report: one row per site, with the ids of every row that matches the filters',
    query: ReportQuery,
    reply: z.extend(pageReply(ReportRow), {
      ids: z.array(z.number()),
      site_activity_ids: z.array(z.number()),
    }),
  }),
  export: endpoint('GET', '/reports/export', {
    may: canReport,
    summary: 'The report as csv, xls or xlsx; csv unless downloadAs says otherwise',
    query: ReportExport,
  }),
  progress: endpoint('GET', '/reports/export/:key', {
    may: canReport,
    auditor: 'not_logged',
    summary: 'The progress of a running export of the caller',
    params: z.object({ key: ExportKey }),
    reply: ExportProgress,
  }),
}
