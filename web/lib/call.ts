import { filesApi } from '../../shared/files/files.schema.ts'
import type { CallInput, Endpoint, Reply } from '../../shared/access/endpoint.ts'
import type { RefusalCode } from '../../shared/lib/refusals.ts'
import { type SavedBefore, savedBeforeWords } from '../../shared/lib/saved-before.ts'
import type { ErrorCode, FieldErrors } from '../../shared/lib/error-codes.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { PAGE_LANGUAGE } from '../../shared/texts/translate.ts'
import { loadConfig } from './config.ts'
import { checkConnection } from './connection.ts'
import { checkedPath } from './modules.ts'
import { callLanguage } from './page-language.ts'
import { askForIdentity, type IdentityQuestion } from './identity-needed.ts'
import { clearSession, recordLogout } from './session.ts'
import { storedToken } from './token.ts'
import { redirectToFactors, redirectToLogin } from './to-login.ts'

/** Shown for a failure without a message (000 §8). */
export const DEFAULT_MESSAGE = 'An error occurred'

/** Shown for a call that got no answer, or only part of one (000 §8). */
const NO_ANSWER =
  'An unexpected error occurred. No answer came from the server: please check your connection and try again.'
/** The same for a form with a key: it may have been saved, and sending it again is safe. */
export const MAY_BE_SAVED =
  'No answer came from the server, so it is not certain that this was saved. Your work is still here. Please send it again when the connection is back: it is never saved twice.'

/** Failures that no server reported: a wrong deployment, no answer, or an answer without a message. */
type OwnCode = 'setup' | 'unanswered' | 'wordless'

type Body = Partial<Record<string, unknown>> & { refusal?: { code: RefusalCode | OwnCode; params?: object } }

/** A rejected or failed call: the kind of refusal, the message, and the messages of its fields (000 §8). */
export class ApiError extends Error {
  readonly status: number
  readonly data: unknown
  readonly errors: FieldErrors
  /** the kind of refusal; null where the server has not rejected the call */
  readonly why: ErrorCode | null
  readonly code: RefusalCode | OwnCode | null
  /** the parameters of its message */
  readonly params: object
  readonly request_id: string | null
  readonly saved_before: SavedBefore | null

  constructor(status: number, body: Body = {}, options: ErrorOptions = {}) {
    const hasWords = typeof body.message === 'string' && body.message !== ''
    super(hasWords ? String(body.message) : DEFAULT_MESSAGE, options)
    this.name = 'ApiError'
    this.status = status
    this.data = body.data ?? null
    this.errors = (body.errors ?? {}) as FieldErrors
    this.why = (body.code ?? null) as ErrorCode | null
    this.code = hasWords ? (body.refusal?.code ?? this.why) : 'wordless'
    this.params = body.refusal?.params ?? {}
    this.request_id = (body.request_id ?? null) as string | null
    this.saved_before = (body.saved_before ?? null) as SavedBefore | null
  }
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Returns a body without empty strings, zeros and undefined fields (000 §5). null and false stay: null clears a value,
 * false is an answer (C-38). Lists keep their length.
 */
export function dropEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropEmpty)
  if (!isPlainObject(value)) return value
  const stored = Object.entries(value).filter(
    ([, field]) => field !== '' && field !== 0 && field !== undefined,
  )
  return Object.fromEntries(stored.map(([name, field]) => [name, dropEmpty(field)]))
}

/** "page=1&order[0][column]=code": lists and objects in brackets, without empty values and zeros. */
export function queryText(query: Record<string, unknown> | undefined): string {
  const pairs: [string, string][] = []
  const add = (name: string, value: unknown) => {
    if (Array.isArray(value)) value.forEach((item, index) => add(`${name}[${index}]`, item))
    else if (isPlainObject(value))
      for (const [key, item] of Object.entries(value)) add(`${name}[${key}]`, item)
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      if (value !== '' && value !== 0) pairs.push([name, `${value}`])
    }
  }
  for (const [name, value] of Object.entries(query ?? {})) add(name, value)
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

