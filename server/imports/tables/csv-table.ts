import { createReadStream } from 'node:fs'
import type { Cell } from '../../../shared/imports/cells.ts'
import { matchCount, matchHeaders } from '../../../shared/imports/headers.ts'
import { csvRows } from './csv-rows.ts'
import type { TableRow } from './table.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** what is looked at to know which sign parts the cells */
const HEAD_BYTES = 65_536
const HEAD_ROWS = 12
/** Excel's own word on the sign, in a line above the table */
const NAMED = /^\ufeff?sep=(.)\r?\n/i

const bytesOf = (path: string, end?: number) =>
  createReadStream(path, end === undefined ? {} : { end }) as AsyncIterable<Buffer>

/** UTF-8 where all of it is; else Windows-1252, in which Excel writes CSV. */
async function encodingOf(path: string): Promise<'utf-8' | 'windows-1252'> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of bytesOf(path)) decoder.decode(piece, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The letters of the file; the byte order mark is none. */
async function* lettersOf(path: string, encoding: string, end?: number): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of bytesOf(path, end)) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** The sign with which the first rows hold most headers. */
async function delimiterOf(path: string, encoding: string): Promise<string> {
  let head = ''
  for await (const text of lettersOf(path, encoding, HEAD_BYTES - 1)) head += text
  const [, named] = NAMED.exec(head) ?? []
  if (named) return named
  const best = DELIMITERS.map((delimiter) => {
    const rows = csvRows(delimiter).write(head).slice(0, HEAD_ROWS)
    // a table of nothing but its headers may lack the last line end
    const counts = [...rows, ...(rows.length === 0 ? [{ texts: head.split(delimiter) }] : [])].map(
      ({ texts }) => matchCount(matchHeaders(texts)),
    )
    return { delimiter, count: Math.max(0, ...counts) }
  }).sort((a, b) => b.count - a.count)
  return best[0]?.delimiter ?? ','
}

/** The rows of a CSV: with commas, semicolons or tabs, in UTF-8 or Windows-1252, with or without a byte order mark. */
export async function* csvTable(path: string): AsyncGenerator<TableRow> {
  const encoding = await encodingOf(path)
  const delimiter = await delimiterOf(path, encoding)
  const reader = csvRows(delimiter)
  const kind: Omit<Cell, 'text'> = delimiter === ';' ? { kind: 'text', parted: ';' } : { kind: 'text' }
  const asRow = ({ number, texts }: { number: number; texts: string[] }): TableRow => ({
    number,
    cells: texts.map((text) => (text === '' ? null : { ...kind, text })),
    merged: [],
  })
  for await (const text of lettersOf(path, encoding)) yield* reader.write(text).map(asRow)
  yield* reader.end().map(asRow)
}
