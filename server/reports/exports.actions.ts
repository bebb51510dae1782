import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { manilaDay } from '../../shared/lib/dates.ts'
import { ALL_PRINCIPLE, ALL_STATUS, reportFileName } from '../../shared/reports/report-filter.ts'
import { gradeTone, REPORT_COLUMNS, REPORT_TITLE, reportCells } from '../../shared/reports/report-cells.ts'
import { ALL_PENRO, scopeErrors, scopeOf } from '../../shared/reports/report-scope.ts'
import type { ReportExport, ReportRow } from '../../shared/reports/reports.schema.ts'
import { ALL_CATEGORY } from '../../shared/dashboard/dashboard.rules.ts'
import type { Ctx } from '../lib/context.ts'
import { csvStream } from '../lib/csv.ts'
import { AppError, insistValid } from '../lib/errors.ts'
import { noteExport, sendExport } from '../lib/exports.ts'
import type { Raw } from '../lib/http.ts'
import { readAhead, rowsIn } from '../lib/pieces.ts'
import type { Sheet } from '../lib/sheets/sheet.ts'
import { xlsFile } from '../lib/sheets/xls.ts'
import { xlsxStream } from '../lib/sheets/xlsx.ts'
import { countOf } from '../lib/region-ids.ts'
import { endProgress, noteProgress, startProgress } from './export-progress.queries.ts'
import { findPlaceNames, listSites } from './report-sites.queries.ts'
import { readReport } from './reports.queries.ts'

/** Writes the report as a file while it is read; its Exported event is written first (S-84, S-85). */
export async function exportReport(ctx: Ctx, wanted: ReportExport, raw: Raw): Promise<FastifyReply> {
  insistValid(scopeErrors(ctx.actor, wanted))
  const format = wanted.downloadAs ?? 'csv'
  const name = reportFileName(manilaDay(ctx.services.now()), wanted, format)
  // asks what would come, takes nothing
  if (raw.request.method === 'HEAD') return sendExport(raw.reply, { name, body: Readable.from([]) })
  const regions = await listSites(ctx.db, ctx.actor, wanted)
  const count = countOf(regions)

  await noteExport(ctx, name, await filtersOf(ctx, wanted), count)
  if (wanted.progress_key) await startProgress(ctx.db, ctx.actor, wanted.progress_key, count)

  const read = readAhead(readReport(ctx.db, ctx.actor, wanted, regions))
  const pieces = tellingProgress(ctx, wanted, read, () => raw.reply.raw.destroyed)
  const rows = rowsIn(pieces, reportCells)
  const sheet: Sheet = { name: 'Report', title: REPORT_TITLE, columns: COLUMNS, rows }
  if (format === 'xls') return sendExport(raw.reply, { name, ...(await xlsFile(ctx.services.config, sheet)) })
  return sendExport(raw.reply, { name, body: format === 'xlsx' ? xlsxStream(sheet) : asCsv(rows) })
}

const COLUMNS: Sheet['columns'] = REPORT_COLUMNS.map(({ label, width, kind }) => ({
  label,
  width,
  look: kind === 'grade' ? gradeTone : () => kind,
}))

/** A CSV goes without the title row (S-82). */
const asCsv = (rows: AsyncIterable<string[]>): Readable =>
  csvStream({ header: REPORT_COLUMNS.map(({ label }) => label), rows })

/** The rows as they are read; nothing more is read once nobody waits for them. */
async function* tellingProgress(
  ctx: Ctx,
  wanted: ReportExport,
  pieces: AsyncIterable<ReportRow[]>,
  isGone: () => boolean,
): AsyncGenerator<ReportRow[]> {
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

/** The filters in the words a reader of the log knows. */
async function filtersOf(ctx: Ctx, wanted: ReportExport) {
  const { region, province } = await findPlaceNames(ctx.db, scopeOf(ctx.actor, wanted))
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
