import { factorsApi } from '../../shared/factors/factors.schema.ts'
import type { Routes } from '../http/http.ts'
import { issueResetCode } from './reset-codes.actions.ts'
import { listOfficePeople, listResetCodes } from './reset-codes.queries.ts'

/** Reset codes for people who have lost their second factor. */
export function resetCodeRoutes(route: Routes) {
  route(factorsApi.issueResetCode, (ctx, { params, body }) => issueResetCode(ctx, params.id, body?.seen))
  route(factorsApi.resetCodes, ({ db }, { query }) => {
    return listResetCodes(db, query)
  })
  route(factorsApi.officePeople, async ({ actor, db, services }, { query: { page, length } }) => {
    const people = await listOfficePeople(db, actor, services.now())
    const data = people.slice((page - 1) * length, page * length)
    return { data, totalCount: people.length, filteredCount: people.length }
  })
}
