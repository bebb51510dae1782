import { expect, test } from 'vitest'
import type { PointTemplate } from './points.schema.ts'
import { isSameList, templatesDifference } from './templates.rules.ts'

const AREA: PointTemplate = { kind: 'correct', text: 'The two areas differ.' }
const SCAN: PointTemplate = { kind: 'replace', text: 'The scan cannot be read.' }

test('a list differs by the points that left and joined it, or else by their order', () => {
  const other: PointTemplate = { ...SCAN, kind: 'add' }
  expect(templatesDifference([AREA, SCAN], [other, AREA])).toEqual({
    left: ['Please replace. The scan cannot be read.'],
    joined: ['Please add. The scan cannot be read.'],
    isReordered: false,
  })
  expect(templatesDifference([AREA, SCAN], [SCAN, AREA])).toEqual({ left: [], joined: [], isReordered: true })
  expect(templatesDifference([AREA, AREA], [AREA])).toEqual({ left: [], joined: [], isReordered: true })
  expect(isSameList([AREA, SCAN], [AREA, SCAN])).toBe(true)
  expect(isSameList([], [])).toBe(true)
  for (const list of [[], [AREA], [SCAN, AREA], [AREA, other], [AREA, SCAN, SCAN]])
    expect(isSameList([AREA, SCAN], list)).toBe(false)
})
