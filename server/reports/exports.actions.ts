import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { dayInName } from '../../shared/lib/as-of.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { ALL_STATUS, type PlaceNames, reportFileName } from '../../shared/reports/report-filter.ts'
import {
  filledCells,
  GRADES_COLUMN,
  gradesAre,
  gradeTone,
  REPORT_COLUMNS,
  REPORT_TITLE,
} from '../../shared/reports/report-cells.ts'
import { reportFacts, type ReportFilters } from '../../shared/reports/report-facts.ts'
import { ALL_PENRO, scopeOf } from '../../shared/dashboard/report-scope.ts'
import type { ReportExport } from '../../shared/reports/reports.schema.ts'
import { ALL_CATEGORY, ALL_PRINCIPLE } from '../../shared/dashboard/dashboard.rules.ts'
import type { Ctx } from '../context/context.ts'
import { csvStream } from '../sheets/csv.ts'
import { AppError } from '../lib/errors.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { readAhead, rowsOfChunks } from '../lib/chunks.ts'
import { type CellFormat, type Sheet, textLook } from '../sheets/sheet.ts'
import { xlsFile } from '../sheets/xls.ts'
import { xlsxStream } from '../sheets/xlsx.ts'
import { countOf } from '../database/region-ids.ts'
import { turnOfActor } from '../worker-processes/run-in-worker-process.ts'
import { type CellLine, textsOf } from './cell-lines.ts'
import { endProgress, saveProgressOf, startProgress } from './export-progress.queries.ts'
import { readFigureLines } from './report-figures.queries.ts'
import { type ReportLine, readLines } from './report-lines.queries.ts'
import { requireReport } from './reports.checks.ts'
import { findPlaceNames } from '../places/places.queries.ts'
import { listSites } from './report-sites.queries.ts'

/** Sends the report as a file while it is read from the database, after logging the export (S-84, S-85). */
export async function exportReport(ctx: Ctx, wanted: ReportExport, raw: RawExchange): Promise<FastifyReply> {
  requireReport(ctx.actor, wanted, ctx.services.now())
  const format = wanted.downloadAs ?? 'csv'
  const place = await findPlaceNames(ctx.services.readDb, scopeOf(ctx.actor, wanted))
  const day = dayInName(wanted.as_of, manilaDay(ctx.services.now()))
  const name = reportFileName(day, { ...wanted, place }, format)
  // HEAD: only the headers
  if (raw.request.method === 'HEAD') return sendExport(raw.reply, { name, body: Readable.from([]) })
  const regions = await listSites(ctx.services.readDb, ctx.actor, wanted)
  const count = countOf(regions)

  const filters = filtersOf(wanted, place)
  await recordExport(ctx, name, filters, count)
  if (wanted.progress_key) await startProgress(ctx.db, ctx.actor, wanted.progress_key, count)

  const read = readAhead(turnOfActor(ctx.actor), readLines(ctx.services.readDb, ctx.actor, wanted, regions))
  const pieces = withProgress(ctx, wanted, read, () => raw.reply.raw.destroyed)
  if (format === 'csv') return sendExport(raw.reply, { name, body: asCsv(rowsOfChunks(pieces, cellsOf)) })
  const [report, figures, about] = workbook(ctx, filters, pieces)
  if (format === 'xls')
    return sendExport(raw.reply, { name, ...(await xlsFile(ctx.services.config, [report, about])) })
  return sendExport(raw.reply, { name, body: xlsxStream([report, figures, about]) })
}

const cellsOf = (line: CellLine, number: number): string[] => filledCells(textsOf(line), number)

/**
 * Returns the sheets of the report, of the figures of its activities, and about the report. The last one is written
 * last, when the number of rows is known.
 */
