import { factorsApi } from '../../shared/factors/factors.schema.ts'
import type { Routes } from '../http/http.ts'
import { confirmApp, removeApp, startApp } from './own-app.actions.ts'
import { confirmSheet, makeSheet, removeSheet } from './own-sheet.actions.ts'

/** The caller's authenticator app and codes on paper. */
export function ownFactorRoutes(route: Routes) {
  route(factorsApi.startApp, (ctx) => startApp(ctx))
  route(factorsApi.confirmApp, (ctx, { body }) => confirmApp(ctx, body.code))
  route(factorsApi.removeApp, async (ctx) => {
    await removeApp(ctx)
    return { message: 'The authenticator app was removed.' }
  })
  route(factorsApi.makeSheet, (ctx, { body }) => makeSheet(ctx, body.size))
  route(factorsApi.confirmSheet, (ctx, { body }) => confirmSheet(ctx, body.code))
  route(factorsApi.removeSheet, async (ctx) => {
    await removeSheet(ctx)
    return { message: 'The codes were removed and no longer work.' }
  })
}
