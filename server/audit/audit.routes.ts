import { auditRangeErrors, type RequestedRange } from '../../shared/audit/audit.rules.ts'
import { auditApi } from '../../shared/audit/audit.schema.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { extentOf } from '../../shared/lib/paging.ts'
import type { Ctx } from '../context/context.ts'
import { requireNoErrors } from '../lib/errors.ts'
import { actions } from '../http/http.ts'
import { downloadLogs } from './audit.downloads.ts'
import { listAuditLogs, listLoggedPeople } from './audit.queries.ts'

/** Rejects with 422 a range of days that the log does not allow (C-13). */
const requireValidRange = ({ services }: Ctx, range: RequestedRange): void =>
  requireNoErrors(auditRangeErrors(range, manilaDay(services.now())))

/** The audit log and its download. */
export const auditRoutes = actions(auditApi, {
  datatable: async (ctx, { query }) => {
    requireValidRange(ctx, query)
    return listAuditLogs(ctx.db, ctx.actor, query)
  },
  people: async ({ db, actor }, { query }) => {
    const page = await listLoggedPeople(db, actor, query)
    return { people: page.data, ...extentOf(page, query) }
  },
  download: async (ctx, { query }, raw) => {
    requireValidRange(ctx, query)
    return downloadLogs(ctx, query, raw)
  },
})
