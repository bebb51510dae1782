import { expect, test } from 'vitest'
import { marksOf } from './marks.ts'

const boundary = (drawn_ha: number | null, ...warnings: string[]) => ({
  declared_ha: 478,
  drawn_ha,
  warnings,
})

test('nothing is marked where nothing is wrong', () => {
  expect(marksOf({ boundary: boundary(480), quarantined: 0 })).toEqual([])
  expect(marksOf({ quarantined: 0 })).toEqual([])
})

test('declared against drawn is told as it is now, and each kind of warning once with its number', () => {
  const overlaps = Array.from({ length: 10 }, () => 'overlap')
  expect(marksOf({ boundary: boundary(4302.4, 'area_differs', ...overlaps), quarantined: 1 })).toEqual([
    '478 ha declared, 4,302 ha drawn',
    'Overlaps 10 other sites',
    '1 file did not pass the virus check',
  ])
  expect(marksOf({ boundary: boundary(480, 'area_differs'), quarantined: 0 })).toEqual([])
})

test('a kind of warning that has no words of its own is told all the same', () => {
  expect(marksOf({ boundary: boundary(478, 'outside_region', 'newer kind'), quarantined: 0 })).toEqual([
    'Outside its region',
    '1 other warning',
  ])
  expect(marksOf({ boundary: boundary(null), quarantined: 0 })).toEqual(['No boundary is drawn'])
})
