import { factorsApi } from '../../shared/factors/factors.schema.ts'
import type { CallLimit, OpenRoutes, Routes } from '../http/http.ts'
import { ownComputerTokens } from './own-computer-cookie.ts'
import { prove } from './proof.actions.ts'
import { addPasskey, ownCredentialOptions, removePasskey, testPasskey } from './own-passkeys.actions.ts'
import { logInWithPasskey, passkeyLoginOptions, secondStepOptions } from './passkey-login.actions.ts'
import {
  endOwnSessions,
  endSessions,
  forgetComputer,
  forgetOwnComputer,
  mySignIn,
  signInOf,
} from './sessions.actions.ts'

/** Second factors, the second step of a login, sessions and own computers. */
export function factorRoutes(route: Routes, openRoute: OpenRoutes, publicLimit: CallLimit) {
  passkeyRoutes(route, openRoute, publicLimit)
  sessionRoutes(route)
  route(factorsApi.prove, (ctx, { body }) => prove(ctx, body))
}

function passkeyRoutes(route: Routes, openRoute: OpenRoutes, publicLimit: CallLimit) {
  // each call stores a challenge
  openRoute(factorsApi.passkeyOptions, (ctx) => passkeyLoginOptions(ctx), publicLimit)
  openRoute(factorsApi.secondStepPasskey, (ctx, { body }) => secondStepOptions(ctx, body.token), publicLimit)
  openRoute(factorsApi.passkeyLogin, (ctx, { body }) => logInWithPasskey(ctx, body.passkey))
  route(factorsApi.credentialOptions, (ctx, { body }, { request }) =>
    ownCredentialOptions(ctx, body, ownComputerTokens(ctx.services.config, request.headers.cookie)),
  )
  route(factorsApi.addPasskey, (ctx, { body }) => addPasskey(ctx, body))
  route(factorsApi.testPasskey, (ctx, { params, body }) => testPasskey(ctx, params.id, body.passkey))
  route(factorsApi.removePasskey, async (ctx, { params }) => ({
    message: `The passkey ${await removePasskey(ctx, params.id)} is removed.`,
  }))
}

function sessionRoutes(route: Routes) {
  route(factorsApi.mine, (ctx) => mySignIn(ctx))
  route(factorsApi.endOwnSessions, async (ctx, _input, { reply, token }) => {
    await endOwnSessions(ctx, token)
    // as after a logout
    reply.header('clear-site-data', '"cache"')
    return { message: 'You are logged out, and none of your own computers is remembered.' }
  })
  route(factorsApi.forgetOwnComputer, async (ctx, { params }) => ({
    message: `${await forgetOwnComputer(ctx, params.id)} is no longer remembered.`,
  }))
  route(factorsApi.userSignIn, (ctx, { params }) => signInOf(ctx, params.id))
  route(factorsApi.endSessions, async (ctx, { params }) => ({
    message: `${await endSessions(ctx, params.id)} is logged out everywhere.`,
  }))
  route(factorsApi.forgetComputer, async (ctx, { params }) => ({
    message: `${await forgetComputer(ctx, params.id, params.computerId)} is no longer remembered.`,
  }))
}
