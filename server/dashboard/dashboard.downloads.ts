import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { gradeField, NO_ACTIVITIES } from '../../shared/activities/grading.ts'
import { dashboardFileName, dashboardScopeOf, hasGrades } from '../../shared/dashboard/dashboard.rules.ts'
import type { DashboardExport, DashboardRow } from '../../shared/dashboard/dashboard.schema.ts'
import { dayInName } from '../../shared/lib/as-of.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { type PlaceNames, placeInName } from '../../shared/reports/report-filter.ts'
import { ALL_PENRO } from '../../shared/dashboard/report-scope.ts'
import type { Ctx } from '../lib/context.ts'
import { insistPast } from '../approved/register.queries.ts'
import { type Cell, csvStream } from '../lib/csv.ts'
import { noteExport, sendExport } from '../lib/exports.ts'
import type { Raw } from '../lib/http.ts'
import { readAhead, rowsIn } from '../lib/pieces.ts'
import { turnOf } from '../lib/run-aside.ts'
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

/** The filters in the words a reader of the log knows: places by name (S-119). */
function filtersOf({ region, province }: PlaceNames, wanted: DashboardExport) {
  const { accessLevel, category, principle_grade, principle_number, search, as_of, approved_before } = wanted
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
  }
}

/** The columns of the table as a CSV file, a column per principle for the badges (S-78); noted before it leaves. */
export async function downloadDashboard(
  ctx: Ctx,
  wanted: DashboardExport,
  { request, reply }: Raw,
): Promise<FastifyReply> {
  const { actor, services } = ctx
  const db = services.reads
  insistPast(wanted.as_of, services.now())
  const places = await findPlaceNames(db, dashboardScopeOf(actor, wanted))
  const name = dashboardFileName(
    dayInName(wanted.as_of, manilaDay(services.now())),
    wanted.category,
    placeInName(places),
  )
  if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
  await noteExport(ctx, name, filtersOf(places, wanted), await countExport(db, actor, wanted))
  const graded = hasGrades(wanted.category)
  const header = [...PLACES, ...(graded ? GRADES : []), 'SITES Code']
  const pieces = readAhead(turnOf(actor), readExport(db, actor, wanted))
  return sendExport(reply, { name, body: csvStream({ header, rows: rowsIn(pieces, cellsOf(graded)) }) })
}
