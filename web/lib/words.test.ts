import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'
import { daysSince } from './days.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [1_468_006, '1.4 MB'],
  [52_428_800, '50.0 MB'],
])('%i bytes read %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

test.each([
  ['2025-06-10T00:00:01Z', 'less than a day'],
  ['2025-06-09T00:00:00Z', '1 day'],
  ['2025-05-29T00:00:00Z', '12 days'],
])('since %s: %s', (since, words) => {
  expect(daysSince(since, new Date('2025-06-10T12:00:00Z'))).toBe(words)
})
