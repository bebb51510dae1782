import { describe, expect, test } from 'vitest'
import { polygons, rectangle } from '../../tests/support/records/boundary-fixtures.ts'
import { areaHectares } from './area.ts'
import type { BoundaryGeometry } from './boundary.schema.ts'
import { checkMunicipality, checkProvince, type LoadedOutline, usableOutline } from './place-check.ts'

const border = polygons([rectangle(121.3, 14.1, 121.5, 14.3)])
const loaded = (changes: Partial<LoadedOutline> = {}): LoadedOutline => ({
  geometry: border,
  source: 'PSA and NAMRIA',
  source_date: '2026-03-01',
  valid_from: null,
  valid_until: null,
  holds: true,
  ...changes,
})
const calauan = (outline: LoadedOutline | null) => ({
  name: 'Calauan',
  point: null,
  ...usableOutline(outline, 'Calauan'),
})
/** A strip one hundredth of a degree wide whose eastern end is so far east of the border. */
const strip = (beyond: number, west = 121.4) => polygons([rectangle(west, 14.2, 121.5 + beyond, 14.21)])
const BY = 'according to PSA and NAMRIA, Mar 01, 2026'

test('a boundary inside is inside, by the source of the outline', () => {
  expect(checkMunicipality(strip(-0.01), calauan(loaded()))).toEqual({
    checked: `Municipality: inside Calauan, ${BY}`,
  })
})

test('two surveys of one border differ by a sliver, which is no crossing', () => {
  // seven centimetres over the border
  expect(checkMunicipality(strip(0.000_000_6), calauan(loaded()))).toEqual({
    checked: `Municipality: inside Calauan, ${BY}`,
  })
})

test('across the border it says how many hectares and which share lie outside', () => {
  const shape = strip(0.01)
  const beyond = polygons([rectangle(121.5, 14.2, 121.51, 14.21)])
  const [outside, whole] = [areaHectares(beyond), areaHectares(shape)]
  expect(outside / whole).toBeCloseTo(1 / 11, 3)
  expect(checkMunicipality(shape, calauan(loaded()))).toEqual({
    warning: `${outside.toFixed(1)} ha (9 %) lie outside Calauan, ${BY}.`,
  })
  expect(checkProvince(shape, { ...calauan(loaded()), coarse: null })).toEqual({
    warning: `${outside.toFixed(1)} ha (9 %) lie outside Calauan, ${BY}.`,
  })
})

test('a crossing within the error of an outline is told, and is no warning', () => {
  expect(checkMunicipality(strip(0.003), calauan(loaded()))).toEqual({
    checked: expect.stringMatching(
      new RegExp(
        `^Municipality: at the border of Calauan; 35\\.\\d ha \\(3 %\\) lie outside it, by less than 500 m, ${BY}$`,
      ),
    ),
  })
  // of a large site less than a hundredth
  const large = polygons(
    [rectangle(121.31, 14.11, 121.4, 14.29)],
    [rectangle(121.4995, 14.2, 121.5005, 14.2005)],
  )
  expect(checkMunicipality(large, calauan(loaded()))).toEqual({
    checked: expect.stringContaining('0.30 ha (less than 1 %) lie outside it'),
  })
})

test('outside it says so, whole or not', () => {
  expect(checkMunicipality(strip(0.2, 121.6), calauan(loaded()))).toEqual({
    warning: `The whole boundary lies outside Calauan, ${BY}.`,
  })
})

test('an outline that does not hold on the day of the check is not used, and the days are named', () => {
  for (const [days, words] of [
    [{ valid_until: '2022-09-17' }, 'holds until Sep 17, 2022'],
    [{ valid_from: '2027-01-01' }, 'holds from Jan 01, 2027'],
    [{ valid_from: '2020-01-01', valid_until: '2022-09-17' }, 'holds from Jan 01, 2020 until Sep 17, 2022'],
  ] as const) {
    const place = calauan(loaded({ ...days, holds: false }))
    const sentence = `The map of Calauan here (PSA and NAMRIA, Mar 01, 2026) ${words}, so this was not checked.`
    expect(checkMunicipality(strip(0.01), place)).toEqual({ not_checked: `Municipality: ${sentence}` })
    const coarse = { name: 'Calauan', geometry: border, lies_in: null }
    expect(checkProvince(strip(-0.01), { ...place, coarse })).toEqual({
      not_checked: `Province: ${sentence}`,
    })
    expect(checkProvince(strip(0.2, 121.6), { ...place, coarse })).toHaveProperty('warning')
  }
})

test('without an outline a place is not checked', () => {
  expect(checkMunicipality(strip(0.01), calauan(null))).toEqual({
    not_checked: 'Municipality: There is no map of Calauan here, so this was not checked.',
  })
  expect(checkMunicipality(strip(0.01), { ...calauan(null), point: [120.605, 16.406] })).toEqual({
    not_checked:
      'Municipality: There is no map of Calauan here, so this was not checked. The boundary lies 260 km from the known point of Calauan.',
  })
})

describe('by the coarse outline of a province', () => {
  const of = (shape: BoundaryGeometry, lies_in: string | null = null) =>
    checkProvince(shape, { ...calauan(null), coarse: { name: 'Calauan', geometry: border, lies_in } })
  const BY_COARSE = 'by a coarse outline (Natural Earth)'
  const near = {
    not_checked: `Province: near the border of Calauan, ${BY_COARSE}, which cannot tell on which side`,
  }

  test('more than 2 km from its line a boundary is inside, or outside with the distance and the other province', () => {
    expect(of(strip(-0.04, 121.4))).toEqual({ checked: `Province: inside Calauan, ${BY_COARSE}` })
    expect(of(strip(0.2, 121.6), 'Quezon')).toEqual({
      warning: `The whole boundary lies outside Calauan: 16 km from it, in Quezon, ${BY_COARSE}.`,
    })
    expect(of(strip(0.2, 121.45))).toEqual({
      warning: `About 80 % of the boundary lies outside Calauan: up to 22 km from it, ${BY_COARSE}.`,
    })
  })

  test('within 2 km of its line it is near the border, on either side', () => {
    expect(of(strip(-0.01))).toEqual(near)
    expect(of(strip(0.01))).toEqual(near)
    expect(of(strip(0.018, 121.508))).toEqual(near)
  })
})
