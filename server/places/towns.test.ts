import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metresOutside } from '../../shared/boundary/distance.ts'
import { outlineOf } from '../../shared/boundary/region-outlines.ts'
import { coarseOutlineOf } from './coarse-provinces.ts'
import { pointOfCity, TOWNS } from './towns.ts'

type City = { region_id: number; province_id: number | null; name: string; psgc_code: string }
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))
const cities = read<City[]>('db/seed/cities.json')

test('a city or municipality has a point or is listed as one without', () => {
  const without = read<[string, string][]>('scripts/places/towns-without-point.json').map(([code]) => code)
  expect(cities.filter(({ psgc_code }) => !pointOfCity(psgc_code)).map(({ psgc_code }) => psgc_code)).toEqual(
    without,
  )
  expect(TOWNS.length + without.length).toBe(cities.length)
  expect(without.length).toBeLessThan(260)
})

test('each point lies in the province of its municipality, or on an island near it that the coarse outlines lack', () => {
  const away = cities.flatMap(({ name, psgc_code, province_id, region_id }) => {
    const point = pointOfCity(psgc_code)
    const land = province_id === null ? outlineOf(region_id) : coarseOutlineOf(province_id)?.geometry
    if (!point || !land) return []
    const km = metresOutside(point, land) / 1000
    return km > 2 ? [`${name}: ${Math.round(km)} km`] : []
  })
  expect(away).toMatchInlineSnapshot(`
    [
      "City of Cavite: 3 km",
      "San Antonio: 3 km",
      "Anini-Y: 2 km",
      "Caluya: 10 km",
      "Laua-An: 2 km",
      "Getafe: 2 km",
      "Biri: 13 km",
      "Laoang: 2 km",
      "San Antonio: 5 km",
      "San Vicente: 16 km",
      "Almagro: 18 km",
      "Santo Niño: 19 km",
      "Zumarraga: 2 km",
      "Maripipi: 11 km",
      "Sarangani: 5 km",
      "Maitum: 3 km",
      "Basilisa: 8 km",
      "Dinagat: 2 km",
      "Corcuera: 15 km",
      "Pulupandan: 2 km",
      "Sitangkai: 7 km",
    ]
  `)
})

test('towns have the names that people say', () => {
  const names = TOWNS.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['Los Baños', 'Lucena', 'Cebu City', 'Davao City', 'Quezon City']),
  )
  expect(names.filter((name) => name.startsWith('City of'))).toEqual([])
})
