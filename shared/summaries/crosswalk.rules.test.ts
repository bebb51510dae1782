import { describe, expect, test } from 'vitest'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import { crosswalkComplaints, crosswalkDifference, crosswalkWords, principlesFor } from './crosswalk.rules.ts'
import { type CrosswalkLine, CrosswalkInput } from './crosswalk.schema.ts'
import { SAFEGUARDS, type Safeguard } from './safeguards.ts'

/** Principles 1 to 7 answer (a) to (g) in order; principle 8 also answers (g). */
const LINES: CrosswalkLine[] = PRINCIPLE_NUMBERS.map((principle_number, index) => ({
  principle_number,
  primary: [SAFEGUARDS[Math.min(index, 6)] as Safeguard],
  supporting: [],
  why: `Why ${principle_number}.`,
}))
const withLine = (principle_number: number, change: Partial<CrosswalkLine>) =>
  LINES.map((line) => (line.principle_number === principle_number ? { ...line, ...change } : line))

describe('a crosswalk', () => {
  test('in which each principle and each safeguard has its answer is right', () => {
    expect(crosswalkComplaints(LINES)).toEqual([])
  })

  test.each([
    [
      'a principle twice',
      withLine(8, { principle_number: 7 }),
      [
        { path: [7, 'principle_number'], message: 'Principle 7 is listed twice.' },
        { path: [], message: 'Principle 8 is missing from the crosswalk.' },
      ],
    ],
    [
      'a principle that answers nothing above all',
      withLine(8, { primary: [], supporting: ['g'] }),
      [{ path: [7, 'primary'], message: 'Principle 8 must answer at least one safeguard above all.' }],
    ],
    [
      'a safeguard twice in a line',
      withLine(1, { supporting: ['b', 'a'] }),
      [{ path: [0, 'supporting'], message: 'Principle 1 names safeguard (a) twice.' }],
    ],
    [
      'a safeguard that is only supported',
      withLine(1, { primary: ['b'], supporting: ['a'] }),
      [{ path: [], message: 'No principle answers safeguard (a) above all.' }],
    ],
    [
      'no eighth principle',
      LINES.slice(0, 7),
      [{ path: [], message: 'Principle 8 is missing from the crosswalk.' }],
    ],
  ])('%s', (_name, lines, complaints) => {
    expect(crosswalkComplaints(lines)).toEqual(complaints)
  })

  test('is refused with the same sentences under its fields', () => {
    const { error } = CrosswalkInput.safeParse({ version: 1, lines: withLine(8, { primary: [] }) })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['lines.7.primary', 'Principle 8 must answer at least one safeguard above all.'],
    ])
    const unknown = CrosswalkInput.safeParse({ version: 1, lines: withLine(8, { primary: ['h' as 'g'] }) })
    expect(unknown.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['lines.7.primary.0', 'Choose one of the safeguards (a) to (g).'],
    ])
  })
})

describe('what differs between two versions', () => {
  test('is told line by line, whatever the order of lines and letters', () => {
    const before = withLine(3, { primary: ['c', 'd'] })
    expect(crosswalkDifference(before, withLine(3, { primary: ['d', 'c'] }).toReversed())).toEqual([])
    const after = withLine(3, { primary: ['c'], supporting: ['d'] })
    expect(crosswalkDifference(before, after)).toEqual([
      { principle_number: 3, before: before[2], after: after[2] },
    ])
  })

  test('also where only the reason does', () => {
    const after = withLine(5, { why: 'Another reason.' })
    expect(crosswalkDifference(LINES, after).map(({ principle_number }) => principle_number)).toEqual([5])
  })

  test('is told in letters', () => {
    expect(crosswalkWords({ principle_number: 7, primary: ['g', 'f'], supporting: [] })).toBe('(f), (g)')
    expect(crosswalkWords({ principle_number: 7, primary: ['e'], supporting: ['c', 'b'] })).toBe(
      '(e); supporting (b), (c)',
    )
  })
})

test('the principles of a safeguard: those above all first, then those that support it', () => {
  const lines = withLine(2, { primary: ['b'], supporting: ['g'] })
  expect(principlesFor(lines, 'g')).toEqual([
    { principle_number: 7, is_primary: true },
    { principle_number: 8, is_primary: true },
    { principle_number: 2, is_primary: false },
  ])
})
