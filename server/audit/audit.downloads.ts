import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { auditFileName } from '../../shared/audit/audit.rules.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { changesText } from '../../shared/audit/field-changes.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Ctx } from '../context/context.ts'
import { type Cell, csvStream } from '../sheets/csv.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { countForDownload, type DownloadQuery, logsForDownload } from './audit.queries.ts'

/** The columns of the screen (AUDIT-02), and the record that the row is about. */
const HEADER = [
  'Timestamp',
  'Performed By',
  'Email Address',
  'Role',
  'Module',
  'Action Taken',
  'Fields Edited',
  'Record',
]

async function* cells(rows: ReturnType<typeof logsForDownload>): AsyncIterable<Cell[]> {
  for await (const row of rows)
    yield [
      row.timestamp,
      row.user_name,
      row.user_email,
      row.role_name,
      row.auditable_type,
      row.event,
      changesText(row.field_change as unknown as FieldChange[]),
      row.auditable_code,
    ]
}

/**
 * Sends the log of these days as a CSV file, with the scope and search of the list; the download is logged with its
 * days and search before the first byte is sent (S-85).
 */
export async function downloadLogs(
  ctx: Ctx,
  { startDate, endDate, search }: DownloadQuery,
  { request, reply }: RawExchange,
): Promise<FastifyReply> {
  const { actor, services } = ctx
  const wanted = { startDate, endDate, search: search?.trim() }
  const name = auditFileName(wanted, manilaDay(services.now()))
  if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
  const { rows, last_id } = await countForDownload(services.readDb, actor, wanted)
  await recordExport(ctx, name, wanted, rows)
  const body = csvStream({
    header: HEADER,
    rows: cells(logsForDownload(services.readDb, actor, wanted, last_id)),
  })
  return sendExport(reply, { name, body })
}
