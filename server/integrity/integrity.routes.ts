import { integrityApi } from '../../shared/audit/audit.schema.ts'
import { actions } from '../http/http.ts'
import { findIntegrity, requestVerification } from './integrity.actions.ts'
import { listHeadRows } from './integrity.queries.ts'

/** The proof that the audit log has not been altered. */
export const integrityRoutes = actions(integrityApi, {
  show: ({ db, services }) => findIntegrity(services, db),
  verify: (ctx) => requestVerification(ctx),
  heads: ({ db }, { query }) => listHeadRows(db, query),
})