function headersOf(apiKey: string, json: boolean): Record<string, string> {
  const token = storedToken()
  return {
    accept: 'application/json',
    'X-API-KEY': apiKey,
    ...(callLanguage ? { [PAGE_LANGUAGE]: callLanguage } : {}),
    ...(json ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
}

/** After a 401, clears the session and opens the log in page, which shows the reason. */
function leaveWhenSignedOut({ status, message }: ApiError) {
  if (status !== 401) return
  recordLogout(message)
  clearSession()
  redirectToLogin()
}

const forbidden = new EventTarget()

/** Calls `heard` after every 403; returns the function that stops listening. */
export function onForbidden(heard: () => void): () => void {
  forbidden.addEventListener('forbidden', heard)
  return () => forbidden.removeEventListener('forbidden', heard)
}

/**
 * Returns the error of a rejected call. A 401 also ends the session and opens the log in page; typed work stays on the
 * device where a second factor must be set up first.
 */
export function refusal(status: number, text: string): ApiError {
  const error = refused(status, text)
  leaveWhenSignedOut(error)
  if (error.code === 'factor_first') redirectToFactors()
  if (status === 403) forbidden.dispatchEvent(new Event('forbidden'))
  return error
}

function refused(status: number, text: string): ApiError {
  try {
    return new ApiError(status, JSON.parse(text) as Record<string, unknown>)
  } catch {
    return new ApiError(status)
  }
}

/** Returns the error for a failure below HTTP: no connection, no server, half an answer, a wrong address (000 §8). */
export function networkError(cause: unknown, words: string = NO_ANSWER): ApiError {
  if (cause instanceof Error && 'code' in cause && cause.code === 'setup')
    return new ApiError(500, { message: cause.message, refusal: { code: 'setup' } }, { cause })
  void checkConnection()
  return new ApiError(500, { message: words, refusal: { code: 'unanswered' } }, { cause })
}

const noAnswerMessage = (input: AnyInput): string => (input.form_key === undefined ? NO_ANSWER : MAY_BE_SAVED)

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

type Loose<T> = { [Name in keyof T]: string extends T[Name] ? T[Name] | number : T[Name] }
type Part<E, Name extends 'params' | 'query'> =
  CallInput<E> extends { [N in Name]: infer P extends object }
    ? { [N in Name]: Loose<P> }
    : CallInput<E> extends { [N in Name]?: infer P }
      ? { [N in Name]?: P extends object ? Loose<P> : undefined }
      : { [N in Name]?: undefined }
/** The input of a call; a text of its parameters or query can be a number. */
export type Input<E> = Omit<CallInput<E>, 'params' | 'query'> & Part<E, 'params'> & Part<E, 'query'>
/** The input and `More`, as the last argument of a function: left out where a call needs none. */
export type WithInput<E, More = object> =
  Record<never, never> extends Input<E> ? [input?: Input<E> & More] : [input: Input<E> & More]
/** `keepalive`: the page may close before the answer; `form_key`: of the form, the same for every try */
type Options = { signal?: AbortSignal; keepalive?: boolean; form_key?: string }
type AnyInput = { params?: object; query?: object; body?: unknown } & Options

/** Returns the checked path of a call; every call and upload passes through here. */
async function addressOf(endpoint: Endpoint, params?: object) {
  try {
    const config = await loadConfig()
    return { config, path: checkedPath(endpoint.path, params as Record<string, unknown> | undefined) }
  } catch (error) {
    throw networkError(error)
  }
}

/** What the server wants before this call; null for any other answer. */
async function identityQuestion(endpoint: Endpoint, reply: Response): Promise<IdentityQuestion | null> {
  if (reply.status !== 403) return null
  const error = refused(reply.status, await reply.clone().text())
  return error.code === 'proof_needed'
    ? { endpoint, ...(error.params as Omit<IdentityQuestion, 'endpoint'>) }
    : null
}

/** Makes a call; where the server wants an identity check first, asks for it and makes the call once more. */
async function request(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const reply = await send(endpoint, input)
  const question = await identityQuestion(endpoint, reply)
  return question && (await askForIdentity(question)) ? send(endpoint, input) : reply
}

async function send(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const { config, path } = await addressOf(endpoint, input.params)
  try {
    const query = queryText(input.query as Record<string, unknown> | undefined)
    const hasBody = input.body !== undefined && input.body !== null
    return await fetch(`${config.api_base_url}${path}${query ? `?${query}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...headersOf(config.api_key, hasBody),
        ...(input.form_key ? { [FORM_KEY]: input.form_key } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(dropEmpty(input.body)) } : {}),
      ...(input.signal ? { signal: input.signal } : {}),
      ...(input.keepalive ? { keepalive: true } : {}),
    })
  } catch (error) {
    if (isAbort(error)) throw error
    throw networkError(error, noAnswerMessage(input))
  }
}

