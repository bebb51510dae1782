import { expect, test } from 'vitest'
import { typedNumbers } from './typed-numbers.ts'

const ANNEX = ['41', '12345.5', '2400', '0.25'].map((value) => ({ value }))
const strange = (text: string) => [...new Set(typedNumbers(text, ANNEX).map((one) => one.text))]

test.each([
  ['The sites cover 12,345 hectares.', ['12,345']],
  ['12,345', ['12,345']],
  ['Of 37 sites 12 were visited; 37 again.', ['37', '12']],
  ['Between 10-15 sites and 20–30 more.', ['10', '15', '20', '30']],
  ['About 30% of 12.5 ha, or 7ha.', ['30', '12.5', '7']],
  ['It cost ₱1,250,000.50.', ['1,250,000.50']],
  ['{{sites}} of 99 sites', ['99']],
  ['In 2025, 88 sites', ['88']],
  ['paragraph 70 has 66 words; in Region 9, 88 sites', ['66', '88']],
])('%j has numbers that the annex does not have', (text, numbers) => {
  expect(strange(text)).toEqual(numbers)
})

test.each([
  'There are 41 sites of 12,345.5 or 12345.50 hectares, 2,400 in one region, and 0.25 in another.',
  'In 2024 and 2025, from 2020-2025, since 1997, in 2024/25.',
  'Decision 1/CP.16, paragraph 70, paragraphs 70 and 72, appendix I, and 17/CP.21 (COP 21).',
  'Republic Act No. 8371, RA 8371, RA 7586 as amended by RA 11038, PD 705, Executive Order No. 23, s. 2011, DAO 2017-05.',
  'Articles 10, 11 and 19 of the Declaration, resolution 61/295, Section 5, Rule 3.',
  'On November 3, 2026, on 3 November 2026, on 2026-11-03, on 12 June, at 10:42.',
  'Principle 4, criterion 4.1, indicator 4.1.2, Region 9, Region IV-A, SITES-R04A-2026-0007, the 1st and 2nd, CO2.',
  'Answered within 30 days, 2 years, 15-day notice, 8 hours.',
  '1. First\n2. Second\n(3) Third\n4) Fourth',
  'Hotline 8888 and {{registered}} sites, {{p4.compliant.region_9}}.',
  '',
])('%j has none', (text) => {
  expect(strange(text)).toEqual([])
})

test('each is at its place, in a span and behind a reference as well', () => {
  const text = 'Of {{sites}} sites 12 were visited, between 10–15 twice and 12 again.'
  const found = typedNumbers(text, ANNEX)
  expect(found.map((one) => one.text)).toEqual(['12', '10', '15', '12'])
  for (const one of found) expect(text.slice(one.at, one.at + one.text.length)).toBe(one.text)
})
