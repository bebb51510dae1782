import { expect, test } from 'vitest'
import { isAlmostFull } from './disk-space.ts'

const GB = 1_073_741_824

test.each([
  ['a small disk', { free: GB, total: 10 * GB }, false],
  ['a small disk with a byte less', { free: GB - 1, total: 10 * GB }, true],
  ['a large disk', { free: 50 * GB, total: 1000 * GB }, false],
  ['a large disk with a byte less', { free: 50 * GB - 1, total: 1000 * GB }, true],
  ['nothing', { free: 0, total: 0 }, true],
])('[S-154] %s stops uploads below 1 GB and below 5 %%', (_, disk, full) => {
  expect(isAlmostFull(disk)).toBe(full)
})
