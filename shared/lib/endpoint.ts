import type { z } from 'zod/mini'

type Schema = z.ZodMiniType

export type Method = 'GET' | 'POST' | 'PATCH'

/** Who may make the call: `public` requires only the API key, `signed_in` also a valid token. */
type Access = 'public' | 'signed_in'

/**
 * Who proves their identity, at most 15 minutes before the call: every caller, where it gives, takes or restores rights or a
 * way in, or changes what others see or must obey; people with a second factor, where its record makes it a final decision.
 */
export type ProofRule = 'every_caller' | 'final_decision'

/**
 * One call of the contract: path, input and output. Used by the server, the browser's client, OpenAPI and tests. The
 * built pages have neither its shapes nor its summary (`scripts/lean-contract.mjs`).
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
  proof: ProofRule | null
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

type Parts<P, Q, B, R, H> = {
  summary: string
  access?: Access
  proof?: ProofRule
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

/** Defines one call: method, path (relative to /api), request and reply. */
export const endpoint = <
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
  H extends Schema | undefined = undefined,
>(
  method: Method,
  path: string,
  parts: Parts<P, Q, B, R, H>,
): Endpoint<P, Q, B, R, H> => ({
  method,
  path,
  summary: parts.summary,
  access: parts.access ?? 'signed_in',
  proof: parts.proof ?? null,
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
