import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { manilaDay } from '../../shared/lib/dates.ts'
import {
  ALL_PRINCIPLE,
  ALL_STATUS,
  type PlaceNames,
  reportFileName,
} from '../../shared/reports/report-filter.ts'
import {
  filledCells,
  gradeTone,
  isMarked,
  REPORT_COLUMNS,
  REPORT_TITLE,
  withMarks,
} from '../../shared/reports/report-cells.ts'
import { reportFacts, type ReportFilters } from '../../shared/reports/report-facts.ts'
import { ALL_PENRO, scopeErrors, scopeOf } from '../../shared/reports/report-scope.ts'
import type { ReportExport } from '../../shared/reports/reports.schema.ts'
import { ALL_CATEGORY } from '../../shared/dashboard/dashboard.rules.ts'
import type { Ctx } from '../lib/context.ts'
import { csvStream } from '../lib/csv.ts'
import { AppError, insistValid } from '../lib/errors.ts'
import { noteExport, sendExport } from '../lib/exports.ts'
import type { Raw } from '../lib/http.ts'
import { readAhead, rowsIn } from '../lib/pieces.ts'
import type { Look, Sheet } from '../lib/sheets/sheet.ts'
import { xlsFile } from '../lib/sheets/xls.ts'
import { xlsxStream } from '../lib/sheets/xlsx.ts'
import { countOf } from '../lib/region-ids.ts'
import { turnOf } from '../lib/run-aside.ts'
import { endProgress, noteProgress, startProgress } from './export-progress.queries.ts'
import { type ReportLine, readLines, textsOf } from './report-lines.queries.ts'
import { findPlaceNames, listSites } from './report-sites.queries.ts'

/** Writes the report as a file while it is read; its Exported event is written first (S-84, S-85). */
export async function exportReport(ctx: Ctx, wanted: ReportExport, raw: Raw): Promise<FastifyReply> {
  insistValid(scopeErrors(ctx.actor, wanted))
  const format = wanted.downloadAs ?? 'csv'
  const place = await findPlaceNames(ctx.services.reads, scopeOf(ctx.actor, wanted))
  const name = reportFileName(manilaDay(ctx.services.now()), { ...wanted, place }, format)
  // asks what would come, takes nothing
  if (raw.request.method === 'HEAD') return sendExport(raw.reply, { name, body: Readable.from([]) })
  const regions = await listSites(ctx.services.reads, ctx.actor, wanted)
  const count = countOf(regions)

  const filters = filtersOf(wanted, place)
  await noteExport(ctx, name, filters, count)
  if (wanted.progress_key) await startProgress(ctx.db, ctx.actor, wanted.progress_key, count)

  const read = readAhead(turnOf(ctx.actor), readLines(ctx.services.reads, ctx.actor, wanted, regions))
  const pieces = tellingProgress(ctx, wanted, read, () => raw.reply.raw.destroyed)
  if (format === 'csv') return sendExport(raw.reply, { name, body: asCsv(rowsIn(pieces, cellsOf)) })
  const book = workbook(ctx, filters, pieces)
  if (format === 'xls') return sendExport(raw.reply, { name, ...(await xlsFile(ctx.services.config, book)) })
  return sendExport(raw.reply, { name, body: xlsxStream(book) })
}

const cellsOf = (line: ReportLine, number: number): string[] => filledCells(textsOf(line), number)

/** The report, and a sheet that says what it is; that one is written last, so it knows how many rows there are. */
function workbook(ctx: Ctx, filters: ReportFilters, pieces: AsyncIterable<ReportLine[]>): Sheet[] {
  let rows = 0
  const counted = (line: ReportLine, number: number) => {
    rows = number
    return withMarks(cellsOf(line, number), line)
  }
  const { actor, services } = ctx
  const { bureau_name } = services.config
  const made_at = services.now()
  async function* facts() {
    yield* reportFacts({ bureau_name, filters, made_by: actor, made_at, rows })
  }
  return [
    {
      name: 'Report',
      title: REPORT_TITLE,
      columns: COLUMNS,
      rows: rowsIn(pieces, counted),
      // number and code again on the second page
      paper: { wide: 2, repeated: 2 },
    },
    {
      name: 'About this report',
      title: 'About this report',
      columns: FACTS,
      rows: facts(),
      paper: { wide: 1, repeated: 0 },
    },
  ]
}

const FACTS: Sheet['columns'] = [
  { label: 'What', width: 24, look: () => 'text' },
  { label: 'This report', width: 90, look: () => 'text' },
]

const gradeLook = (cell: string): Look => (isMarked(cell) ? `${gradeTone(cell)}Provisional` : gradeTone(cell))

const COLUMNS: Sheet['columns'] = REPORT_COLUMNS.map(({ label, width, kind }) => ({
  label,
  width,
  look: kind === 'grade' ? gradeLook : () => kind,
}))

/** A CSV goes without the title row (S-82). */
const asCsv = (rows: AsyncIterable<string[]>): Readable =>
  csvStream({ header: REPORT_COLUMNS.map(({ label }) => label), rows })

/** The rows as they are read; nothing more is read once nobody waits for them. */
async function* tellingProgress(
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
      if (isGone()) throw new AppError('malformed', 'The reader of this export has gone away.')
      if (key) await noteProgress(ctx.db, ctx.actor, key, done)
    }
  } finally {
    if (key) await endProgress(ctx.db, ctx.actor, key)
  }
}

/** The filters in the words that a reader of the log or of the file knows. */
function filtersOf(wanted: ReportExport, { region, province }: PlaceNames): ReportFilters {
  return {
    accessLevel: wanted.accessLevel,
    region,
    penro: region && (province ?? ALL_PENRO),
    category: wanted.category ?? ALL_CATEGORY,
    status: wanted.site_status ?? ALL_STATUS,
    principle: wanted.principle_grade ?? ALL_PRINCIPLE,
    principle_number: wanted.principle_number,
  }
}
