import type pg from 'pg'
import Cursor from 'pg-cursor'
import { EXPORT_ALL, EXPORT_REGION } from './bare-reports-sql.ts'

const HEADER = [
  'No.',
  'SITES Code',
  'Region',
  'Province',
  'Municipality',
  'Name of Partner/Implementer',
  'Project Area',
  'Year Implemented',
  'Project Year',
  'REDD+ Eligible Activities Area',
  'Implementation Agreement',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Principle ${number}`),
  'Date Created',
  'Date Submitted',
  'Date Returned',
  'Date Approved',
]
const ROWS_AT_ONCE = 1_000

type Cell = string | number | null

/** The rows of the report, read through a cursor; of one region, or all. */
export async function* exportRows(pool: pg.Pool, region: string | null): AsyncGenerator<Cell[][]> {
  const client = await pool.connect()
  const cursor = client.query(
    new Cursor<Cell[]>(region ? EXPORT_REGION : EXPORT_ALL, region ? [region] : [], { rowMode: 'array' }),
  )
  try {
    for (;;) {
      const rows = await cursor.read(ROWS_AT_ONCE)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await cursor.close()
    client.release()
  }
}

const written = (cell: Cell): string => {
  if (cell === null || cell === '') return 'N/A'
  const text = String(cell)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The same rows as the text of a CSV file, piece by piece. */
export async function* exportCsv(pool: pg.Pool, region: string | null): AsyncGenerator<string> {
  yield `\uFEFF${HEADER.map(written).join()}\r\n`
  let number = 0
  for await (const rows of exportRows(pool, region)) {
    let text = ''
    for (const row of rows) {
      number += 1
      text += `${number},${row.map(written).join()}\r\n`
    }
    yield text
  }
}
