import { expect, test } from 'vitest'
import { readRing } from './kml-ring.ts'

test.each([
  ['121.5', true],
  ['+121.5', true],
  ['121.', true],
  ['121.5e0', true],
  ['1215E-1', true],
  ['.5', true],
  ['', false],
  ['.', false],
  ['1.2.3', false],
  ['e5', false],
  ['0x79', false],
])('"%s" is a number: %s', (lon, isNumber) => {
  const result = readRing(`${lon},14.1`, 10)
  expect(!result.ok && /is not longitude,latitude/.test(result.reason)).toBe(!isNumber)
})

test('a number of a million digits is read in one pass', () => {
  // a second pass for each digit would exceed the timeout of a test
  expect(readRing(`${'1'.repeat(1_000_000)}x,14`, 10)).toMatchObject({ ok: false, too_many: false })
})
