import { describe, expect, test } from 'vitest'
import { codesIn, filledCodes, frameworksOf, frameworkWords } from './frameworks.ts'

describe('other frameworks', () => {
  test('codes are read as they are typed, each once', () => {
    expect(codesIn(' 1.1, 3.2;ESS5\n1.1 ,, ')).toEqual(['1.1', '3.2', 'ESS5'])
    expect(codesIn('  ')).toEqual([])
  })

  test('a framework without codes is absent, and nothing at all is undefined', () => {
    expect(filledCodes({ trees: [], ess: ['ESS5'] })).toEqual({ ess: ['ESS5'] })
    expect(filledCodes({ trees: [] })).toBeUndefined()
    expect(filledCodes(undefined)).toBeUndefined()
    expect(frameworkWords({ ess: ['ESS5', 'ESS7'], trees: ['1.1'] })).toBe(
      'ART TREES 2.0: 1.1; World Bank ESS: ESS5, ESS7',
    )
    expect(frameworkWords(undefined)).toBe('')
  })

  test('the table has the columns and the principles that are filled, in order', () => {
    const lines = [
      { principle_number: 7, frameworks: { trees: ['6.1'] } },
      { principle_number: 2, frameworks: {} },
      { principle_number: 3, frameworks: { undp: ['4', '9'] } },
      { principle_number: 1 },
    ]
    expect(frameworksOf({ lines })).toEqual({
      columns: ['ART TREES 2.0', 'UNDP carbon registry'],
      rows: [
        { principle_number: 3, short_title: expect.any(String), cells: [[], ['4', '9']] },
        { principle_number: 7, short_title: expect.any(String), cells: [['6.1'], []] },
      ],
    })
    expect(frameworksOf({ lines: lines.slice(3) })).toBeNull()
  })
})
