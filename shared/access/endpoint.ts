import type { z } from 'zod/mini'
import type { Unwrapped } from '../lib/replies.ts'
import { type Verdict, yes } from '../lib/verdict.ts'
import { type Actor, holdsAny } from './actor.ts'
import type { PermissionKey } from './permissions.ts'

type Schema = z.ZodMiniType

export type Method = 'GET' | 'POST' | 'PATCH'

/** Who may make the call: `public` requires only the API key, `signed_in` also a valid token. */
type Access = 'public' | 'signed_in'

/**
 * Who proves their identity, at most 15 minutes before the call: every caller, where it gives, takes or restores rights or a
 * way in, or changes what others see or must obey; people with a second factor, where its record makes it a final decision.
 */
export type IdentityRule = 'every_caller' | 'final_decision'

/** Whether a signed-in person may make a call at all, whatever its target; the policies of the action decide afterwards. */
export type MayCall = (actor: Actor) => Verdict

/** Every signed-in person may make the call; where it has a target, the target decides. */
export const everyone: MayCall = () => yes

/** Those who hold one of these keys may make the call. */
export const whoHolds =
  (...keys: PermissionKey[]): MayCall =>
  (actor) =>
    holdsAny(actor, ...keys)

/**
 * What differs from the rule for auditors, who read everything, logged as what they saw or exported, and change nothing:
 * `makes` is a change of their own account or session, or the record of a view; `not_logged` a read that shows nothing of
 * others; `sees` a file on a record's page, which they do not export.
 */
type AuditorRule = 'makes' | 'not_logged' | 'sees'

/** What a person may do who must first choose a password of their own (S-133), or first set up a second factor. */
type OpenBefore = 'own_password' | 'factor'

/**
 * What a change makes stale in the browser: everything that reads these nouns (`nounOf`), or of a noun only the calls of
 * one path, which begins with a slash.
 */
type Stale = readonly string[] | 'everything'

/**
 * One call of the contract: path, input and output, and who may make it. Used by the server, the browser's client, OpenAPI
 * and tests. The built pages have neither its shapes nor its rules nor its summary (`scripts/lean-contract.mjs`).
 */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema | undefined = Schema | undefined,
  Headers extends Schema | undefined = Schema | undefined,
> = {
  method: Method
  path: string
  summary: string
  access: Access
  /** a public call that counts among those that one network may make in a minute (S-113) */
  limited: boolean
  /** null for public calls */
  may: MayCall | null
  auditor: AuditorRule | null
  /** open before an own password is chosen, and so before a factor is set up; or before a factor alone */
  open_before: OpenBefore | null
  identity: IdentityRule | null
  /** the noun that it reads, where the path does not begin with it */
  reads: string | null
  /** what it makes stale, where that is not the noun of its own path */
  stale: Stale | null
  /** sent again with the same form key (`form-key.ts`), it gets the stored answer */
  form: boolean
  params: Params
  query: Query
  body: Body
  /** request headers of a protocol on top of HTTP, in lower case */
  headers: Headers
  /** undefined: the reply is a file, or empty if the status is 204 */
  reply: Reply
  /** of a successful call */
  status: 200 | 201 | 204
  /** the body is one file in the multipart field `file` */
  upload: boolean
  /** the media type of a body of raw bytes */
  bytes: string | null
  /** describes the file of a reply, for the API documentation */
  file: FileReply | null
}

type FileReply = { type: string; schema?: Schema }

type Callers =
  | { access: 'public'; limited?: boolean; may?: undefined }
  | { access?: 'signed_in'; limited?: undefined; may: MayCall }

type Parts<P, Q, B, R, H, F, A> = Callers & {
  access?: A
  summary: string
  auditor?: AuditorRule
  open_before?: OpenBefore
  identity?: IdentityRule
  reads?: string
  stale?: Stale
  form?: F
  params?: P
  query?: Q
  body?: B
  headers?: H
  reply?: R
  status?: 200 | 201 | 204
  upload?: boolean
  bytes?: string
  file?: FileReply
}

/** Defines one call: method, path (relative to /api), who may make it, request and reply. */
export const endpoint = <
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
  H extends Schema | undefined = undefined,
  const F extends boolean = false,
  const A extends Access = 'signed_in',
>(
  method: Method,
  path: string,
  parts: Parts<P, Q, B, R, H, F, A>,
): Endpoint<P, Q, B, R, H> & { form: F; access: A } => ({
  method,
  path,
  summary: parts.summary,
  access: (parts.access ?? 'signed_in') as A,
  limited: parts.limited ?? false,
  may: parts.may ?? null,
  auditor: parts.auditor ?? null,
  open_before: parts.open_before ?? null,
  identity: parts.identity ?? null,
  reads: parts.reads ?? null,
  stale: parts.stale ?? null,
  form: (parts.form ?? false) as F,
  params: parts.params as P,
  query: parts.query as Q,
  body: parts.body as B,
  headers: parts.headers as H,
  reply: parts.reply as R,
  status: parts.status ?? 200,
  upload: parts.upload ?? false,
  bytes: parts.bytes ?? null,
  file: parts.file ?? null,
})

type In<S> = S extends Schema ? z.input<S> : undefined
type Out<S> = S extends Schema ? z.output<S> : undefined

/** The parsed request that a handler receives. */
export type Parsed<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R, infer H>
    ? { params: Out<P>; query: Out<Q>; body: Out<B>; headers: Out<H> }
    : never

/** The input of a call; parts without a schema may be omitted. Headers are set by the protocol's library. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R, infer _H>
    ? (P extends Schema ? { params: In<P> } : { params?: undefined }) &
        (Q extends Schema ? { query?: In<Q> } : { query?: undefined }) &
        (B extends Schema ? { body: In<B> } : { body?: undefined })
    : never

export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _H> ? Out<R> : never

/** The noun that a call reads: the first word of its path; below the profiles activities and principles are nouns of their own. */
export const nounOf = ({ path, reads }: Pick<Endpoint, 'path' | 'reads'>): string =>
  reads ?? /^\/(?:sites\/(?=activities|principles))?([^/]+)/.exec(path)?.[1] ?? ''

/** Whether a change makes the answers of another call stale. */
export const makesStale = (change: Endpoint, read: Pick<Endpoint, 'path' | 'reads'>): boolean => {
  const stale = change.stale ?? [nounOf(change)]
  return stale === 'everything' || stale.includes(nounOf(read)) || stale.includes(read.path)
}

/** What the action of a call returns: what the reply wraps (`replies.ts`), or the reply itself; anything without a reply. */
export type Result<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _H>
    ? R extends Schema
      ? Unwrapped<R>
      : unknown
    : never

/** Whether an auditor may make the call, which anyone or the signed-in person may make otherwise. */
export const isOpenToAuditors = ({ method, access, auditor }: Endpoint): boolean =>
  method === 'GET' || access === 'public' || auditor === 'makes'

/**
 * How a successful call is logged if an auditor makes it: as what was seen, or as a file that was exported; null for
 * what anyone sees without an account, and for calls that show nothing of others.
 */
export function auditorEvent({ method, access, auditor, reply }: Endpoint): 'Viewed' | 'Exported' | null {
  if (method !== 'GET' || access === 'public' || auditor === 'not_logged') return null
  return reply || auditor === 'sees' ? 'Viewed' : 'Exported'
}
