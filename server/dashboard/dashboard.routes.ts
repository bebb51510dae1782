import { holds } from '../../shared/access/actor.ts'
import { dashboardApi } from '../../shared/dashboard/dashboard.schema.ts'
import { requirePastDay } from '../approved/register.queries.ts'
import { requireAllowed } from '../lib/errors.ts'
import type { Routes } from '../http/http.ts'
import { dashboardFigures, dashboardTable, figureTotals } from './dashboard.cache.ts'
import { downloadDashboard } from './dashboard.downloads.ts'
import { listDashboardIds } from './dashboard.queries.ts'

/** The calls of the dashboard: its table, its charts, and the table as a file. */
export function dashboardRoutes(route: Routes) {
  route(dashboardApi.datatable, async ({ actor, db, services }, { query }) => {
    requireAllowed(holds(actor, 'dashboard_access'))
    requirePastDay(query.as_of, services.now())
    const [page, ids] = await Promise.all([
      dashboardTable(db, actor, query),
      query.without_ids ? { ids: [], site_activity_ids: [] } : listDashboardIds(db, actor, query),
    ])
    return { ...page, ...ids }
  })

  route(dashboardApi.figures, async ({ actor, db, services }, { query }) => {
    requireAllowed(holds(actor, 'dashboard_access'))
    return { data: await dashboardFigures(db, actor, query, services.now()) }
  })

  route(dashboardApi.totals, async ({ actor, services }, { query }) => {
    requireAllowed(holds(actor, 'dashboard_access'))
    return figureTotals(services.readDb, actor, query)
  })

  route(dashboardApi.exportCsv, async (ctx, { query }, raw) => {
    requireAllowed(holds(ctx.actor, 'dashboard_access'))
    return downloadDashboard(ctx, query, raw)
  })
}
