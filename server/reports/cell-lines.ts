import { type RawBuilder, sql } from 'kysely'

/** parts the cells of a line; it is taken out of what people have typed */
const SEPARATOR = '\u001f'

/** A row of a file as it is read: the texts of its cells in one, so that less is left behind of each. */
export type CellLine = { line: string }

/** What the cells of the line tell, but for its number; '' for nothing. */
export const textsOf = ({ line }: CellLine): string[] => line.split(SEPARATOR)

/** A cell of what people have typed, which alone can hold what parts the cells. */
export const typed = (text: RawBuilder<string>): RawBuilder<string> =>
  sql`replace(${text}, ${sql.lit(SEPARATOR)}, '')`

/** The line of these cells, none of them null. */
export const lineOf = (cells: readonly RawBuilder<string>[]): RawBuilder<string> =>
  sql`concat_ws(${sql.lit(SEPARATOR)}, ${sql.join(cells)})`
