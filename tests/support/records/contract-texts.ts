import { readdirSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod/mini'
import type { Endpoint } from '../../../shared/access/endpoint.ts'

/** A place of a request that accepts a text, such as `body.criteria.*.title`. */
export type TextPlace = { place: string; schema: z.ZodMiniType }

type Def = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: z.ZodMiniType[]
  left?: z.ZodMiniType
  right?: z.ZodMiniType
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  in?: z.ZodMiniType
}

const NO_TEXT = ['number', 'int', 'boolean', 'enum', 'literal', 'null', 'undefined', 'unknown']

/** Whether a schema accepts a text; of a pipe, its first part counts. */
function acceptsText(schema: z.ZodMiniType): boolean {
  const def = schema._zod.def as unknown as Def
  if (def.type === 'string') return true
  if (def.in) return acceptsText(def.in)
  if (def.innerType) return acceptsText(def.innerType)
  return (def.options ?? []).some(acceptsText)
}

/** Returns the places of a schema that accept a text; throws on a type it does not know. */
function textPlaces(schema: z.ZodMiniType | undefined, place: string): TextPlace[] {
  if (!schema) return []
  const def = schema._zod.def as unknown as Def
  const { shape, element, options, left, right, keyType, valueType, innerType } = def
  if (shape) return Object.entries(shape).flatMap(([name, inner]) => textPlaces(inner, `${place}.${name}`))
  if (element) return textPlaces(element, `${place}.*`)
  if (options) return options.flatMap((option) => textPlaces(option, place))
  if (left && right) return [left, right].flatMap((side) => textPlaces(side, place))
  if (keyType && valueType)
    return [...textPlaces(keyType, `${place}.key`), ...textPlaces(valueType, `${place}.*`)]
  if (def.type === 'pipe' || def.type === 'string') return acceptsText(schema) ? [{ place, schema }] : []
  if (innerType) return textPlaces(innerType, place)
  if (NO_TEXT.includes(def.type)) return []
  throw new Error(
    `${place} is a ${def.type}, of which the walk over the contract does not know whether it holds texts.`,
  )
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Returns every call of the contract, from the files that define it. */
export async function everyCall(): Promise<Endpoint[]> {
  const root = path.resolve('shared')
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.schema.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>))
  return modules
    .flatMap((module) =>
      Object.entries(module).flatMap(([name, value]) => (name.endsWith('Api') ? [value] : [])),
    )
    .flatMap((api) => Object.values(api as Record<string, unknown>).filter(isEndpoint))
}

/** Returns the places of a call's request that accept a text. */
export const textsOfCall = ({ params, query, body, headers }: Endpoint): TextPlace[] => [
  ...textPlaces(params, 'params'),
  ...textPlaces(query, 'query'),
  ...textPlaces(body, 'body'),
  ...textPlaces(headers, 'headers'),
]
