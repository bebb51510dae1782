import type { z } from 'zod/mini'

type Schema = z.ZodMiniType

export type Method = 'GET' | 'POST' | 'PATCH'

/** Who may call it: `public` needs the API key only, `signed_in` a live token as well. */
type Access = 'public' | 'signed_in'

/** One call of the contract: path, what goes in, what comes out. Server, browser client, OpenAPI and tests read it. */
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
  params: Params
  query: Query
  body: Body
  /** header fields of a protocol inside HTTP, in lower case */
  headers: Headers
  /** undefined: the reply is a file, or nothing where the status is 204 */
  reply: Reply
  /** of a granted call */
  status: 200 | 201 | 204
  /** the body is one file in the multipart field `file` */
  upload: boolean
  /** the media type of a body that is nothing but bytes */
  bytes: string | null
  /** what the file of a reply is, for anyone who reads the description of the calls */
  file: FileReply | null
}

type FileReply = { type: string; schema?: Schema }

type Parts<P, Q, B, R, H> = {
  summary: string
  access?: Access
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

/** Ties method, path (relative to /api), request and reply of one call together. */
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

/** What a handler receives, parsed. */
export type Parsed<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R, infer H>
    ? { params: Out<P>; query: Out<Q>; body: Out<B>; headers: Out<H> }
    : never

/** What a caller must give; absent parts may be left out. Headers are for the library that speaks the protocol. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R, infer _H>
    ? (P extends Schema ? { params: In<P> } : { params?: undefined }) &
        (Q extends Schema ? { query?: In<Q> } : { query?: undefined }) &
        (B extends Schema ? { body: In<B> } : { body?: undefined })
    : never

export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _H> ? Out<R> : never
