import { expect, test } from 'vitest'
import { aStatement, someSources } from '../../tests/support/records/summary-sources.ts'
import { composeSummary } from './compose.ts'
import {
  ANNEX_COLUMNS,
  annexCells,
  citationWords,
  coveredWords,
  documentFacts,
  fragmentWords,
  numbersOf,
  numberWords,
} from './document-words.ts'

const document = composeSummary(someSources({ statements: [aStatement()] }))
const numbers = numbersOf(document)

test('regions as people say them', () => {
  expect(coveredWords([])).toBe('Whole country')
  expect(coveredWords(['Region V', 'Region VI', 'Region VII'])).toBe('Region V, Region VI and Region VII')
})

test('pieces of sentences', () => {
  const ref = document.annex.find(({ key }) => key === 'hectares')?.ref ?? ''
  expect(fragmentWords(numbers, { ref })).toBe('2,401')
  expect(fragmentWords(numbers, { name: 'Region V' })).toBe('Region V')
  expect(fragmentWords(numbers, { missing: 'trees' })).toBe('{{trees}}')
  expect(() => numberWords(numbers, 'A0')).toThrow('The annex has no A0.')
})

test('a citation, the first page and the rows of the annex', () => {
  const [citation] = document.safeguards.flatMap(({ statements }) => statements)
  expect(citation && citationWords(citation)).toBe(
    '4.1.2 Meetings with the community, 2025, SITES-R04A-2025-0001, Region IV-A',
  )
  expect(documentFacts(document)).toEqual([
    ['Bureau', 'Forest Management Bureau'],
    ['Year', '2026'],
    ['Reporting years', '2024 and 2025'],
    ['Period', 'Jan 01, 2024 to Dec 31, 2025'],
    ['Regions', 'Whole country'],
    ['Data of', 'Nov 23, 2026'],
    ['Crosswalk', 'Version 1'],
    ['Sets of criteria', '1 and 2'],
  ])
  const evidence = { files: 1200, sha256: 'c'.repeat(64) }
  expect(documentFacts({ ...document, evidence }).slice(-2)).toEqual([
    ['Evidence files', '1,200'],
    ['SHA-256 of the list of evidence', 'c'.repeat(64)],
  ])
  const [row] = document.annex
  expect(row && annexCells(row, [])).toEqual([
    'A1',
    'registered',
    'Approved sites on the public list',
    'sites',
    '',
    '',
    'Whole country',
    '',
    '6',
  ])
  expect(row && annexCells(row, [])).toHaveLength(ANNEX_COLUMNS.length)
})
