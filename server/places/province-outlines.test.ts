import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { metresOutside } from '../../shared/boundary/distance.ts'
import outlines from './province-outlines.json'

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
    const found = outlines.features.find(({ properties }) => properties.province_ids.includes(id))
    const outline = found?.geometry as unknown as BoundaryGeometry
    return metresOutside([label_lon, label_lat], outline) > STRIP_M
  })
  expect(astray.map(({ name }) => name)).toEqual([])
})
