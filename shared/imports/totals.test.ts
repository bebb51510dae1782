import { expect, test } from 'vitest'
import type { Cell } from './cells.ts'
import { isTotalRow } from './totals.ts'

const text = (words: string): Cell => ({ kind: 'text', text: words })

test.each([
  'TOTAL',
  'Grand Total',
  ' total:',
  'Sub-total (Laguna)',
  'Total area, ha',
  'Overall total',
  'Kabuuan',
])('"%s" in any column is a total', (words) => {
  expect(isTotalRow({ cells: { region_id: text(words) }, others: {} })).toBe(true)
  expect(isTotalRow({ cells: { project_area: text('301.5') }, others: { 0: words } })).toBe(true)
})

test.each(['Totality Farms', 'Samahan sa Total', 'Sumilao', 'Subtropical', ''])('"%s" is none', (words) => {
  expect(isTotalRow({ cells: { name_of_partner: text(words) }, others: {} })).toBe(false)
})

test('a row that names a file is a profile, whatever its partner is called', () => {
  const cells = { name_of_partner: text('Total Forest Care'), map_kml_id: text('map.kml') }
  expect(isTotalRow({ cells, others: {} })).toBe(false)
})
