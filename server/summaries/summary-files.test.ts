import { expect, test } from 'vitest'
import { composeSummary } from '../../shared/summaries/compose.ts'
import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { aFigure, aRegion, aStatement, someSources } from '../../tests/support/records/summary-sources.ts'
import { annexCsv, documentText } from './summary-files.ts'

const document = composeSummary(
  someSources({
    statements: [aStatement()],
    evidence: { files: 1, sha256: 'd'.repeat(64) },
    texts: [{ section: 'addressed_c', text: 'We have {{sites}} sites, ñ.', written_on: '2026-01-31' }],
  }),
)

/** The same content with the keys of every object in reverse order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, turned(one)]),
  )
}

test('the text of a document is one for the same content, in the order of the schema', () => {
  const text = documentText(document)
  expect(JSON.parse(text)).toEqual(document)
  expect(text.endsWith('}\n')).toBe(true)
  expect(documentText(turned(document) as SummaryDocument)).toBe(text)
  expect(documentText(JSON.parse(text) as SummaryDocument)).toBe(text)
  expect(
    text.startsWith(
      '{"format":1,"bureau_name":"Forest Management Bureau","address":"https://sis.example.ph","year":2026,"title":',
    ),
  ).toBe(true)
  expect(text).toContain(
    '"annex":[{"ref":"A1","key":"registered","measure":"Approved sites on the public list"',
  )
})

test('another word is another text', () => {
  expect(documentText({ ...document, title: 'Other' })).not.toBe(documentText(document))
})

test('the annex as CSV: exact values, names that are no formulas', () => {
  const figures = [aFigure({ name: '=SUM(A1), "all"', unit: '@people', total: '1234567.25' })]
  const facts = [aRegion(4, '-Region IV-A', { figures })]
  const csv = annexCsv(composeSummary(someSources({ facts, region_ids: [4] }))).toString('utf8')
  const lines = csv.split('\r\n')
  expect(lines[0]).toBe('\ufeffReference,Key,Measure,Unit,Principle,Indicator,Region,Reporting Year,Value')
  expect(lines[1]).toBe('A1,registered,Approved sites on the public list,sites,,,All chosen regions,,3')
  expect(lines.at(-1)).toBe('')
  expect(csv).toContain(`,"'=SUM(A1), ""all""",'@people,4,4.1.2,All chosen regions,2025,1234567.25\r\n`)
  expect(csv).toContain(`,'-Region IV-A,,1200.5\r\n`)
  expect(lines).toHaveLength(composeSummary(someSources({ facts })).annex.length + 2)
})
