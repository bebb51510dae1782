import type { FastifyReply } from 'fastify'
import { oidcApi, type StartReply } from '../../shared/oidc/oidc.schema.ts'
import type { Config } from '../lib/config.ts'
import type { CallLimit, OpenRoutes, Routes } from '../http/http.ts'
import { visitCookie } from './browser-cookie.ts'
import { identityOf, identityOfUser, offerLink, unlinkOwn, unlinkUser } from './linking.actions.ts'
import { listUnlinked } from './oidc.queries.ts'
import { providerOf } from './provider.ts'
import { beginLink, beginSignIn, type Begun } from './visits.actions.ts'

const REMOVED = { message: 'The link was removed.' }

function startReply(config: Config, reply: FastifyReply, { address, browser }: Begun): StartReply {
  reply.header('set-cookie', visitCookie(config, browser))
  return { address }
}

/** The way to the provider, and the links between accounts and identities. The way back is a login (`sign-in`). */
export function oidcRoutes(route: Routes, openRoute: OpenRoutes, publicLimit: CallLimit) {
  openRoute(
    oidcApi.start,
    async (ctx, _input, { reply }) => startReply(ctx.services.config, reply, await beginSignIn(ctx)),
    publicLimit,
  )
  route(oidcApi.startLink, async (ctx, _input, { reply }) =>
    startReply(ctx.services.config, reply, await beginLink(ctx)),
  )
  route(oidcApi.own, (ctx) => identityOf(ctx, ctx.actor.id))
  route(oidcApi.unlinkOwn, async (ctx) => {
    await unlinkOwn(ctx)
    return REMOVED
  })
  route(oidcApi.unlinked, async ({ db, services }, { query }) => {
    return listUnlinked(db, providerOf(services).issuer, query)
  })
  route(oidcApi.ofUser, (ctx, { params }) => identityOfUser(ctx, params.id))
  route(oidcApi.link, (ctx, { params, body }) => offerLink(ctx, params.id, body.identity_id))
  route(oidcApi.unlink, async (ctx, { params }) => {
    await unlinkUser(ctx, params.id)
    return REMOVED
  })
}
