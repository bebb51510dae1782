import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { polygons, rectangle } from '../../tests/support/records/boundary-fixtures.ts'
import type { BoundaryGeometry, Position } from '../../shared/boundary/boundary.schema.ts'
import { lineBetween, metresOutside, nearestPoint } from '../../shared/boundary/distance.ts'
import { checkProvince } from '../../shared/boundary/place-check.ts'
import { bboxOf, surrounds } from '../../shared/boundary/shape.ts'
import { seededRandom } from '../seed/demo-office.ts'
import { coarseOutlineOf, coarseProvince } from './coarse-provinces.ts'
import outlines from './province-outlines.json'

const shapeOf = (geometry: object) => geometry as BoundaryGeometry

/** how far a line of the coarse map can be from the real one */
const STRIP_M = 2000

const provinces: { id: number; name: string; label_lon: number; label_lat: number }[] = JSON.parse(
  readFileSync('db/seed/provinces.json', 'utf8'),
)

test('each province has one coarse outline, three of them together with the one that was taken from them', () => {
  const of = outlines.features.map(({ properties }) => properties.province_ids)
  expect(of.flat().sort((a, b) => a - b)).toEqual(provinces.map(({ id }) => id).sort((a, b) => a - b))
  const nameOf = (id: number) => provinces.find((one) => one.id === id)?.name
  expect(of.filter((ids) => ids.length > 1).map((ids) => ids.map(nameOf))).toEqual([
    ['Davao del Sur', 'Davao Occidental'],
    ['Surigao del Norte', 'Dinagat Islands'],
    ['Maguindanao del Norte', 'Maguindanao del Sur'],
  ])
})

test('the name of each province is written on its own outline', () => {
  const astray = provinces.filter(({ id, label_lon, label_lat }) => {
    const found = coarseOutlineOf(id)
    return !found || metresOutside([label_lon, label_lat], found.geometry) > STRIP_M
  })
  expect(astray.map(({ name }) => name)).toEqual([])
})

test('the capital is on the land of no province', () => {
  const capital: Position[] = [
    [120.98, 14.6],
    [121.04, 14.65],
    [121.0, 14.7],
  ]
  for (const point of capital)
    expect(outlines.features.some(({ geometry }) => surrounds(shapeOf(geometry), point))).toBe(false)
})

/** One twentieth of a square kilometre with its south-western corner at a point. */
const site = ([lon, lat]: Position): BoundaryGeometry =>
  polygons([rectangle(lon, lat, lon + 0.002, lat + 0.002)])

test('[S-138] random sites in 20 provinces are judged as the coarse outlines say, and none within 2 km of a line is wrong', () => {
  const seed = Number(process.env.SEED ?? 58)
  console.log(`Provinces: seed ${seed}`)
  const random = seededRandom(seed)
  const some = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
  const chosen = provinces.toSorted(() => random() - 0.5).slice(0, 20)
  const seen = { inside: 0, near: 0, outside: 0 }
  for (const { id, name } of chosen) {
    const outline = shapeOf(coarseOutlineOf(id)?.geometry as object)
    const [west, south, east, north] = bboxOf(outline)
    for (let number = 0; number < 60; number += 1) {
      const line = some(outline.coordinates.flat())
      const [lon, lat] = some(line)
      // anywhere around the province, and as often near one of its lines
      const point: Position =
        number % 2 === 0
          ? [west - 0.2 + random() * (east - west + 0.4), south - 0.2 + random() * (north - south + 0.4)]
          : [lon + (random() - 0.5) * 0.06, lat + (random() - 0.5) * 0.06]
      const shape = site(point)
      const coarse = coarseProvince(id, shape, provinces)
      const check = checkProvince(shape, { name, outline: null, coarse })
      const corners = shape.coordinates[0]?.[0] ?? []
      const distances = corners.map((corner) => kmToLine(corner, outline))
      const isIn = corners.map((corner) => surrounds(outline, corner))
      const where = `${name} ${point.join(', ')}`
      if (distances.every((km) => km <= STRIP_M / 1000)) {
        seen.near += 1
        expect(check, where).toEqual({ not_checked: expect.stringContaining('near the border of') })
      } else if (distances.every((km) => km > STRIP_M / 1000)) {
        seen[isIn[0] ? 'inside' : 'outside'] += 1
        expect(Object.keys(check), where).toEqual([isIn[0] ? 'checked' : 'warning'])
      }
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100)
})

function kmToLine(point: Position, outline: BoundaryGeometry): number {
  const nearest = nearestPoint(point, outline)
  return nearest ? lineBetween(point, nearest).km : Infinity
}
