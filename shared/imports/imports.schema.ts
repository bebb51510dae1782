import { canImport, canSeeImports } from './imports.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { Id, IdParams } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { IMPORT } from './imports.fields.ts'

/** the most rows of one table; more than the country has sites */
export const IMPORT_MAX_ROWS = 20_000

/**
 * `Uploaded`: the rows are being read and checked; no profiles exist yet. `Checked`: every row is judged, and the
 * import waits to be started. `Importing`, then `Finished`. `Cancelled`: by a person or an operator, or because it
 * cannot continue. `Refused`: the files are not an import.
 */
export const IMPORT_STATES = ['Uploaded', 'Checked', 'Importing', 'Finished', 'Cancelled', 'Refused'] as const
export const ImportState = z.enum(IMPORT_STATES)
export type ImportState = z.output<typeof ImportState>

/**
 * `Read`: not judged yet. `Good`: will be imported. `Wrong`: has errors. `LeftOut`: has errors, and a
 * person does not want it. `Known`: already a profile from an earlier
 * import. `Repeated`: the same as a row above it. `Failed`: was good when checked but could not be imported.
 */
export const ROW_STATES = [
  'Read',
  'Good',
  'Wrong',
  'LeftOut',
  'Known',
  'Repeated',
  'Imported',
  'Failed',
] as const
export const RowState = z.enum(ROW_STATES)
export type RowState = z.output<typeof RowState>

export const Import = z.object({
  id: z.number(),
  state: ImportState,
  table_name: z.string(),
  archive_names: z.array(z.string()),
  created_at: z.string(),
  created_by: z.string(),
  started_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  /** null while the table is being read */
  rows_total: z.nullable(z.number()),
  /** the number of rows in each state; their sum is `rows_total` */
  rows: z.object({
    Read: z.number(),
    Good: z.number(),
    Wrong: z.number(),
    LeftOut: z.number(),
    Known: z.number(),
    Repeated: z.number(),
    Imported: z.number(),
    Failed: z.number(),
  }),
  /** the first rows that were left out */
  left_out: z.array(z.number()),
  /** the first wrong rows that look like a total of others */
  totals: z.array(z.number()),
  errors: z.number(),
  warnings: z.number(),
  /** headers of columns that an import does not have */
  ignored_columns: z.array(z.string()),
  /** remarks about the table: sheets that were not read, rows hidden by a filter */
  notices: z.array(z.string()),
  /** why the files are not an import, or why it was ended */
  refusal: z.nullable(z.string()),
  /** what delays it now; it resumes automatically */
  trouble: z.nullable(z.string()),
})
export type Import = z.output<typeof Import>

const ImportReply = wrapped('import', Import)

const FINDING_KINDS = ['error', 'warning'] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** One sentence about one cell. */
export const ImportFinding = z.object({
  id: z.number(),
  /** the row number in the spreadsheet */
  row: z.number(),
  /** "C12"; null if the table does not have the column */
  cell: z.nullable(z.string()),
  field: z.string(),
  column: z.string(),
  /** the content of the cell */
  text: z.string(),
  kind: z.enum(FINDING_KINDS),
  sentence: z.string(),
})
export type ImportFinding = z.output<typeof ImportFinding>

export const ImportRow = z.object({
  row: z.number(),
  state: RowState,
  name_of_partner: z.string(),
  office: z.string(),
  /** the profile made from the row, or the existing one of a known row */
  site: z.nullable(z.object({ id: z.number(), code: z.string() })),
  errors: z.number(),
  warnings: z.number(),
})
export type ImportRow = z.output<typeof ImportRow>

/** An import keeps the order of its table, so its lists are paged but not sorted. */
const Page = z.pick(PageQuery, { page: true, length: true })
export type ImportPage = z.output<typeof Page>

const FindingsQuery = z.extend(Page, { kind: z.catch(z.optional(z.enum(FINDING_KINDS)), undefined) })
export type FindingsQuery = z.output<typeof FindingsQuery>
const RowsQuery = z.extend(Page, { state: z.catch(z.optional(RowState), undefined) })
export type RowsQuery = z.output<typeof RowsQuery>

/** the most rows that one call leaves out, and that a reply names */
export const IMPORT_ROWS_NAMED = 20

const RowChoice = z.object({
  rows: z
    .array(Id)
    .check(z.minLength(1, 'Which rows?'), z.maxLength(IMPORT_ROWS_NAMED, 'Please choose fewer rows.')),
  left_out: z.boolean(),
})
export type RowChoice = z.output<typeof RowChoice>

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const importsApi = {
  list: endpoint('GET', '/imports', {
    may: canSeeImports,
    summary: 'Imports of profiles, newest first',
    query: Page,
    reply: pageReply(Import),
  }),
  template: endpoint('GET', '/imports/template', {
    may: canSeeImports,
    summary:
      'The table to fill in, as .xlsx: its second sheet explains each column, its third names the places',
    file: { type: XLSX },
  }),
  create: endpoint('POST', '/imports', {
    may: canImport,
    summary: 'Check an uploaded table and its zip files; nothing becomes a profile yet',
    form: true,
    body: IMPORT.input,
    reply: ImportReply,
  }),
  show: endpoint('GET', '/imports/:id', {
    may: canSeeImports,
    summary: 'One import and its progress',
    params: IdParams,
    reply: ImportReply,
  }),
  findings: endpoint('GET', '/imports/:id/findings', {
    may: canSeeImports,
    summary: 'What was found in its cells, in the order of the table',
    params: IdParams,
    query: FindingsQuery,
    reply: pageReply(ImportFinding),
  }),
  rows: endpoint('GET', '/imports/:id/rows', {
    may: canSeeImports,
    summary: 'The result of each of its rows, in the order of the table',
    params: IdParams,
    query: RowsQuery,
    reply: pageReply(ImportRow),
  }),
  corrections: endpoint('GET', '/imports/:id/corrections', {
    may: canSeeImports,
    summary: 'The rows that cannot be imported, as a table to correct and upload again',
    params: IdParams,
    file: { type: XLSX },
  }),
  start: endpoint('POST', '/imports/:id/start', {
    may: canImport,
    identity: 'every_caller',
    summary: 'Import the good rows; the caller sends the number that was shown',
    params: IdParams,
    body: z.object({ rows: z.int('How many rows?').check(z.positive('There is no row to import.')) }),
    reply: ImportReply,
  }),
  leaveOut: endpoint('POST', '/imports/:id/leave-out', {
    may: canImport,
    summary: 'Leave refused rows out of a checked import, or include them again',
    params: IdParams,
    body: RowChoice,
    reply: ImportReply,
  }),
  cancel: endpoint('POST', '/imports/:id/cancel', {
    may: everyone,
    summary: 'End an import; what it has imported stays',
    params: IdParams,
    reply: ImportReply,
  }),
}
