import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { countryMap } from '../../scripts/places/country-map.ts'
import { seededRandom } from '../../server/seed/demo-office.ts'
import { REGION_OUTLINES } from '../../shared/boundary/region-outlines.ts'
import { SEED } from '../../tests/support/full.ts'
import type { Country } from './country.ts'
import { type Box, placeTowns, type TownSpot, townsInView } from './place-towns.ts'

const FILE = 'web/places/country.json'
const { towns, lines }: Country = JSON.parse(readFileSync(FILE, 'utf8'))

describe('the file of the country', () => {
  test('is what its script makes of the outlines and towns', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(countryMap((file) => JSON.parse(readFileSync(file, 'utf8'))))
  })

  test('weighs at most 60 KB with the outlines of the regions, which come with the same map', () => {
    const packed = [FILE, 'shared/boundary/region-outlines.json'].map(
      (file) => brotliCompressSync(readFileSync(file)).length,
    )
    expect(packed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(60_000)
  })

  test('has each border between provinces once, and none that is also one of a region', () => {
    const edges = (of: readonly (readonly (readonly number[])[])[]) =>
      of.flatMap((line) =>
        line.slice(1).map((point, index) => [String(line[index]), String(point)].sort().join(' ')),
      )
    const ofRegions = new Set(edges(REGION_OUTLINES.flatMap(({ geometry }) => geometry.coordinates.flat())))
    const drawn = edges(lines)
    expect(drawn.length).toBeGreaterThan(400)
    expect(new Set(drawn).size).toBe(drawn.length)
    expect(drawn.filter((edge) => ofRegions.has(edge))).toEqual([])
  })
})

/** Luzon from Manila to Lucena */
const SOUTH_OF_MANILA = [120.8, 13.8, 121.8, 14.8] as const
const namesAt = (zoom: number) => townsInView(towns, [...SOUTH_OF_MANILA], zoom).map(({ name }) => name)

describe('the towns of a view', () => {
  test('are few from afar, more the closer, and each stays as the reader comes closer', () => {
    expect(namesAt(6.5)).toEqual(['Manila'])
    for (const [far, near] of [
      [6.5, 8],
      [8, 9],
      [9, 10],
      [10, 11],
    ] as const) {
      expect(namesAt(near)).toEqual(expect.arrayContaining(namesAt(far)))
      expect(namesAt(near).length).toBeGreaterThan(namesAt(far).length)
    }
    expect(namesAt(11)).toEqual(expect.arrayContaining(['Los Baños', 'Calamba', 'Nagcarlan']))
  })

  test('begin with the capital and the larger ones', () => {
    expect(namesAt(9)[0]).toBe('Manila')
    expect(namesAt(13).indexOf('Calamba')).toBeLessThan(namesAt(13).indexOf('Los Baños'))
    // cities whose size GeoNames does not say have at least the people that the law asks for
    const names = towns.map(([name]) => name)
    expect(names.indexOf('Iligan')).toBeLessThan(names.indexOf('Legazpi'))
  })

  test('are those in it', () => {
    for (const { point } of townsInView(towns, [...SOUTH_OF_MANILA], 13)) {
      expect(point[0]).toBeGreaterThanOrEqual(120.8)
      expect(point[0]).toBeLessThanOrEqual(121.8)
      expect(point[1]).toBeGreaterThanOrEqual(13.8)
      expect(point[1]).toBeLessThanOrEqual(14.8)
    }
  })
})

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const FRAME: Box = { left: 0, top: 0, right: 800, bottom: 400 }
const spot = (name: string, x: number, y: number, width = 60): TownSpot => ({
  name,
  point: [0, 0],
  x,
  y,
  width,
})

describe('the names of towns', () => {
  test('never cover each other, a dot, another label or the edge, wherever the towns are', () => {
    const random = seededRandom(SEED)
    for (let round = 0; round < 100; round += 1) {
      const spots = Array.from({ length: 120 }, (_, index) =>
        spot(`Town ${index}`, random() * 840 - 20, random() * 440 - 20, 20 + random() * 90),
      )
      const taken = Array.from({ length: 6 }, (): Box => {
        const [left, top] = [random() * 800, random() * 400]
        return { left, top, right: left + random() * 150, bottom: top + random() * 40 }
      })
      const placed = placeTowns(spots, { frame: FRAME, taken })
      expect(placed.length).toBeGreaterThan(10)
      for (const [index, { box, name }] of placed.entries()) {
        const where = `seed ${SEED}, round ${round}, ${name}`
        const others = placed.filter((_, other) => other !== index)
        expect(
          others.filter((other) => overlap(box, other.box)),
          where,
        ).toEqual([])
        expect(
          others.filter(({ x, y }) => overlap(box, { left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 })),
          where,
        ).toEqual([])
        expect(
          taken.filter((other) => overlap(box, other)),
          where,
        ).toEqual([])
        expect(box.left >= 0 && box.right <= 800 && box.top >= 0 && box.bottom <= 400, where).toBe(true)
      }
    }
  })

  test('are right of the dot, else on another side with room; the first town goes before the others', () => {
    const sidesOf = (spots: TownSpot[], taken: Box[] = []) =>
      placeTowns(spots, { frame: FRAME, taken }).map(({ name, side }) => [name, side])
    expect(sidesOf([spot('A', 400, 200)])).toEqual([['A', 'right']])
    expect(sidesOf([spot('A', 780, 200)])).toEqual([['A', 'left']])
    const beside = (left: number, right: number): Box => ({ left, right, top: 197, bottom: 203 })
    expect(sidesOf([spot('A', 400, 200)], [beside(405, 500)])).toEqual([['A', 'left']])
    expect(sidesOf([spot('A', 400, 200)], [beside(405, 500), beside(300, 395)])).toEqual([['A', 'above']])
    expect(sidesOf([spot('A', 400, 200), spot('B', 402, 201)])).toEqual([['A', 'right']])
  })
})
