import { beforeAll, describe, expect, test } from 'vitest'

let tries = 0

test('at once', () => expect(1 + 1).toBe(2))
test('never', () => expect(1 + 1).toBe(3))
test('at the second try', () => {
  tries += 1
  expect(tries).toBe(2)
})
test.skip('not here', () => undefined)
describe('what needs more', () => {
  beforeAll(() => {
    throw new Error('There is no more.')
  })
  test('is not begun', () => undefined)
})
