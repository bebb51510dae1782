import { type Office, officesApi } from '../../shared/offices/offices.schema.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import { mergeOffice, changeOffice } from './offices.actions.ts'
import { listOffices } from './offices.queries.ts'

const reply = (office: Office) => ({ office })

/** Management of offices, for administrators at FMB (S-148). */
export function officeRoutes(route: Routes, formRoute: FormRoutes) {
  route(officesApi.datatable, ({ db }, { query }) => {
    return listOffices(db, query)
  })
  formRoute(officesApi.rename, (ctx, { params, body }) => changeOffice(ctx, params.id, body), reply)
  formRoute(officesApi.merge, (ctx, { params, body }) => mergeOffice(ctx, params.id, body), reply)
}
