import { reportsApi } from '../../shared/reports/reports.schema.ts'
import { AppError } from '../lib/errors.ts'
import { actions } from '../http/http.ts'
import { findProgress } from './export-progress.queries.ts'
import { exportReport } from './exports.actions.ts'
import { requireReport } from './reports.checks.ts'
import { listReportIds } from './report-sites.queries.ts'
import { listReport } from './reports.queries.ts'

/** Reports need a session and no permission (REPORTS-01). */
export const reportRoutes = actions(reportsApi, {
  preview: async ({ actor, services: { readDb: db, now } }, { query }) => {
    requireReport(actor, query, now())
    const page = await listReport(db, actor, query)
    const ids = query.without_ids ? { ids: [], site_activity_ids: [] } : await listReportIds(db, actor, query)
    return { ...page, ...ids }
  },
  export: (ctx, { query }, raw) => exportReport(ctx, query, raw),
  progress: async ({ actor, db }, { params }) => {
    const progress = await findProgress(db, actor, params.key)
    if (!progress) throw new AppError('not_found')
    return progress
  },
})
