import { factorsApi } from '../../shared/factors/factors.schema.ts'
import { actions } from '../http/http.ts'
import { setDemand } from './demands.actions.ts'
import { listDemands } from './demands.queries.ts'
import { confirmApp, removeApp, startApp } from './own-app.actions.ts'
import { ownComputerTokens } from './own-computer-cookie.ts'
import { addPasskey, ownCredentialOptions, removePasskey, testPasskey } from './own-passkeys.actions.ts'
import { confirmSheet, makeSheet, removeSheet } from './own-sheet.actions.ts'
import { logInWithPasskey, passkeyLoginOptions, secondStepOptions } from './passkey-login.actions.ts'
import { prove } from './identity-check.actions.ts'
import { issueResetCode } from './reset-codes.actions.ts'
import { listOfficePeople, listResetCodes } from './reset-codes.queries.ts'
import {
  endOwnSessions,
  endSessions,
  forgetComputer,
  forgetOwnComputer,
  mySignIn,
  signInOf,
} from './sessions.actions.ts'

/**
 * Second factors: passkeys, the authenticator app, codes on paper, sessions and own computers, reset codes for people who
 * have lost their factor, and what each level demands for logging in.
 */
export const factorRoutes = actions(factorsApi, {
  passkeyOptions: (ctx) => passkeyLoginOptions(ctx),
  secondStepPasskey: (ctx, { body }) => secondStepOptions(ctx, body.token),
  passkeyLogin: (ctx, { body }) => logInWithPasskey(ctx, body.passkey),
  prove: (ctx, { body }) => prove(ctx, body),
  credentialOptions: (ctx, { body }, { request }) =>
    ownCredentialOptions(ctx, body, ownComputerTokens(ctx.services.config, request.headers.cookie)),
  addPasskey: (ctx, { body }) => addPasskey(ctx, body),
  testPasskey: (ctx, { params, body }) => testPasskey(ctx, params.id, body.passkey),
  removePasskey: async (ctx, { params }) => ({
    message: `The passkey ${await removePasskey(ctx, params.id)} is removed.`,
  }),
  startApp: (ctx) => startApp(ctx),
  confirmApp: (ctx, { body }) => confirmApp(ctx, body.code),
  removeApp: (ctx) => removeApp(ctx),
  makeSheet: (ctx, { body }) => makeSheet(ctx, body.size),
  confirmSheet: (ctx, { body }) => confirmSheet(ctx, body.code),
  removeSheet: (ctx) => removeSheet(ctx),
  mine: (ctx) => mySignIn(ctx),
  endOwnSessions: async (ctx, _input, { reply, token }) => {
    await endOwnSessions(ctx, token)
    // as after a logout
    reply.header('clear-site-data', '"cache"')
  },
  forgetOwnComputer: async (ctx, { params }) => ({
    message: `${await forgetOwnComputer(ctx, params.id)} is no longer remembered.`,
  }),
  userSignIn: (ctx, { params }) => signInOf(ctx, params.id),
  endSessions: async (ctx, { params }) => ({
    message: `${await endSessions(ctx, params.id)} is logged out everywhere.`,
  }),
  forgetComputer: async (ctx, { params }) => ({
    message: `${await forgetComputer(ctx, params.id, params.computerId)} is no longer remembered.`,
  }),
  issueResetCode: (ctx, { params, body }) => issueResetCode(ctx, params.id, body?.seen),
  resetCodes: ({ db }, { query }) => listResetCodes(db, query),
  officePeople: async ({ actor, db, services }, { query: { page, length } }) => {
    const people = await listOfficePeople(db, actor, services.now())
    const data = people.slice((page - 1) * length, page * length)
    return { data, totalCount: people.length, filteredCount: people.length }
  },
  demands: ({ db }) => listDemands(db),
  setDemand: (ctx, { body }) => setDemand(ctx, body),
})