/** Makes one call of the contract. Throws an ApiError; a 401 also ends the session and opens the log in page. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...args: WithInput<E, Options>
): Promise<Reply<E>> {
  const input = (args[0] ?? {}) as AnyInput
  const reply = await request(endpoint, input)
  try {
    const text = await reply.text()
    if (!reply.ok) throw refusal(reply.status, text)
    // a 204 has no body to parse
    return (endpoint.status === 204 ? undefined : JSON.parse(text)) as Reply<E>
  } catch (error) {
    if (isAbort(error) || error instanceof ApiError) throw error
    throw networkError(error, noAnswerMessage(input))
  }
}

/** Returns the bytes of a stored file, or its thumbnail. */
export async function downloadFile(id: number, what: 'download' | 'thumbnail' = 'download'): Promise<Blob> {
  const reply = await request(filesApi[what], { params: { id } })
  if (!reply.ok) throw refusal(reply.status, await reply.text())
  return reply.blob()
}

/** The progress of a download; `size` is null when the server generates the file while sending it. */
export type Received = { bytes: number; size: number | null }

/** Returns the bytes and file name of a reply; `onReceived` reports each piece as it arrives. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Input<E> & Options,
  onReceived?: (received: Received) => void,
): Promise<{ blob: Blob; name: string }> {
  const reply = await request(endpoint, input as AnyInput)
  if (!reply.ok || !reply.body) throw refusal(reply.status, await reply.text())
  const length = reply.headers.get('content-length')
  const size = length === null ? null : Number(length)
  const pieces: BlobPart[] = []
  const reader = reply.body.getReader()
  try {
    for (let bytes = 0; ; ) {
      const { done, value } = await reader.read()
      if (done) break
      pieces.push(value)
      bytes += value.byteLength
      onReceived?.({ bytes, size })
    }
  } catch (error) {
    if (isAbort(error)) throw error
    throw networkError(error)
  }
  const type = reply.headers.get('content-type') ?? ''
  return { blob: new Blob(pieces, { type }), name: fileNameOf(reply) }
}

function fileNameOf(reply: Response): string {
  const header = reply.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : 'download'
}

/** Returns the URL and headers of a call, for a library that sends the request itself. */
export async function callTarget(
  endpoint: Endpoint,
): Promise<{ url: string; headers: Record<string, string> }> {
  const { config, path } = await addressOf(endpoint)
  const url = new URL(`${config.api_base_url}${path}`, location.origin).href
  return { url, headers: headersOf(config.api_key, false) }
}

/** Returns the message of a failure: one sentence or, where another user saved first, who, when and what (S-144). */
export function toMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong.'
  const { saved_before, why, message } = error
  return saved_before && why !== 'repeated' ? savedBeforeWords(saved_before) : message
}

/** Returns the first sentence of each field, to be shown under it. */
export function firstFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const first = Object.entries(error.errors).flatMap(([field, sentences]) =>
    sentences[0] ? [[field, sentences[0]] as const] : [],
  )
  return Object.fromEntries(first)
}
