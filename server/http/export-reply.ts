import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from './content-disposition.ts'
import type { Ctx } from '../context/context.ts'

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  geojson: 'application/geo+json',
  json: 'application/json',
  'tlog-proof': 'text/plain; charset=utf-8',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
type ExportFormat = keyof typeof MEDIA_TYPES

type Filters = Record<string, string | number | null | undefined>

/**
 * Writes one Exported row with file name, filters and number of rows, before the first byte is sent (S-85).
 */
export async function recordExport(ctx: Ctx, name: string, filters: Filters, rows: number): Promise<void> {
  const facts: Filters = { file: name, ...filters, rows }
  const changes = Object.entries(facts)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([field, value]) => ({ field, old: null, new: String(value) }))
  await ctx.write(async (db, audit) => {
    audit({ module: 'Reports', event: 'Exported', changes })
  })
}

/** Sends a file as a download; `size` where it is known before the first byte. */
export function sendExport(
  reply: FastifyReply,
  file: { name: string; body: Readable; size?: number },
): FastifyReply {
  const format = file.name.slice(file.name.lastIndexOf('.') + 1) as ExportFormat
  reply.headers({
    'content-type': MEDIA_TYPES[format],
    'content-disposition': contentDisposition('attachment', file.name),
    'x-content-type-options': 'nosniff',
    ...(file.size === undefined ? {} : { 'content-length': file.size }),
  })
  return reply.send(file.body)
}
