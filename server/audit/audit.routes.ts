import { holds } from '../../shared/access/actor.ts'
import { AUDIT_RANGE_DAYS, auditApi } from '../../shared/audit/audit.schema.ts'
import { parseTypedDate } from '../../shared/lib/dates.ts'
import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import { insist, insistValid } from '../lib/errors.ts'
import type { Routes } from '../lib/http.ts'
import { listAuditLogs, type Span } from './audit.queries.ts'

const DAY_MS = 86_400_000

/** Manila has no daylight saving, so a day there always starts at the same distance from UTC. */
const startOfDay = (day: string) => new Date(`${day}T00:00:00+08:00`)

function problems(startDate: string, endDate: string): FieldErrors {
  if (!parseTypedDate(startDate)) return { startDate: ['Start date is not a day of the calendar.'] }
  if (!parseTypedDate(endDate)) return { endDate: ['End date is not a day of the calendar.'] }
  const days = (startOfDay(endDate).getTime() - startOfDay(startDate).getTime()) / DAY_MS + 1
  if (days < 1) return { endDate: ['End date cannot be earlier than start date.'] }
  if (days > AUDIT_RANGE_DAYS)
    return { endDate: [`The date range can cover at most ${AUDIT_RANGE_DAYS} days.`] }
  return {}
}

/** Both days inclusive, in Manila time (S-22); refuses more than seven days (C-13). */
function spanOf(startDate: string, endDate: string): Span {
  insistValid(problems(startDate, endDate))
  return { from: startOfDay(startDate), before: new Date(startOfDay(endDate).getTime() + DAY_MS) }
}

/** The audit log. */
export function auditRoutes(route: Routes) {
  route(auditApi.datatable, async ({ actor, db }, { query }) => {
    insist(holds(actor, 'audit_access'))
    return listAuditLogs(db, actor, spanOf(query.startDate, query.endDate), query)
  })
}
