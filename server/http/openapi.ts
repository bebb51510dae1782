import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { IDENTITY_MINUTES } from '../../shared/factors/factors.schema.ts'
import type { Endpoint, IdentityRule } from '../../shared/access/endpoint.ts'
import { ERROR_CODES } from '../../shared/lib/error-codes.ts'
import type { Services } from '../context/context.ts'
import { type CallLimit, headersOf, openToAllSites } from './http.ts'
import { callersOf } from './callers.ts'
import { sendText } from './page-files.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

/** One parameter object per field of a params, query or header schema. */
function parameters(schema: z.ZodMiniType | undefined, where: 'path' | 'query' | 'header'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, json]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: json,
    ...(json.type === 'array' ? { style: 'deepObject', explode: true } : {}),
  }))
}

const file = { type: 'string', format: 'binary' }

function requestBody(endpoint: Endpoint): Json {
  if (endpoint.upload) {
    const schema = { type: 'object', properties: { file }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (endpoint.bytes)
    return { requestBody: { required: true, content: { [endpoint.bytes]: { schema: file } } } }
  if (!endpoint.body) return {}
  return { requestBody: { content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
}

function successReply({ reply, status, file: sent }: Endpoint): Json {
  if (status === 204) return { description: 'Done' }
  const content = reply
    ? { 'application/json': { schema: schemaOf(reply, 'output') } }
    : {
        [sent?.type ?? 'application/octet-stream']: {
          schema: sent?.schema ? schemaOf(sent.schema, 'output') : file,
        },
      }
  return { description: 'Done', content }
}

function operation(endpoint: Endpoint): Json {
  return {
    summary: endpoint.summary,
    description: [
      callersOf(endpoint),
      ...(endpoint.identity ? [IDENTITY_RULES[endpoint.identity]] : []),
    ].join(' '),
    tags: [endpoint.path.split('/')[1] ?? ''],
    security: [endpoint.access === 'signed_in' ? { apiKey: [], bearer: [] } : { apiKey: [] }],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...parameters(headersOf(endpoint), 'header'),
    ],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status]: successReply(endpoint),
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

const IDENTITY_RULES: Record<IdentityRule, string> = {
  every_caller: `Refused with 403 \`proof_needed\` when the caller has not logged in or proved their identity (\`POST /api/my-sign-in/proof\`) within the last ${IDENTITY_MINUTES} minutes`,
  final_decision: `A final decision of a caller with a second factor is refused with 403 \`proof_needed\` when they have not proved their identity (\`POST /api/my-sign-in/proof\`) within the last ${IDENTITY_MINUTES} minutes`,
}

const REFUSALS = {
  description:
    'Refused; `errors` holds sentences per field, the first one is shown. Where `code` has several sentences, `refusal` says by a `code` of its own which of them it is, and by `params` what it is made of',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['message', 'data', 'errors', 'status', 'code', 'request_id'],
        properties: {
          message: { type: 'string' },
          data: { type: 'null' },
          errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
          status: { type: 'integer' },
          code: { type: 'string', enum: Object.keys(ERROR_CODES) },
          request_id: { type: 'string' },
          saved_before: {
            type: 'object',
            description: 'Where another user saved first: who, when, and what was changed, from what to what',
            required: ['by', 'at', 'events', 'fields'],
            properties: {
              by: { type: 'string' },
              at: { type: 'string' },
              events: { type: 'array', items: { type: 'string' } },
              fields: { type: 'array', items: { type: 'object', required: ['field', 'old', 'new'] } },
            },
          },
        },
      },
    },
  },
}

/** Builds the contract as OpenAPI 3.1 from the schemas that validate. An optional path part becomes two paths. */
function openApiDocument(contract: Endpoint[], services: Services): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of contract) {
    const optional = endpoint.path.endsWith('?')
    const variants = optional
      ? [endpoint.path.slice(0, -1), endpoint.path.slice(0, endpoint.path.lastIndexOf('/'))]
      : [endpoint.path]
    for (const variant of variants) {
      const path = `/api${variant.replace(/:(\w+)/g, '{$1}')}`
      const described = operation(endpoint)
      const inPath = (parameter: Json) =>
        parameter.in !== 'path' || path.includes(`{${String(parameter.name)}}`)
      described.parameters = (described.parameters as Json[]).filter(inPath)
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'REDD+ Safeguards Information System',
      version: '1',
      description: `The calls of the ${services.config.bureau_name}. Dates are ISO 8601 in UTC.`,
    },
    servers: [{ url: services.config.public_url }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      responses: { Refused: REFUSALS },
    },
  }
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A page that works without scripts. */
function docsPage(contract: Endpoint[]): string {
  const rows = contract.map(
    (endpoint) =>
      `<tr><td><code>${endpoint.method}</code></td><td><code>/api${escape(endpoint.path)}</code></td><td>${escape(endpoint.summary)}<br><small>${escape(callersOf(endpoint))}</small></td><td>${
        endpoint.access === 'public' ? 'API key' : 'API key and token'
      }</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API of the REDD+ Safeguards Information System</title>
<style>body{font:16px/1.5 system-ui,sans-serif;color:#1c2b22;background:#fbfcfa;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .8rem;border-bottom:1px solid #d7ded8;vertical-align:top}
a{color:#1b5e20}</style></head><body><h1>API of the REDD+ Safeguards Information System</h1>
<p>Every call needs the header <code>X-API-KEY</code>; most need <code>Authorization: Bearer</code> with the token of
<code>POST /api/login</code>. Shapes of requests and replies: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<table><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th><th scope="col">Needs</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></body></html>`
}

function memoized(make: () => string): () => string {
  let text: string | null = null
  return () => {
    text ??= make()
    return text
  }
}

/** another build may have another contract; the ETag saves the bytes when it has not */
const REVALIDATE = 'no-cache'

/**
 * /api/openapi.json and /api/docs, both open to anyone, so they count among the public replies (S-113). The contract is
 * built once, when all calls are known.
 */
export function openApiRoutes(
  app: FastifyInstance,
  services: Services,
  contract: Endpoint[],
  publicLimit: CallLimit,
) {
  const limit = { onRequest: [openToAllSites, publicLimit] }
  const document = memoized(() => JSON.stringify(openApiDocument(contract, services)))
  const page = memoized(() => docsPage(contract))
  app.get('/api/openapi.json', limit, (request, reply) =>
    sendText(request, reply, document(), 'application/json; charset=utf-8', REVALIDATE),
  )
  app.get('/api/docs', limit, (request, reply) =>
    sendText(request, reply, page(), 'text/html; charset=utf-8', REVALIDATE),
  )
}
