import { canListIdentities } from './oidc.policy.ts'
import { z } from 'zod/mini'
import { endpoint, everyone } from '../access/endpoint.ts'
import { Id, IdParams } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { word } from '../lib/plain-text.ts'
import { saying } from '../lib/replies.ts'
import type { PlainKey } from '../texts/translate.ts'

/** how long a person may take at the provider */
export const OIDC_MINUTES = 10
/** identities without an account that are listed; the longest unused ones leave */
export const MAX_UNLINKED = 500
/** code and state of any provider, several times over */
const QUERY_MAX = 8_000

const maybe = z.nullable(z.string())

/** A person as the provider knows them; name and address are as it reported them last, and prove nothing. */
export const Identity = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  first_seen: z.string(),
  last_used: z.string(),
})
export type Identity = z.output<typeof Identity>

/** The identity that an account is linked to, or that its owner was offered; null without one. */
const IdentityReply = z.object({
  identity: z.nullable(Identity),
  linked_at: maybe,
  offered: z.nullable(Identity),
  offered_at: maybe,
})
export type IdentityReply = z.output<typeof IdentityReply>

/** Where the browser goes next: the login page of the provider. */
const StartReply = z.object({ address: z.string() })
export type StartReply = z.output<typeof StartReply>

/** The address bar's query, as the provider sent the browser back with it. */
export const AnswerInput = z.object({
  query: word('refused.sign_in_unreadable' satisfies PlainKey, QUERY_MAX),
  /** ends the session elsewhere; sent with the same query after 409, without another visit to the provider */
  force: z.optional(z.boolean()),
})
export type AnswerInput = z.output<typeof AnswerInput>

/** The reply where a signed-in person linked their account. */
export const LinkedReply = z.object({ linked: Identity })
export type LinkedReply = z.output<typeof LinkedReply>

const LinkInput = z.object({ identity_id: Id })

export const oidcApi = {
  start: endpoint('POST', '/sign-in/oidc/start', {
    summary: 'Begin single sign-on: the provider’s address to send the browser to',
    access: 'public',
    limited: true,
    reply: StartReply,
  }),
  own: endpoint('GET', '/my-sign-in/oidc', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'The identity that the caller’s account is linked to',
    reply: IdentityReply,
  }),
  startLink: endpoint('POST', '/my-sign-in/oidc/start', {
    may: everyone,
    auditor: 'makes',
    identity: 'every_caller',
    summary: 'Begin to link the caller’s account: the provider’s address to send the browser to',
    reply: StartReply,
  }),
  unlinkOwn: endpoint('POST', '/my-sign-in/oidc/unlink', {
    may: everyone,
    auditor: 'makes',
    identity: 'every_caller',
    summary: 'Remove the link of the caller’s account',
    reply: saying('The link was removed.'),
  }),
  unlinked: endpoint('GET', '/users/identities', {
    reads: 'identities',
    may: canListIdentities,
    summary: 'Identities that no account is linked to, for administrators of FMB',
    query: PageQuery,
    reply: pageReply(Identity),
  }),
  ofUser: endpoint('GET', '/users/:id/identity', {
    reads: 'identities',
    may: everyone,
    summary: 'The identity that a user’s account is linked to, or was offered',
    params: IdParams,
    reply: IdentityReply,
  }),
  link: endpoint('POST', '/users/:id/identity', {
    stale: ['identities'],
    may: canListIdentities,
    identity: 'every_caller',
    summary:
      'Offer a user an identity that no account is linked to; the link is made when they log in with it',
    params: IdParams,
    body: LinkInput,
    reply: IdentityReply,
  }),
  unlink: endpoint('POST', '/users/:id/identity/unlink', {
    stale: ['identities'],
    may: everyone,
    identity: 'every_caller',
    summary: 'Remove the link of a user’s account, or the offer of one',
    params: IdParams,
    reply: saying('The link was removed.'),
  }),
}
