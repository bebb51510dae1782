import { auditApi } from '../../shared/audit/audit.schema.ts'
import type { Routes } from '../http/http.ts'
import { findIntegrity, requestVerification } from './integrity.actions.ts'
import { listHeadRows } from './integrity.queries.ts'

/** The proof that the audit log has not been altered. */
export function integrityRoutes(route: Routes) {
  route(auditApi.integrity, async ({ db, services }) => {
    return { data: await findIntegrity(services, db) }
  })
  route(auditApi.verify, async (ctx) => {
    return { data: await requestVerification(ctx) }
  })
  route(auditApi.heads, async ({ db }, { query }) => {
    return listHeadRows(db, query)
  })
}
