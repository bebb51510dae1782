import { describe, expect, test } from 'vitest'
import {
  countAsOne,
  hourOf,
  isLoggedOneByOne,
  loggedAsSum,
  mayMailLink,
  secondsOfAttempt,
  secondsToWait,
  secondsUntilFewerCodes,
} from './throttle.ts'

const MINUTE = 60_000
const NOW = Date.parse('2031-05-04T03:00:00Z')
/** so many minutes ago */
const ago = (...minutes: number[]) => minutes.map((one) => NOW - one * MINUTE)
const wait = (own: number[], hundredth: number | null = null) => secondsToWait({ own, hundredth }, NOW)

describe('[S-110] failures of one address from one network', () => {
  test('hold when there are five, not four', () => {
    expect(wait([])).toBe(0)
    expect(wait(ago(0, 0, 0, 0))).toBe(0)
    expect(wait(ago(0, 0, 0, 0, 0))).toBe(900)
  })

  test('hold for fifteen minutes from the fifth on', () => {
    expect(wait(ago(1, 2, 3, 4, 14))).toBe(14 * 60)
    expect(wait(ago(14.99, 20, 21, 22, 23))).toBe(1)
    expect(wait(ago(15, 20, 21, 22, 23))).toBe(0)
  })

  test('count only within fifteen minutes of each other', () => {
    expect(wait(ago(0, 1, 2, 3, 14.99))).toBe(900)
    expect(wait(ago(0, 1, 2, 3, 15))).toBe(0)
    // the first failure after a block starts a new count
    expect(wait(ago(0, 15, 15, 15, 15))).toBe(0)
    expect(wait(ago(0, 0, 0, 0, 16, 16, 16, 16, 16))).toBe(0)
  })
})

describe('[S-110] a hundred failures of a network', () => {
  const [recent = 0, old = 0] = ago(5, 15)

  test('hold the addresses that failed there, and nobody else', () => {
    expect(wait([], recent)).toBe(0)
    expect(wait(ago(1), recent)).toBe(600)
    expect(wait(ago(14.9), recent)).toBe(600)
    expect(wait(ago(15), recent)).toBe(0)
  })

  test('hold as long as they lie within fifteen minutes', () => {
    expect(wait(ago(1), old + 1)).toBe(1)
    expect(wait(ago(1), old)).toBe(0)
    expect(wait(ago(1), null)).toBe(0)
  })

  test('the longer hold counts', () => {
    expect(wait(ago(0, 0, 0, 0, 0), recent)).toBe(900)
    expect(wait(ago(12, 12, 12, 12, 12), recent)).toBe(600)
  })
})

test('[S-110] twenty failures of a network and hour stand alone, the others together', () => {
  expect([1, 20, 21].map(isLoggedOneByOne)).toEqual([true, true, false])
  expect([1, 20, 21, 300].map(loggedAsSum)).toEqual([0, 0, 1, 280])
  expect(hourOf(new Date('2031-05-04T03:59:59.999Z'))).toBe('2031-05-04T03:00:00.000Z')
  expect(hourOf(new Date('2031-05-04T04:00:00Z'))).toBe('2031-05-04T04:00:00.000Z')
})

describe('[S-111] a link', () => {
  const may = (mails: number[], live_links = 0) => mayMailLink({ mails, live_links }, NOW)

  test('goes out once a minute and five times a day', () => {
    expect(may([])).toBe(true)
    expect(may(ago(0.99))).toBe(false)
    expect(may(ago(1))).toBe(true)
    expect(may(ago(2, 3, 4, 5))).toBe(true)
    expect(may(ago(2, 3, 4, 5, 6))).toBe(false)
  })

  test('is one of three that live', () => {
    expect(may([], 2)).toBe(true)
    expect(may([], 3)).toBe(false)
  })
})

test('after ten wrong codes of an account within an hour other networks wait until the tenth newest is an hour old', () => {
  const wrong = (...minutes: number[]) => secondsUntilFewerCodes(ago(...minutes), NOW)
  expect(wrong(1, 2, 3, 4, 5, 6, 7, 8, 9)).toBe(0)
  expect(wrong(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).toBe(3_600)
  expect(wrong(1, 2, 3, 4, 5, 6, 7, 8, 9, 45)).toBe(900)
  expect(wrong(1, 2, 3, 4, 5, 6, 7, 8, 9, 60)).toBe(0)
})

test('[S-132] more than eight /64 that failed count as their /48', () => {
  expect([1, 8, 9, 260].map(countAsOne)).toEqual([false, false, true, true])
})

test('[S-132] the wait of a guessed account doubles from 1 to 30 seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100, 5_000].map(secondsOfAttempt)).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30])
})
