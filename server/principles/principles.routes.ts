import { principlesApi } from '../../shared/principles/principles.schema.ts'
import { AppError } from '../lib/errors.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import { listBatches } from './batches.queries.ts'
import { saveCriteria } from './principles.actions.ts'
import { findCurrentBatch, findPrinciple, listPrinciples, searchPrinciples } from './principles.queries.ts'

/** The calls of the criteria. Every signed-in user may read them; only FMB saves them. */
export function principleRoutes(route: Routes, formRoute: FormRoutes) {
  route(principlesApi.list, async ({ db }) => ({
    sitePrinciples: await listPrinciples(db, await findCurrentBatch(db)),
  }))
  route(principlesApi.search, async ({ db }, { query }) => ({
    sitePrinciples: await searchPrinciples(db, query),
  }))
  route(principlesApi.batches, async ({ db }, { query }) => {
    return listBatches(db, query)
  })
  formRoute(
    principlesApi.save,
    (ctx, { body }) => saveCriteria(ctx, body),
    (sitePrinciple) => ({ sitePrinciple }),
  )
  route(principlesApi.show, async ({ db }, { params }) => {
    const sitePrinciple = await findPrinciple(db, params.id)
    if (!sitePrinciple) throw new AppError('not_found')
    return { sitePrinciple }
  })
}
