import { dashboardApi } from '../../shared/dashboard/dashboard.schema.ts'
import { pointTimesApi } from '../../shared/dashboard/point-times.schema.ts'
import { requirePastDay } from '../approved/register.queries.ts'
import { invalid } from '../lib/errors.ts'
import type { Routes } from '../http/http.ts'
import { dashboardFigures, dashboardTable, figureTotals, pointTimes } from './dashboard.cache.ts'
import { downloadDashboard } from './dashboard.downloads.ts'
import { listDashboardIds } from './dashboard.queries.ts'
import { listCountedRecords } from './records.queries.ts'

type OfFigure = { figure?: string | undefined; reporting_year?: number | undefined }

/** Rejects a figure without its year: each year has its own latest activity. */
function requireYear({ figure, reporting_year }: OfFigure): void {
  if (figure !== undefined && reporting_year === undefined)
    throw invalid({ reporting_year: ['A figure is one of a reporting year.'] })
}

/** The calls of the dashboard: its table, its charts, and the table as a file. */
export function dashboardRoutes(route: Routes) {
  route(dashboardApi.datatable, async ({ actor, db, services }, { query }) => {
    requirePastDay(query.as_of, services.now())
    requireYear(query)
    const [page, ids] = await Promise.all([
      dashboardTable(db, actor, query),
      query.without_ids ? { ids: [], site_activity_ids: [] } : listDashboardIds(db, actor, query),
    ])
    return { ...page, ...ids }
  })

  route(dashboardApi.records, async ({ actor, services }, { query }) => {
    return listCountedRecords(services.readDb, actor, query, services.now())
  })

  route(dashboardApi.figures, async ({ actor, db, services }, { query }) => {
    return { data: await dashboardFigures(db, actor, query, services.now()) }
  })

  route(dashboardApi.totals, async ({ actor, services }, { query }) => {
    return figureTotals(services.readDb, actor, query)
  })

  route(pointTimesApi.points, async ({ actor, db, services }, { query }) => {
    return { data: await pointTimes(db, actor, query, services.now()) }
  })

  route(dashboardApi.exportCsv, async (ctx, { query }, raw) => {
    requireYear(query)
    return downloadDashboard(ctx, query, raw)
  })
}
