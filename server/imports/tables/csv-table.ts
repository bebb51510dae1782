import { readFileSync } from 'node:fs'
import type { Cell } from '../../../shared/imports/cells.ts'
import { matchCount, matchHeaders } from '../../../shared/imports/headers.ts'
import { lettersOf } from './csv-letters.ts'
import { type CsvRow, csvRows } from './csv-rows.ts'
import type { TableRow, TableSheet } from './table.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** what is looked at to know which sign parts the cells */
const HEAD = 65_536
const HEAD_ROWS = 12
/** Excel's own word on the sign, in a line above the table */
const NAMED = /^sep=(.)\r?\n/i

/** The first rows as this sign parts them; none where it makes no table of them. */
function firstRows(head: string, delimiter: string): { texts: string[] }[] {
  try {
    const rows = csvRows(delimiter).write(head).slice(0, HEAD_ROWS)
    // a table of nothing but its headers may lack the last line end
    return rows.length > 0 ? rows : [{ texts: head.split(delimiter) }]
  } catch {
    return []
  }
}

/** The sign with which the first rows hold most headers. */
function delimiterOf(head: string): string {
  const [, named] = NAMED.exec(head) ?? []
  if (named) return named
  const best = DELIMITERS.map((delimiter) => {
    const counts = firstRows(head, delimiter).map(({ texts }) => matchCount(matchHeaders(texts)))
    return { delimiter, count: Math.max(0, ...counts) }
  }).sort((a, b) => b.count - a.count)
  return best[0]?.delimiter ?? ','
}

/** The rows of the CSV that is open as `file`: parted by commas, semicolons, tabs or bars, in the encodings that `lettersOf` reads. */
export function csvSheet(file: number): TableSheet {
  const text = lettersOf(readFileSync(file))
  const delimiter = delimiterOf(text.slice(0, HEAD))
  const kind: Omit<Cell, 'text'> = delimiter === ';' ? { kind: 'text', parted: ';' } : { kind: 'text' }
  const asRow = ({ number, texts }: CsvRow): TableRow => ({
    number,
    cells: texts.map((cell) => (cell === '' ? null : { ...kind, text: cell })),
    merged: [],
  })
  return {
    name: null,
    rows: async function* () {
      const reader = csvRows(delimiter)
      for (let at = 0; at < text.length; at += HEAD) yield* reader.write(text.slice(at, at + HEAD)).map(asRow)
      yield* reader.end().map(asRow)
    },
  }
}
