import { officesApi } from '../../shared/offices/offices.schema.ts'
import { actions } from '../http/http.ts'
import { changeOffice, mergeOffice } from './offices.actions.ts'
import { listOffices } from './offices.queries.ts'

/** Management of offices, for administrators at FMB (S-148). */
export const officeRoutes = actions(officesApi, {
  datatable: ({ db }, { query }) => listOffices(db, query),
  rename: (ctx, { params, body }) => changeOffice(ctx, params.id, body),
  merge: (ctx, { params, body }) => mergeOffice(ctx, params.id, body),
})
