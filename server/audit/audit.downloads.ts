import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { auditFileName } from '../../shared/audit/audit.rules.ts'
import type { FieldChange, LogQuery } from '../../shared/audit/audit.schema.ts'
import { changesText } from '../../shared/audit/field-changes.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Ctx } from '../context/context.ts'
import { type Cell, csvStream } from '../sheets/csv.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { countForDownload, listLoggedPeople, logsForDownload } from './audit.queries.ts'

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

/** The filters as the log says them, with the person's name in place of the number (S-119). */
async function filtersInWords({ db, actor }: Ctx, { user_id, ...wanted }: LogQuery) {
  if (user_id === undefined) return wanted
  const { data } = await listLoggedPeople(db, actor, { id: user_id, page: 1, length: 1 })
  return { ...wanted, performed_by: data[0] ? `${data[0].name} (${data[0].email})` : user_id }
}

/**
 * Sends the log of these days as a CSV file, with the scope, search and filters of the list; the download is logged with
 * all of them before the first byte is sent (S-85).
 */
export async function downloadLogs(
  ctx: Ctx,
  query: LogQuery,
  { request, reply }: RawExchange,
): Promise<FastifyReply> {
  const { actor, services } = ctx
  const wanted = { ...query, search: query.search?.trim(), record: query.record?.trim() }
  const name = auditFileName(wanted, manilaDay(services.now()))
  if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
  const { rows, last_id } = await countForDownload(services.readDb, actor, wanted)
  await recordExport(ctx, name, await filtersInWords(ctx, wanted), rows)
  const body = csvStream({
    header: HEADER,
    rows: cells(logsForDownload(services.readDb, actor, wanted, last_id)),
  })
  return sendExport(reply, { name, body })
}