function workbook(
  ctx: Ctx,
  filters: ReportFilters,
  pieces: AsyncIterable<ReportLine[]>,
): [report: Sheet, figures: Sheet, about: Sheet] {
  let rows = 0
  const activities: number[] = []
  const counted = (line: ReportLine, number: number) => {
    rows = number
    if (line.site_activity_id !== null) activities.push(line.site_activity_id)
    return [...cellsOf(line, number), gradesAre(line)]
  }
  // starts when the report has been read, so `activities` is complete
  async function* figures() {
    yield* readAhead(turnOfActor(ctx.actor), readFigureLines(ctx.services.readDb, activities))
  }
  const { actor, services } = ctx
  const { bureau_name, demonstration } = services.config
  const titled = (title: string) => (demonstration ? `DEMONSTRATION · ${title}` : title)
  const made_at = services.now()
  async function* facts() {
    yield* reportFacts({ bureau_name, demonstration, filters, made_by: actor, made_at, rows })
  }
  return [
    {
      name: 'Report',
      title: titled(REPORT_TITLE),
      columns: COLUMNS,
      rows: rowsOfChunks(pieces, counted),
      // the number and the code are repeated on the second page
      paper: { wide: 2, repeated: 2 },
    },
    {
      name: 'Figures',
      title: titled('Figures'),
      columns: FIGURES,
      rows: rowsOfChunks(figures(), cellsOf),
      paper: { wide: 1, repeated: 0 },
    },
    {
      name: 'About this report',
      title: titled('About this report'),
      columns: FACTS,
      rows: facts(),
      paper: { wide: 1, repeated: 0 },
    },
  ]
}

/** One row per site, indicator and figure. */
const FIGURES: Sheet['columns'] = [
  { label: 'No.', width: 6, look: () => 'whole' },
  { label: 'SITES Code', width: 20, look: textLook },
  { label: 'Partner', width: 30, look: textLook },
  { label: 'Region', width: 16, look: textLook },
  { label: 'Reporting Year', width: 10, look: () => 'whole' },
  { label: 'Site Status', width: 12, look: textLook },
  { label: 'Principle', width: 30, look: textLook },
  { label: 'Indicator', width: 10, look: textLook },
  { label: 'Figure', width: 32, look: textLook },
  { label: 'Unit', width: 14, look: textLook },
  { label: 'Value', width: 16, look: (cell) => (cell.includes('.') ? 'area' : 'whole') },
]

const FACTS: Sheet['columns'] = [
  { label: 'What', width: 24, look: textLook },
  { label: 'This report', width: 90, look: textLook },
]

/** A grade that may still change is in italics; the last column says why (S-118). */
const gradeFormat = (cell: string, row: readonly string[]): CellFormat =>
  row.at(-1) === ('Provisional' satisfies ReturnType<typeof gradesAre>)
    ? `${gradeTone(cell)}Provisional`
    : gradeTone(cell)

const COLUMNS: Sheet['columns'] = [
  ...REPORT_COLUMNS.map(({ label, width, kind }) => ({
    label,
    width,
    look: kind === 'grade' ? gradeFormat : () => kind,
  })),
  { ...GRADES_COLUMN, look: textLook },
]

/** A CSV has no title row (S-82). */
const asCsv = (rows: AsyncIterable<string[]>): Readable =>
  csvStream({ header: REPORT_COLUMNS.map(({ label }) => label), rows })

/** Passes the rows on and stores the progress; stops reading if the client has disconnected. */
async function* withProgress(
  ctx: Ctx,
  wanted: ReportExport,
  pieces: AsyncIterable<ReportLine[]>,
  isGone: () => boolean,
): AsyncGenerator<ReportLine[]> {
  const key = wanted.progress_key
  let done = 0
  try {
    for await (const rows of pieces) {
      yield rows
      done += rows.length
      if (isGone()) throw new AppError('reader_gone')
      if (key) await saveProgressOf(ctx.db, ctx.actor, key, done)
    }
  } finally {
    if (key) await endProgress(ctx.db, ctx.actor, key)
  }
}

function filtersOf(wanted: ReportExport, { region, province }: PlaceNames): ReportFilters {
  return {
    accessLevel: wanted.accessLevel,
    region,
    penro: region && (province ?? ALL_PENRO),
    category: wanted.category ?? ALL_CATEGORY,
    status: wanted.site_status ?? ALL_STATUS,
    principle: wanted.principle_grade ?? ALL_PRINCIPLE,
    principle_number: wanted.principle_number,
    as_of: wanted.as_of,
  }
}
