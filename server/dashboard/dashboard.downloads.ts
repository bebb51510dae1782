import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { gradeField, NO_ACTIVITIES } from '../../shared/activities/grading.ts'
import { NO_PROVINCE } from '../../shared/dashboard/counted.ts'
import { dashboardFileName, dashboardScopeOf, hasGrades } from '../../shared/dashboard/dashboard.rules.ts'
import type { DashboardExport, DashboardRow } from '../../shared/dashboard/dashboard.schema.ts'
import { dayInName } from '../../shared/lib/as-of.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { type PlaceNames, placeInName } from '../../shared/reports/report-filter.ts'
import { ALL_PENRO } from '../../shared/dashboard/report-scope.ts'
import type { Ctx } from '../context/context.ts'
import { requirePastDay } from '../approved/register.queries.ts'
import { type Cell, csvStream } from '../sheets/csv.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { readAhead, rowsOfChunks } from '../lib/chunks.ts'
import { turnOfActor } from '../worker-processes/run-in-worker-process.ts'
import { findPlaceNames } from '../places/places.queries.ts'
import { countExport, readExport } from './dashboard.queries.ts'

const MISSING = 'N/A'
const PLACES = ['Region', 'Province', 'Name of Partner'] as const
const GRADES = PRINCIPLE_NUMBERS.map((number) => `P${number}`)

const gradesOf = ({ gradient }: DashboardRow): Cell[] =>
  PRINCIPLE_NUMBERS.map((number) => (gradient === NO_ACTIVITIES ? MISSING : gradient[gradeField(number)]))

const cellsOf =
  (graded: boolean) =>
  (row: DashboardRow): Cell[] => [
    row.region,
    row.province ?? MISSING,
    row.name_of_partner,
    ...(graded ? gradesOf(row) : []),
    row.code,
  ]

/** The filters for the log, with places by name (S-119). */
function filtersOf({ region, province }: PlaceNames, counted: PlaceNames, query: DashboardExport) {
  const { accessLevel, category, principle_grade, principle_number, search, as_of, approved_before } = query
  const { in_province, graded, graded_at, reporting_year, figure } = query
  const penro = region && (province ?? ALL_PENRO)
  return {
    accessLevel,
    region,
    penro,
    category,
    principle_grade,
    principle_number,
    search,
    as_of,
    approved_before,
    in_region: counted.region,
    in_province: in_province === NO_PROVINCE ? in_province : counted.province,
    graded,
    graded_at,
    reporting_year,
    figure,
  }
}

/** Sends the table as a CSV file, with one column per principle for the grades (S-78), after logging the export. */
export async function downloadDashboard(
  ctx: Ctx,
  wanted: DashboardExport,
  { request, reply }: RawExchange,
): Promise<FastifyReply> {
  const { actor, services } = ctx
  const db = services.readDb
  requirePastDay(wanted.as_of, services.now())
  const places = await findPlaceNames(db, dashboardScopeOf(actor, wanted))
  const { in_region = null, in_province } = wanted
  const counted = await findPlaceNames(db, {
    region_id: in_region,
    province_id: typeof in_province === 'number' ? in_province : null,
    created_by: null,
  })
  const name = dashboardFileName(
    dayInName(wanted.as_of, manilaDay(services.now())),
    wanted.category,
    placeInName(places),
  )
  if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
  await recordExport(ctx, name, filtersOf(places, counted, wanted), await countExport(db, actor, wanted))
  const graded = hasGrades(wanted.category)
  const header = [...PLACES, ...(graded ? GRADES : []), 'SITES Code']
  const pieces = readAhead(turnOfActor(actor), readExport(db, actor, wanted))
  return sendExport(reply, { name, body: csvStream({ header, rows: rowsOfChunks(pieces, cellsOf(graded)) }) })
}
