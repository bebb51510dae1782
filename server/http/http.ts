import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { z } from 'zod/mini'
import { type Actor, isAuditor } from '../../shared/access/actor.ts'
import { type Endpoint, isOpenToAuditors, type Parsed, type Result } from '../../shared/access/endpoint.ts'
import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import { FormKeyHeaders } from '../../shared/lib/form-key.ts'
import { wrapIn } from '../../shared/lib/replies.ts'
import { no } from '../../shared/lib/verdict.ts'
import { messageIn, type Translate, translator } from '../../shared/texts/translate.ts'
import { createCtx, type Ctx, type Origin, type Services } from '../context/context.ts'
import { AppError, invalid, requireAllowed } from '../lib/errors.ts'
import { answerOnce, submissionOf } from '../context/form-submissions.ts'
import { addToRequestLog } from '../lib/log.ts'
import { clientAddress } from '../lib/network.ts'
import { callerOfToken, sessionEndReason } from '../context/sessions.ts'
import { textsOf } from './page-language.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** The raw exchange, for multipart bodies, file replies and the presented token. */
export type RawExchange = { request: FastifyRequest; reply: FastifyReply; token: string | null }

/** A call that has been checked and is being answered. */
export type CheckedCall = { ctx: Ctx; endpoint: Endpoint; input: { params?: unknown; query?: unknown } }

const checkedCalls = new WeakMap<FastifyRequest, CheckedCall>()

/** Returns the signed-in person's call that a request is, once it has been checked. */
export const checkedCallOf = (request: FastifyRequest): CheckedCall | undefined => checkedCalls.get(request)

/**
 * Answers a call: receives its parsed input, and returns what the reply wraps (`Result`). The action of a form is one
 * `ctx.write` and resolves with its result, because that is stored: sent again with the same key, since the answer was
 * lost, the form gets the stored one.
 */
export type Action<E extends Endpoint> = (
  ctx: Ctx<E['access'] extends 'signed_in' ? Actor : Actor | null>,
  input: E extends FormEndpoint ? FormInput<E> : Parsed<E>,
  raw: RawExchange,
) => Promise<Result<E>>

type Calls = Record<string, Endpoint>

/** The actions of calls, under the names of the calls. */
export type Actions<Api extends Calls> = { [Name in keyof Api]: Action<Api[Name]> }

/** A call of the contract with the action that answers it. */
export type Route = { endpoint: Endpoint; action: Action<Endpoint> }

/** The routes of a drawer: one action for each of its calls. A call without one does not compile. */
export const actions = <Api extends Calls>(api: Api, table: Actions<NoInfer<Api>>): Route[] =>
  Object.entries(api).map(([name, endpoint]) => ({
    endpoint,
    action: table[name] as unknown as Action<Endpoint>,
  }))

type FormEndpoint = Endpoint & { form: true }
/** What a form sends, with its key. */
type FormInput<E> = Omit<Parsed<E>, 'headers'> & { headers: z.output<typeof FormKeyHeaders> }

/** Lets programs of other sites read a public reply: without cookies and without a session, as everyone may. */
export const openToAllSites: CallLimit = async (_request, reply) => {
  reply.header('access-control-allow-origin', '*')
}

/** Runs before a call and rejects with 429 when a network has made too many. Calls of one limit count together. */
export type CallLimit = preHandlerAsyncHookHandler

/** Sentences per field; an error of the whole body is under `form`. */
function fieldErrors(t: Translate, error: z.core.$ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const field = issue.path.length > 0 ? issue.path.join('.') : 'form'
    errors[field] = [...(errors[field] ?? []), messageIn(t, issue.message)]
  }
  return errors
}

type Refusal = (error: z.core.$ZodError) => AppError

const invalidInput =
  (t: Translate): Refusal =>
  (error) =>
    invalid(fieldErrors(t, error))
/** Text in the path that is not an id. */
const unknownId: Refusal = () => new AppError('invalid_id')
/** For headers that violate a protocol inside HTTP: the refusal names the first fault. */
const protocolError: Refusal = (error) =>
  new AppError(no('odd_header', { sentence: String(error.issues[0]?.message) }))

function parse(schema: z.ZodMiniType | undefined, value: unknown, refusal: Refusal): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (!result.success) throw refusal(result.error)
  return result.data
}

/** Parses the query of an address that people can edit; a wrong one is refused in a sentence for each field. */
export const readQuery = <Schema extends z.ZodMiniType>(
  services: Services,
  { raw, query }: FastifyRequest,
  schema: Schema,
): z.output<Schema> =>
  parse(schema, query, invalidInput(translator(textsOf(services, raw)))) as z.output<Schema>

const NOBODY = { actor: null, session: null }

