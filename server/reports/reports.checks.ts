import type { Actor } from '../../shared/access/actor.ts'
import { AS_OF_APPROVED } from '../../shared/reports/report-filter.ts'
import { canReport, scopeErrors } from '../../shared/dashboard/report-scope.ts'
import type { ReportWanted } from '../../shared/reports/reports.schema.ts'
import { requirePastDay } from '../approved/register.queries.ts'
import { invalid, requireAllowed, requireNoErrors } from '../lib/errors.ts'

/**
 * Rejects a caller who may not report, a scope that is not the caller's, a day in the future, and a status other than
 * Approved as of a day.
 */
export function requireReport(actor: Actor, wanted: ReportWanted, now: Date): void {
  requireAllowed(canReport(actor))
  requireNoErrors(scopeErrors(actor, wanted))
  requirePastDay(wanted.as_of, now)
  if (wanted.as_of !== undefined && wanted.site_status !== undefined && wanted.site_status !== 'Approved')
    throw invalid({ site_status: [AS_OF_APPROVED] })
}
