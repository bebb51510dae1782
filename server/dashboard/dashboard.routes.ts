import { dashboardApi } from '../../shared/dashboard/dashboard.schema.ts'
import { pointTimesApi } from '../../shared/dashboard/point-times.schema.ts'
import { requirePastDay } from '../approved/register.queries.ts'
import { invalid } from '../lib/errors.ts'
import { actions } from '../http/http.ts'
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

/** The dashboard: its table, its charts, and the table as a file. */
export const dashboardRoutes = [
  ...actions(dashboardApi, {
    datatable: async ({ actor, db, services }, { query }) => {
      requirePastDay(query.as_of, services.now())
      requireYear(query)
      const [page, ids] = await Promise.all([
        dashboardTable(db, actor, query),
        query.without_ids ? { ids: [], site_activity_ids: [] } : listDashboardIds(db, actor, query),
      ])
      return { ...page, ...ids }
    },
    records: ({ actor, services }, { query }) =>
      listCountedRecords(services.readDb, actor, query, services.now()),
    figures: ({ actor, db, services }, { query }) => dashboardFigures(db, actor, query, services.now()),
    totals: ({ actor, services }, { query }) => figureTotals(services.readDb, actor, query),
    exportCsv: async (ctx, { query }, raw) => {
      requireYear(query)
      return downloadDashboard(ctx, query, raw)
    },
  }),
  ...actions(pointTimesApi, {
    points: ({ actor, db, services }, { query }) => pointTimes(db, actor, query, services.now()),
  }),
]
