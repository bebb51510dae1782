import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { BoundaryGeometry, Position, Ring } from './boundary.schema.ts'

const geometryOf = (...corners: unknown[]) => ({ type: 'MultiPolygon', coordinates: [[corners]] })

test('a ring takes pairs of numbers and nothing else', () => {
  const square = geometryOf([121, 14], [121.1, 14], [121.1, 14.1], [121, 14])
  expect(BoundaryGeometry.parse(square)).toEqual(square)
  const broken = [
    [121],
    [121, 14, 5],
    ['121', 14],
    [121, Number.NaN],
    [121, Infinity],
    [121, null],
    null,
    121,
  ]
  for (const corner of broken)
    expect(BoundaryGeometry.safeParse(geometryOf([121, 14], corner)).success, String(corner)).toBe(false)
  expect(BoundaryGeometry.safeParse({ type: 'MultiPolygon', coordinates: [['ring']] }).success).toBe(false)
})

test('it describes itself as a list of positions', () => {
  const described = (schema: z.ZodMiniType) => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, { unrepresentable: 'any' })
    return json
  }
  expect(described(Ring)).toEqual(described(z.array(Position)))
})
