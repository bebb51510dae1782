import { expect, test } from 'vitest'
import { warningLabels } from './warning-labels.ts'

const boundary = (drawn_ha: number | null, ...warnings: string[]) => ({
  declared_ha: 478,
  drawn_ha,
  warnings,
  overlaps: 0,
  not_compared: 0,
  overlap_state: 'measured' as const,
})

test('nothing is marked where nothing is wrong', () => {
  expect(warningLabels({ boundary: boundary(480), quarantined: 0 })).toEqual([])
  expect(warningLabels({ quarantined: 0 })).toEqual([])
})

test('declared against drawn is told as it is now, and each kind of warning once with its number', () => {
  const drawn = { ...boundary(4302.4, 'area_differs', 'too_small', 'too_small'), overlaps: 10 }
  expect(warningLabels({ boundary: drawn, quarantined: 1 })).toEqual([
    '478 ha declared, 4,302 ha drawn',
    'Very small for a site',
    'Overlaps 10 other sites',
    '1 file did not pass the virus check',
  ])
  expect(warningLabels({ boundary: boundary(480, 'area_differs'), quarantined: 0 })).toEqual([])
})

test('a kind of warning that has no words of its own is told all the same', () => {
  expect(warningLabels({ boundary: boundary(478, 'outside_region', 'newer kind'), quarantined: 0 })).toEqual([
    'Outside its region',
    '1 other warning',
  ])
  expect(warningLabels({ boundary: boundary(null), quarantined: 0 })).toEqual(['No boundary is drawn'])
})

test('[S-139] overlaps that were not all looked for are a warning of their own', () => {
  const marks = (overlaps: object) =>
    warningLabels({ boundary: { ...boundary(478), ...overlaps }, quarantined: 0 })
  expect(marks({ overlap_state: 'waiting' })).toEqual(['Overlaps are still being computed'])
  const part = 'Overlaps could not all be checked'
  expect(marks({ overlap_state: 'tangled' })).toEqual([part])
  expect(marks({ overlap_state: 'part', overlaps: 1 })).toEqual(['Overlaps 1 other site', part])
  expect(marks({ not_compared: 2 })).toEqual([part])
  expect(marks({ overlaps: 101 })).toEqual(['Overlaps more than 100 other sites'])
})