const bearer = (request: FastifyRequest): string | null => {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/** The multipart reader's errors for a body that is cut short or has no usable boundary. */
const UNREADABLE_BODY = /boundary not found|unexpected end of multipart data|^The needle cannot/i

/** The reader's errors have no status; an unreadable body is the client's fault. */
async function readingUpload<T>(receive: () => Promise<T>): Promise<T> {
  try {
    return await receive()
  } catch (error) {
    throw error instanceof Error && UNREADABLE_BODY.test(error.message) ? new AppError('malformed') : error
  }
}

const originOf = (request: FastifyRequest): Origin => ({
  request_id: request.id,
  network_address: clientAddress(request),
  user_agent: String(request.headers['user-agent'] ?? '').slice(0, 300),
})

/** Returns what a call reads of the headers of its request: those of its protocol, or the key of a form. */
export const headersOf = ({ form, headers }: Endpoint): Endpoint['headers'] =>
  form ? FormKeyHeaders : headers

const urlOf = (endpoint: Endpoint) => `/api${endpoint.path}`

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''

/** Returns the reply, wrapped as the endpoint says, after checking its shape. */
function checkedReply(endpoint: Endpoint, returned: unknown): unknown {
  const { reply } = endpoint
  if (!reply) return returned
  const result = z.safeParse(reply, wrapIn(reply, returned))
  if (!result.success)
    throw new Error(
      `Reply of ${endpoint.method} ${endpoint.path} is outside its schema: ${z.prettifyError(result.error)}`,
    )
  return result.data
}

/** Answers a call, after its session, rights and input have been checked. */
async function answer(
  services: Services,
  { endpoint, action }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const needsActor = endpoint.access === 'signed_in'
  const token = bearer(request)
  const t = translator(textsOf(services, request.raw))
  const { actor, session } = (token ? await callerOfToken(services, token) : null) ?? NOBODY
  if (actor) addToRequestLog(request, reply, { account: actor.id })
  if (needsActor && !actor)
    throw new AppError(token ? await sessionEndReason(services, token) : 'not_signed_in')
  if (needsActor && actor?.password_is_generated && endpoint.open_before !== 'own_password')
    throw new AppError('own_password_first')
  if (needsActor && actor?.factor_first && endpoint.open_before === null) throw new AppError('factor_first')
  if (needsActor && actor && isAuditor(actor) && !isOpenToAuditors(endpoint))
    throw new AppError('auditor_reads')
  const params = parse(endpoint.params, request.params, unknownId)
  if (actor && endpoint.may) requireAllowed(endpoint.may(actor))
  const query = parse(endpoint.query, request.query, invalidInput(t))
  const headers = parse(headersOf(endpoint), request.headers, protocolError)
  if (endpoint.bytes && request.headers['content-type'] !== endpoint.bytes) throw new AppError('odd_body')
  const body = endpoint.upload ? undefined : parse(endpoint.body, request.body, invalidInput(t))
  const submission = endpoint.form
    ? submissionOf(actor, endpoint, { url: pathOf(request), body, headers })
    : null
  const ctx = createCtx(services, actor, originOf(request), {
    session,
    submission,
    identity_rule: endpoint.identity,
    t,
  })
  const input = { params, query, body, headers } as Parsed<Endpoint>
  if (actor) checkedCalls.set(request, { ctx: ctx as Ctx, endpoint, input })
  const act = () => action(ctx, input, { request, reply, token })
  const returned = endpoint.upload ? await readingUpload(act) : await answerOnce(services.db, submission, act)
  if (endpoint.status === 204) return reply.status(204).send()
  if (reply.sent || !endpoint.reply) return returned
  return reply.status(endpoint.status).send(checkedReply(endpoint, returned))
}

/** a browser asks before a program of another site sends the key */
const answerPreflight = (app: FastifyInstance, endpoint: Endpoint) =>
  app.options(urlOf(endpoint), { onRequest: openToAllSites }, (_request, reply) =>
    reply
      .status(204)
      .headers({ 'access-control-allow-methods': 'GET', 'access-control-allow-headers': 'x-api-key' })
      .send(),
  )

/** Serves routes in an application; `publicLimit` counts the calls of all limited ones together. */
export function serveRoutes(
  app: FastifyInstance,
  services: Services,
  { routes, publicLimit }: { routes: Route[]; publicLimit: CallLimit },
) {
  for (const route of routes) {
    const { endpoint } = route
    const isOpen = endpoint.method === 'GET' && endpoint.access === 'public'
    if (isOpen) answerPreflight(app, endpoint)
    // the body stays a stream, which the action reads
    if (endpoint.bytes) app.addContentTypeParser(endpoint.bytes, (_request, _body, done) => done(null))
    app.route({
      method: endpoint.method,
      url: urlOf(endpoint),
      config: { endpoint },
      onRequest: [...(isOpen ? [openToAllSites] : []), ...(endpoint.limited ? [publicLimit] : [])],
      handler: (request, reply) => answer(services, route, request, reply),
    })
  }
}
