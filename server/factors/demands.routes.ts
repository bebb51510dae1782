import { factorsApi } from '../../shared/factors/factors.schema.ts'
import type { Routes } from '../http/http.ts'
import { setDemand, showDemands } from './demands.actions.ts'

/** What each level demands for logging in, set by administrators of FMB. */
export function demandRoutes(route: Routes) {
  route(factorsApi.demands, async (ctx) => ({ data: await showDemands(ctx) }))
  route(factorsApi.setDemand, (ctx, { body }) => setDemand(ctx, body))
}
