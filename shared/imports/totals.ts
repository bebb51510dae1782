import { searchForm } from '../lib/search-form.ts'
import type { OtherCells, RowCells } from './row.ts'

const TOTAL = /^(grand |sub ?|over ?all )?(totals?|kabuuan|sum)\b/

/** Whether a row looks like a total of others: it names no file and has a text such as "GRAND TOTAL". */
export function isTotalRow({ cells, others }: { cells: RowCells; others: OtherCells }): boolean {
  if (cells.agreement_id || cells.map_kml_id) return false
  const texts = [...Object.values(cells).map(({ text }) => text), ...Object.values(others)]
  return texts.some((text) =>
    TOTAL.test(
      searchForm(text)
        .replace(/[^a-z]+/g, ' ')
        .trim(),
    ),
  )
}
