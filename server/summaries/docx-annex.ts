import { formatFigure } from '../../shared/activities/figure-words.ts'
import { allRegionsWords } from '../../shared/summaries/document-words.ts'
import type { AnnexRow, SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { PAGE_WIDTH } from './docx-styles.ts'
import { bookmarkOf, run, TABLE_END, tableRow, tableStart } from './docx-xml.ts'

const WIDTHS = [3100, PAGE_WIDTH - 3100] as const

type Mark = (name: string, inside: string) => string

/** The annex in small type: a row for each measure, with its number for all regions and for each of them. */
export function* annexXml({ annex, regions }: SummaryDocument, mark: Mark): Generator<string> {
  const all = allRegionsWords(regions)
  yield tableStart(['What is counted', 'Numbers, each with its reference'], WIDTHS, { hasNumbers: false })
  for (const rows of measuresOf(annex)) {
    const numbers = rows.map(
      (row) =>
        run(`${row.region ?? all} `) +
        mark(
          bookmarkOf.number(row.ref),
          run(formatFigure(row.value), { bold: true }) + run(` [${row.ref}]`, { color: '52605a' }),
        ),
    )
    const cells = [{ inside: run(measureWords(rows[0])) }, { inside: numbers.join(run('; ')) }]
    yield tableRow(cells, WIDTHS, { style: 'AnnexText' })
  }
  yield TABLE_END
}

/** The rows of each measure together: a number for all regions is followed by those of the regions. */
function measuresOf(annex: readonly AnnexRow[]): [AnnexRow, ...AnnexRow[]][] {
  const measures: [AnnexRow, ...AnnexRow[]][] = []
  for (const row of annex) {
    const last = measures.at(-1)
    if (row.region === null || !last) measures.push([row])
    else last.push(row)
  }
  return measures
}

/** "Meetings held (meetings), indicator 4.1.2, 2025" */
const measureWords = ({ measure, unit, principle_number, indicator, reporting_year }: AnnexRow): string =>
  [
    unit === '' ? measure : `${measure} (${unit})`,
    indicator === null
      ? principle_number !== null && `Principle ${principle_number}`
      : `indicator ${indicator}`,
    reporting_year,
  ]
    .filter(Boolean)
    .join(', ')
