import fc from 'fast-check'
import { z } from 'zod/mini'

/** Values that exist in the database under test, by field name, so that generated calls pass the first check. */
export type Pool = Record<string, readonly (string | number)[]>

export type Json = Record<string, unknown>

export const LONG = 'x'.repeat(10_000)
const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 ? { a: value } : [value]
  return value
}

/** What an attacker or a broken program may send as a value. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e21,
  1e308,
  -1e308,
  5e-324,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff',
  '\u202egnp.exe',
  'ñ',
  '🌳',
  '\ufeff',
  LONG,
  'ñ'.repeat(10_000),
  "' or 1=1 --",
  "'); drop table users; --",
  '%',
  '_',
  '\\',
  '"',
  '%%__\\',
  '$1',
  '{}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '..\\..\\x',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '1e3',
  '0x10',
  '01',
  '-0',
  'null',
  'true',
  '2031-02-30',
  '9999-12-31',
  '0000-00-00',
  'infinity',
  '2031-01-01T00:00:00Z',
  [],
  {},
  [[]],
  [null],
  { length: 3 },
  { constructor: { prototype: { a: 1 } } },
  { toString: 1 },
  { valueOf: 1 },
  deep(60),
  Array.from({ length: 1000 }, () => 1),
  Array.from({ length: 600 }, () => ({})),
  [1, 1, 1],
]

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.maxSafeInteger(),
)

/** The JSON Schema of a zod schema, as the server publishes it. */
export const jsonSchemaOf = (schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json

const numberOf = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback)

function ofString(schema: Json): fc.Arbitrary<unknown> {
  if (typeof schema.pattern === 'string') {
    try {
      return fc.stringMatching(new RegExp(schema.pattern, 'u'))
    } catch {
      // the generator does not support the pattern
    }
  }
  const minLength = numberOf(schema.minLength, 0)
  return fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(numberOf(schema.maxLength, 40), 300)),
    unit: 'grapheme',
  })
}

/** Values that fit a JSON Schema, using the pool where it has a field of that name. */
export function arbitraryOf(schema: Json, pool: Pool, name = ''): fc.Arbitrary<unknown> {
  const known = pool[name]
  const plain = ofSchema(schema, pool, name)
  const isLeaf = !('properties' in schema) && !('items' in schema) && !('anyOf' in schema)
  return known && isLeaf ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, plain) : plain
}

function ofSchema(schema: Json, pool: Pool, name: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return fc.oneof(...choices.map((one) => arbitraryOf(one, pool, name)))
  if (Array.isArray(schema.allOf))
    return arbitraryOf(Object.assign({}, ...(schema.allOf as Json[])) as Json, pool, name)
  const min = numberOf(schema.minimum, numberOf(schema.exclusiveMinimum, -100))
  const max = Math.max(min, numberOf(schema.maximum, 3000))
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: Math.ceil(min), max: Math.min(Math.floor(max), 3000) })
    case 'number':
      return fc.oneof(
        fc.integer({ min: Math.ceil(min), max: Math.floor(Math.min(max, 3000)) }),
        fc.double({ min, max }),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return ofString(schema)
    case 'array':
      return fc.array(arbitraryOf((schema.items ?? {}) as Json, pool, name), {
        minLength: numberOf(schema.minItems, 0),
        maxLength: Math.max(numberOf(schema.minItems, 0), 4),
      })
    case 'object': {
      const properties = (schema.properties ?? {}) as Record<string, Json>
      const fields = Object.entries(properties).map(
        ([field, one]) => [field, arbitraryOf(one, pool, field)] as const,
      )
      return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as string[] })
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

type Mutation = {
  at: number
  how: 'replace' | 'remove' | 'add' | 'wrap' | 'repeat'
  key: string
  value: unknown
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(200),
  how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'wrap', 'repeat'),
  key: fc.constantFrom(
    'id',
    'status',
    'role_id',
    'permissions',
    'constructor',
    'toString',
    'length',
    '',
    LONG,
    '\u0000',
    'created_by',
    'hierarchy_role',
  ),
  value: hostile,
})

/** Every place in a JSON value: its container and the key there. */
function placesIn(
  value: unknown,
  found: { holder: Json; key: string }[] = [],
): { holder: Json; key: string }[] {
  if (value === null || typeof value !== 'object') return found
  for (const key of Object.keys(value)) {
    found.push({ holder: value as Json, key })
    placesIn((value as Json)[key], found)
  }
  return found
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function mutate(root: Json, { at, how, key, value }: Mutation): void {
  const places = placesIn(root)
  const place = places[at % Math.max(1, places.length)]
  if (!place) return
  const { holder, key: where } = place
  const old = holder[where]
  if (how === 'replace') holder[where] = value
  else if (how === 'remove') delete holder[where]
  else if (how === 'wrap') holder[where] = [old]
  else if (how === 'repeat') holder[where] = Array.isArray(old) ? [...old, ...old] : textOf(old).repeat(2)
  else if (!Array.isArray(holder)) holder[key] = value
}

/** Values with one to three random changes. */
export const mutated = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(value, fc.array(mutation, { minLength: 1, maxLength: 3 })).map(([sound, mutations]) => {
    const box = { value: structuredClone(sound) } as Json
    // the next change may reach into the value of this one, and all draws share the hostile values
    for (const one of mutations) mutate(box, structuredClone(one))
    return box.value
  })
