import type { z } from 'zod/mini'

type Schema = z.ZodMiniType

export type Method = 'GET' | 'POST' | 'PATCH'

/** Who may knock: `public` needs the API key only, `signed_in` a live token as well. */
export type Access = 'public' | 'signed_in'

/** One call of the contract: path, what goes in, what comes out. Server, browser client, OpenAPI and tests read it. */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema | undefined = Schema | undefined,
> = {
  method: Method
  path: string
  summary: string
  access: Access
  params: Params
  query: Query
  body: Body
  /** undefined: the reply is a file */
  reply: Reply
  /** the body is one file in the multipart field `file` */
  upload: boolean
}

type Parts<P, Q, B, R> = {
  summary: string
  access?: Access
  params?: P
  query?: Q
  body?: B
  reply?: R
  upload?: boolean
}

/** Ties method, path (relative to /api), request and reply of one call together. */
export const endpoint = <
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(
  method: Method,
  path: string,
  parts: Parts<P, Q, B, R>,
): Endpoint<P, Q, B, R> => ({
  method,
  path,
  summary: parts.summary,
  access: parts.access ?? 'signed_in',
  params: parts.params as P,
  query: parts.query as Q,
  body: parts.body as B,
  reply: parts.reply as R,
  upload: parts.upload ?? false,
})

type In<S> = S extends Schema ? z.input<S> : undefined
type Out<S> = S extends Schema ? z.output<S> : undefined

/** What a handler receives, parsed. */
export type Parsed<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? { params: Out<P>; query: Out<Q>; body: Out<B> }
    : never

/** What a caller must give; absent parts may be left out. */
export type Given<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? (P extends Schema ? { params: In<P> } : { params?: undefined }) &
        (Q extends Schema ? { query?: In<Q> } : { query?: undefined }) &
        (B extends Schema ? { body: In<B> } : { body?: undefined })
    : never

export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? Out<R> : never
