import { principlesApi } from '../../shared/principles/principles.schema.ts'
import { AppError } from '../lib/errors.ts'
import { actions } from '../http/http.ts'
import { listBatches } from './batches.queries.ts'
import { saveCriteria } from './principles.actions.ts'
import { BATCHES, findPrinciple, listPrinciples, searchPrinciples } from './principles.queries.ts'

/** The criteria. Every signed-in user may read them; only FMB saves them. */
export const principleRoutes = actions(principlesApi, {
  list: async ({ db }) => listPrinciples(db, await BATCHES.findNewest(db)),
  search: ({ db }, { query }) => searchPrinciples(db, query),
  batches: ({ db }, { query }) => listBatches(db, query),
  save: (ctx, { body }) => saveCriteria(ctx, body),
  show: async ({ db }, { params }) => {
    const principle = await findPrinciple(db, params.id)
    if (!principle) throw new AppError('not_found')
    return principle
  },
})
