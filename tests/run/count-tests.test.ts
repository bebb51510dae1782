import { expect, test } from 'vitest'
import { countTests, MOST, tooManyTests } from './count-tests.mjs'

test('a table of cases, a condition and a loop are one test each, what the full run alone runs is none', () => {
  const source = `
    const named = test.each([1, 2])
    test('one', async () => { expect(await tested()).toBe(true) })
    test.each<string>(['a', 'b'])('two %s', () => undefined)
    describe('more', () => {
      test.runIf(hasCeph)('three', () => undefined)
      for (const kind of KINDS) it(kind, () => undefined)
      test.each\`a | b\`('five', () => undefined)
    })
    full.test('not this', () => undefined)
    full.test.each([1])('nor this %s', () => undefined)
    full.describe('nor what is in here', () => { test('inside', () => undefined) })
    full.describe.each([1])('nor here %s', () => { test('inside', () => undefined) })`
  expect(countTests(source)).toBe(5)
})

test('a group with more tests than it may have is named, with how many must leave', () => {
  const { api = 0, browser = 0, product = 0 } = MOST
  expect(tooManyTests({ api, browser, product })).toEqual([])
  expect(tooManyTests({ api: api + 3, browser, product })).toEqual([
    `The short run has 3 too many tests of the group api (${api + 3} of at most ${api}): as many must leave it for full.test, or go.`,
  ])
})
