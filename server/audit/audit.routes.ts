import { canExportAudit, canReadAudit } from '../../shared/audit/audit.policy.ts'
import { type AskedRange, auditRangeErrors } from '../../shared/audit/audit.rules.ts'
import { auditApi } from '../../shared/audit/audit.schema.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Ctx } from '../lib/context.ts'
import { insist, insistValid } from '../lib/errors.ts'
import type { Routes } from '../lib/http.ts'
import { downloadLogs } from './audit.downloads.ts'
import { listAuditLogs } from './audit.queries.ts'

/** Refuses a range that the log does not answer for (C-13). */
const insistRange = ({ services }: Ctx, range: AskedRange): void =>
  insistValid(auditRangeErrors(range, manilaDay(services.now())))

/** The audit log and its download. */
export function auditRoutes(route: Routes) {
  route(auditApi.datatable, async (ctx, { query }) => {
    insist(canReadAudit(ctx.actor))
    insistRange(ctx, query)
    return listAuditLogs(ctx.db, ctx.actor, query, query)
  })
  route(auditApi.download, async (ctx, { query }, raw) => {
    insist(canExportAudit(ctx.actor))
    insistRange(ctx, query)
    return downloadLogs(ctx, query, raw)
  })
}
