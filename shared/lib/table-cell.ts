/** What a cell holds, so that a spreadsheet can store it as more than a text. */
export type CellKind = 'text' | 'whole' | 'area' | 'day' | 'grade'

/**
 * What a cell reports, said as data: screens read it off a row (`cellText`), files have it from the database
 * (`server/reports/report-lines.queries.ts`), and both must report the same.
 */
export type CellText<Field = string, Areas = string, Day = string> =
  /** what there is of these fields, in this order */
  | { fields: readonly Field[]; between: string }
  /** activities, each with its hectares */
  | { areas: Areas; between: string; is: string }
  /** the day in Manila */
  | { day: Day }
