/** The type of a cell, so that a spreadsheet can store it as more than text. */
export type CellKind = 'text' | 'whole' | 'area' | 'day' | 'grade'

/**
 * What a cell shows, described as data: screens read it from a row (`cellText`), files from the database
 * (`server/reports/report-lines.queries.ts`), and both must give the same.
 */
export type CellText<Field = string, Areas = string, Day = string> =
  /** the non-empty fields, in this order */
  | { fields: readonly Field[]; between: string }
  /** activities, each with its hectares */
  | { areas: Areas; between: string; is: string }
  /** the day in Manila */
  | { day: Day }
