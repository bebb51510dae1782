import { canReadIntegrity, canVerifyLog } from '../../shared/audit/audit.policy.ts'
import { auditApi } from '../../shared/audit/audit.schema.ts'
import { requireAllowed } from '../lib/errors.ts'
import type { Routes } from '../http/http.ts'
import { findIntegrity, requestVerification } from './integrity.actions.ts'
import { listHeadRows } from './integrity.queries.ts'

/** The proof that the audit log has not been altered. */
export function integrityRoutes(route: Routes) {
  route(auditApi.integrity, async ({ actor, db, services }) => {
    requireAllowed(canReadIntegrity(actor))
    return { data: await findIntegrity(services, db) }
  })
  route(auditApi.verify, async (ctx) => {
    requireAllowed(canVerifyLog(ctx.actor))
    return { data: await requestVerification(ctx) }
  })
  route(auditApi.heads, async ({ actor, db }, { query }) => {
    requireAllowed(canReadIntegrity(actor))
    return listHeadRows(db, query)
  })
}
