import type { FastifyReply } from 'fastify'
import { oidcApi, type StartReply } from '../../shared/oidc/oidc.schema.ts'
import type { Config } from '../lib/config.ts'
import { actions } from '../http/http.ts'
import { visitCookie } from './browser-cookie.ts'
import { identityOf, identityOfUser, offerLink, unlinkOwn, unlinkUser } from './linking.actions.ts'
import { listUnlinked } from './oidc.queries.ts'
import { providerOf } from './provider.ts'
import { beginLink, beginSignIn, type Begun } from './visits.actions.ts'

function startReply(config: Config, reply: FastifyReply, { address, browser }: Begun): StartReply {
  reply.header('set-cookie', visitCookie(config, browser))
  return { address }
}

/** The way to the provider, and the links between accounts and identities. The way back is a login (`sign-in`). */
export const oidcRoutes = actions(oidcApi, {
  start: async (ctx, _input, { reply }) => startReply(ctx.services.config, reply, await beginSignIn(ctx)),
  startLink: async (ctx, _input, { reply }) => startReply(ctx.services.config, reply, await beginLink(ctx)),
  own: (ctx) => identityOf(ctx, ctx.actor.id),
  unlinkOwn: (ctx) => unlinkOwn(ctx),
  unlinked: ({ db, services }, { query }) => listUnlinked(db, providerOf(services).issuer, query),
  ofUser: (ctx, { params }) => identityOfUser(ctx, params.id),
  link: (ctx, { params, body }) => offerLink(ctx, params.id, body.identity_id),
  unlink: (ctx, { params }) => unlinkUser(ctx, params.id),
})
