import { type RawBuilder, sql } from 'kysely'

/** separates the cells of a line; removed from typed texts */
const SEPARATOR = '\u001f'

/** A row of a file, with the texts of its cells in one string, so that there is less garbage to collect per row. */
export type CellLine = { line: string }

/** Returns the texts of a line's cells, without the row number; '' for an empty cell. */
export const textsOf = ({ line }: CellLine): string[] => line.split(SEPARATOR)

/** A cell with a typed text, the only kind that can contain the separator. */
export const typed = (text: RawBuilder<string>): RawBuilder<string> =>
  sql`replace(${text}, ${sql.lit(SEPARATOR)}, '')`

/** Joins these cells into a line; none may be null. */
export const lineOf = (cells: readonly RawBuilder<string>[]): RawBuilder<string> =>
  sql`concat_ws(${sql.lit(SEPARATOR)}, ${sql.join(cells)})`
