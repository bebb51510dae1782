import { expect, test } from 'vitest'
import { MAP_HEIGHT, MAP_WIDTH } from '../../approved/region-points.ts'
import { viewOf } from './region-view.ts'
import { columns, fitsIn, segments } from './shapes.ts'

test('the parts of a bar follow each other and fill their room', () => {
  const parts = segments({ profiles: 3, activities: 1, other: 0 }, ['profiles', 'activities', 'other'], 4, 80)
  expect(parts).toEqual([
    { key: 'profiles', count: 3, start: 0, size: 60 },
    { key: 'activities', count: 1, start: 60, size: 20 },
  ])
})

test('a bar of nothing has no parts, and divides by nothing', () => {
  expect(segments({ profiles: 0 }, ['profiles'], 0)).toEqual([])
})

test('shares are drawn as well as counts', () => {
  expect(segments({ not: 0.25 }, ['not'], 0.5, 60)).toMatchObject([{ start: 0, size: 30 }])
})

test('a number is left out where a phone has no room for it', () => {
  expect(fitsIn(100, '12,345')).toBe(true)
  expect(fitsIn(8, '7')).toBe(true)
  expect(fitsIn(4, '7')).toBe(false)
  expect(fitsIn(8, '12,345')).toBe(false)
})

test('columns stand side by side inside the drawing', () => {
  const names = ['2031-01', '2031-02', '2031-03']
  const { at, width } = columns(names)
  const ends = names.map((name) => [at(name), at(name) + width] as const)
  expect(ends[0]?.[0]).toBeGreaterThan(0)
  expect(ends[2]?.[1]).toBeLessThan(100)
  expect(ends[1]?.[0]).toBeGreaterThan(ends[0]?.[1] ?? 100)
})

test('one region is drawn in the middle of a square', () => {
  expect(viewOf(undefined)).toEqual({ x: 0, y: 0, width: MAP_WIDTH, height: MAP_HEIGHT })
  const view = viewOf('M100 100L140 100L140 110Z')
  expect(view.x + view.width / 2).toBeCloseTo(120)
  expect(view.y + view.height / 2).toBeCloseTo(105)
  expect(view.width).toBeGreaterThan(40)
  expect(view.height).toBe(view.width)
})
