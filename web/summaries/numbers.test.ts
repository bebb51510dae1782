import { expect, test } from 'vitest'
import { whereWords } from '../../shared/summaries/document-words.ts'
import type { AnnexRow } from '../../shared/summaries/summary-document.ts'
import { findNumbers, numbersIn, unknownNumbers, valueWords, withNumber, wordsAfter } from './numbers.ts'

const row = (ref: string, key: string, more: Partial<AnnexRow> = {}): AnnexRow => ({
  ref,
  key,
  measure: 'Sites with a record',
  unit: 'sites',
  value: '1204',
  principle_number: null,
  indicator: null,
  region: null,
  reporting_year: null,
  ...more,
})
const SITES = row('A1', 'sites')
const PATROLS = row('A2', 'patrols.region_4', {
  measure: 'Patrols made',
  unit: 'patrols',
  principle_number: 7,
  indicator: '7.2.1',
  region: 'Region IV-A',
  reporting_year: 2025,
  value: '12.5',
})
const ANNEX = [SITES, PATROLS]

test('a number is told with its unit, and of what it is', () => {
  expect([valueWords(SITES), whereWords(SITES)]).toEqual(['1,204 sites', 'All regions covered'])
  expect([valueWords(PATROLS), whereWords(PATROLS)]).toEqual([
    '12.5 patrols',
    'Indicator 7.2.1, Region IV-A, 2025',
  ])
  expect(whereWords(row('A3', 'x', { principle_number: 3 }))).toBe('Principle 3, All regions covered')
})

test('it is found by words in any order, all of which must be there', () => {
  expect(findNumbers(ANNEX, '')).toEqual(ANNEX)
  expect(findNumbers(ANNEX, ' iv-a PATROL ')).toEqual([PATROLS])
  expect(findNumbers(ANNEX, 'patrols 2024')).toEqual([])
  expect(findNumbers(ANNEX, '7.2.1')).toEqual([PATROLS])
})

test('it is asked for where the caret stands, in place of what is marked', () => {
  expect(withNumber('In all  sites', 'sites', { from: 7, to: 7 })).toEqual({
    text: 'In all {{sites}} sites',
    caret: 16,
  })
  expect(withNumber('In all many sites', 'sites', { from: 7, to: 11 }).text).toBe('In all {{sites}} sites')
})

test('what a text asks for is told in the order of the annex, what is not there by its name', () => {
  const text = 'With {{patrols.region_4}} on {{ Sites }} and {{sites}}, {{site}}.'
  expect(numbersIn(text, ANNEX)).toEqual({ rows: ANNEX, unknown: ['site'] })
  expect(unknownNumbers(text, ANNEX)).toBe(
    'The annex has no number {{site}}. Choose one by "Insert a number", or remove it.',
  )
  expect(unknownNumbers('{{x}} {{y}}', ANNEX)).toContain('no numbers {{x}}, {{y}}.')
  expect(unknownNumbers('{{sites}}', ANNEX)).toBe(null)
})

test('the word after a typed number begins the search if the annex knows it', () => {
  const text = 'There are 41 sites and 12 chairs.'
  expect(wordsAfter(text, text.indexOf('41') + 2, ANNEX)).toBe('sites')
  expect(wordsAfter(text, text.indexOf('12') + 2, ANNEX)).toBe('')
  expect(wordsAfter(text, text.length, ANNEX)).toBe('')
})
