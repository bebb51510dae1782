import { z } from 'zod/mini'

/** The parts of OpenAPI 3.1 that a document of this product may use; an unknown or misspelt field is an error. */

type Json = Record<string, unknown>

const text = z.string().check(z.minLength(1))
const Schema = z.record(z.string(), z.unknown())
const Media = z.strictObject({ schema: Schema })
const Content = z.record(z.string().check(z.regex(/^[a-z]+\/[a-z.+-]+$/)), Media)
const Ref = z.strictObject({ $ref: z.string().check(z.regex(/^#\/components\/[a-zA-Z]+\/[\w.-]+$/)) })

const Parameter = z.strictObject({
  name: text,
  in: z.enum(['path', 'query', 'header', 'cookie']),
  description: z.optional(z.string()),
  required: z.optional(z.boolean()),
  schema: Schema,
  style: z.optional(z.enum(['form', 'simple', 'deepObject'])),
  explode: z.optional(z.boolean()),
})
const Response = z.strictObject({ description: z.string(), content: z.optional(Content) })
const Operation = z.strictObject({
  summary: text,
  description: z.optional(z.string()),
  operationId: z.optional(text),
  tags: z.array(text),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter),
  requestBody: z.optional(z.strictObject({ required: z.optional(z.boolean()), content: Content })),
  responses: z.record(z.string().check(z.regex(/^([1-5]\d\d|default)$/)), z.union([Ref, Response])),
})
const PathItem = z.strictObject({
  get: z.optional(Operation),
  post: z.optional(Operation),
  patch: z.optional(Operation),
  delete: z.optional(Operation),
})
const SecurityScheme = z.union([
  z.strictObject({ type: z.literal('apiKey'), name: text, in: z.enum(['header', 'query', 'cookie']) }),
  z.strictObject({ type: z.literal('http'), scheme: text, bearerFormat: z.optional(text) }),
])

export const OpenApi = z.strictObject({
  openapi: z.string().check(z.regex(/^3\.1\.\d+$/)),
  info: z.strictObject({ title: text, version: text, description: z.optional(z.string()) }),
  servers: z.array(z.strictObject({ url: z.url(), description: z.optional(z.string()) })),
  paths: z.record(z.string().check(z.regex(/^\/[\w./{}-]*$/)), PathItem),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), SecurityScheme),
    responses: z.record(z.string(), Response),
    schemas: z.optional(z.record(z.string(), Schema)),
  }),
})
export type OpenApi = z.output<typeof OpenApi>

/** Keywords of JSON Schema 2020-12 with the type of their values. */
const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0
const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length
const isPattern = (value: unknown) => isText(value) && Boolean(new RegExp(String(value), 'u'))
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
const isType = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).every((one) => TYPES.includes(one as string))
const KEYWORDS: Record<string, (value: unknown) => boolean> = {
  type: isType,
  format: isText,
  pattern: isPattern,
  title: isText,
  description: isText,
  contentEncoding: isText,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: isNumber,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  required: isTexts,
  enum: (value) => Array.isArray(value) && value.length > 0,
  const: () => true,
  default: () => true,
  examples: Array.isArray,
  $ref: (value) => isText(value) && String(value).startsWith('#/'),
}
const ONE = ['items', 'additionalProperties', 'propertyNames', 'not']
const LIST = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const MAP = ['properties', '$defs', 'patternProperties']

/** Returns every fault against JSON Schema 2020-12, each with its place. */
function schemaFaults(schema: unknown, place: string): string[] {
  if (typeof schema === 'boolean') return []
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return [`${place} is no schema`]
  return Object.entries(schema as Json).flatMap(([keyword, value]) => {
    const here = `${place}/${keyword}`
    if (ONE.includes(keyword)) return schemaFaults(value, here)
    if (LIST.includes(keyword))
      return Array.isArray(value) && value.length > 0
        ? value.flatMap((one, index) => schemaFaults(one, `${here}/${index}`))
        : [`${here} is no list of schemas`]
    if (MAP.includes(keyword))
      return Object.entries(value as Json).flatMap(([name, one]) => schemaFaults(one, `${here}/${name}`))
    const isRight = KEYWORDS[keyword]
    return isRight?.(value) ? [] : [`${here} is ${isRight ? 'wrong' : 'unknown'}`]
  })
}

type Named = { place: string; operation: z.output<typeof Operation>; path: string }

export const operationsOf = (document: OpenApi): Named[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation ? [{ place: `${method.toUpperCase()} ${path}`, operation, path }] : [],
    ),
  )

/** Checks what spans the parts: path parameters, security schemes, references, schemas. */
export function documentFaults(document: OpenApi): string[] {
  const faults: string[] = []
  const { securitySchemes, responses } = document.components
  for (const { place, operation, path } of operationsOf(document)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = operation.parameters.filter((one) => one.in === 'path')
    if (declared.map((one) => one.name).join() !== inPath.join()) faults.push(`${place}: path parameters`)
    if (declared.some((one) => one.required !== true)) faults.push(`${place}: an optional path parameter`)
    const names = operation.parameters.map((one) => `${one.in} ${one.name}`)
    if (new Set(names).size !== names.length) faults.push(`${place}: a parameter twice`)
    for (const parameter of operation.parameters)
      faults.push(...schemaFaults(parameter.schema, `${place} ${parameter.name}`))
    for (const scheme of operation.security.flatMap((one) => Object.keys(one)))
      if (!Object.hasOwn(securitySchemes, scheme)) faults.push(`${place}: security ${scheme}`)
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {}))
      faults.push(...schemaFaults(media.schema, `${place} ${type}`))
    for (const [status, response] of Object.entries(operation.responses)) {
      if ('$ref' in response) {
        if (!Object.hasOwn(responses, response.$ref.split('/').at(-1) ?? ''))
          faults.push(`${place}: ${response.$ref}`)
        continue
      }
      for (const [type, media] of Object.entries(response.content ?? {}))
        faults.push(...schemaFaults(media.schema, `${place} ${status} ${type}`))
    }
  }
  for (const [name, response] of Object.entries(responses))
    for (const media of Object.values(response.content ?? {}))
      faults.push(...schemaFaults(media.schema, `components/responses/${name}`))
  return faults
}
