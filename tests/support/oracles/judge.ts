import type { LightMyRequestResponse } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod/mini'
import type { Endpoint } from '../../../shared/access/endpoint.ts'
import { ERROR_CODES, type ErrorCode } from '../../../shared/lib/error-codes.ts'
import type { Refusal } from '../../../shared/lib/refusals.ts'
import { sentenceOf } from '../../../shared/lib/verdict.ts'

const REFUSAL_FIELDS = ['code', 'data', 'errors', 'message', 'request_id', 'status']

function jsonOf(reply: LightMyRequestResponse): unknown {
  try {
    return reply.json()
  } catch {
    return undefined
  }
}

/** Returns the fault in the body of a rejection (ruling S-18), or null. */
function refusalFault(reply: LightMyRequestResponse): string | null {
  const body = jsonOf(reply) as Record<string, unknown> | undefined
  // may also have the refusal's code and, of a conflict, who saved first (S-144)
  const fields = Object.keys(body ?? {}).filter((field) => !['refusal', 'saved_before'].includes(field))
  if (!body || !isDeepStrictEqual(fields.sort(), REFUSAL_FIELDS)) return 'is no refusal body'
  if (!Object.hasOwn(ERROR_CODES, String(body.code))) return `has the unknown code ${String(body.code)}`
  const { status } = ERROR_CODES[body.code as ErrorCode]
  if (status !== reply.statusCode || body.status !== status)
    return `says ${String(body.code)} ${String(body.status)}`
  if (typeof body.message !== 'string' || body.message === '') return 'has no message'
  if (body.refusal && sentenceOf(body.refusal as Refusal) !== body.message)
    return 'has another message than its code'
  const isUsual = body.message === ERROR_CODES[body.code as ErrorCode].message
  if (!body.refusal && !isUsual && isDeepStrictEqual(body.errors, {})) return 'has words without a code'
  if (body.data !== null) return 'has data'
  if (body.request_id !== reply.headers['x-request-id']) return 'has another request id than its header'
  const errors = Object.values(body.errors as Record<string, unknown>)
  const areLists = errors.every(
    (list) =>
      Array.isArray(list) && list.length > 0 && list.every((text) => typeof text === 'string' && text !== ''),
  )
  return areLists ? null : 'has errors that are no lists of sentences'
}

/** Returns the fault in a successful reply, or null. */
function grantFault(endpoint: Endpoint, reply: LightMyRequestResponse): string | null {
  if (!endpoint.reply) return reply.headers['x-content-type-options'] === 'nosniff' ? null : 'may be sniffed'
  const body = jsonOf(reply)
  const parsed = z.safeParse(endpoint.reply, body)
  if (!parsed.success) return `is outside its schema: ${z.prettifyError(parsed.error)}`
  return isDeepStrictEqual(parsed.data, body) ? null : 'tells more than its schema says'
}

/** Returns the fault in an answer of the API, or null. `endpoint` is null where the contract has no such call. */
export function faultOf(
  endpoint: Endpoint | null,
  method: string,
  reply: LightMyRequestResponse,
): string | null {
  const { statusCode } = reply
  if (statusCode >= 500) return 'is a fault of ours'
  const isFile = endpoint !== null && !endpoint.reply
  if (isFile && (statusCode === 304 || statusCode === 416)) return reply.body === '' ? null : 'has a body'
  if (statusCode >= 300 && statusCode < 400) return 'leads elsewhere'
  if (method === 'HEAD') return reply.body === '' ? null : 'has a body'
  if (statusCode >= 400) return refusalFault(reply)
  // what a browser asks before a public read; contract.test.ts has the list of its addresses
  if (method === 'OPTIONS' && reply.headers['access-control-allow-methods'] === 'GET')
    return reply.body === '' ? null : 'has a body'
  return endpoint ? grantFault(endpoint, reply) : 'was granted, though the contract has no such call'
}
