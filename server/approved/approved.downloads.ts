import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import {
  APPROVED_COLUMNS,
  approvedCells,
  approvedFeature,
  approvedFileName,
  GEOJSON_DESCRIPTION,
  type OpenFormat,
} from '../../shared/approved/approved.files.ts'
import type { ApprovedFilter } from '../../shared/approved/approved.schema.ts'
import { dayInName } from '../../shared/lib/as-of.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Services } from '../context/context.ts'
import { recordAlteredSites } from '../claims/altered-sites.actions.ts'
import { csvStream } from '../sheets/csv.ts'
import { sendExport } from '../http/export-reply.ts'
import type { Turn } from '../lib/fair-queue.ts'
import type { RawExchange } from '../http/http.ts'
import { joinTexts, readAhead, rowsOfChunks } from '../lib/chunks.ts'
import { turnOfVisitor } from '../lib/network.ts'
import { approvedIds, approvedFile } from './approved.cache.ts'
import { registerVersion, requirePastDay } from './register.queries.ts'
import { readApproved } from './approved.queries.ts'

type FileServices = Pick<Services, 'db' | 'readDb' | 'config'>

async function* featureCollection(features: AsyncIterable<string>): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection","description":${JSON.stringify(GEOJSON_DESCRIPTION)},"features":[`
  let between = '\n'
  for await (const feature of features) {
    yield between + feature
    between = ',\n'
  }
  yield '\n]}\n'
}

function fileOf(
  services: FileServices,
  format: OpenFormat,
  { ids, as_of, turn }: { ids: Int32Array; as_of: string | undefined; turn: Turn },
): Readable {
  const { readDb, config } = services
  const report = (altered: number[]) => recordAlteredSites(services, altered)
  const sites = readAhead(turn, readApproved(readDb, ids, { as_of, public_url: config.public_url, report }))
  if (format === 'csv')
    return csvStream({ header: APPROVED_COLUMNS, rows: rowsOfChunks(sites, approvedCells) })
  const features = rowsOfChunks(sites, (site) => JSON.stringify(approvedFeature(site)))
  return Readable.from(joinTexts(featureCollection(features)), { objectMode: false })
}

/** a file with up to this many rows is cached until the next approval; a longer one is written for each reader */
const MAX_CACHED_ROWS = 2000

/**
 * The ETag of a file. It changes with every approval, and with the columns of another version of the product; a browser
 * that has it already does not load the file again.
 */
const tagOf = (version: string, ids: Int32Array, format: OpenFormat, as_of = ''): string => {
  const hash = createHash('sha256').update(ids).update(APPROVED_COLUMNS.join())
  return `W/"${version}-${as_of}${format}-${hash.digest('base64url').slice(0, 16)}"`
}

/** Sends the public list as a file, with the filters of the list. */
export async function downloadApproved(
  services: FileServices & Pick<Services, 'now'>,
  format: OpenFormat,
  filter: ApprovedFilter,
  { request, reply }: Pick<RawExchange, 'request' | 'reply'>,
): Promise<FastifyReply> {
  const { readDb: db, now } = services
  const { as_of } = filter
  requirePastDay(as_of, now())
  const version = await registerVersion(db)
  const ids = await approvedIds(db, filter)
  const etag = tagOf(version, ids, format, as_of)
  reply.headers({ etag, 'cache-control': 'no-cache' })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const name = approvedFileName(dayInName(as_of, manilaDay(now())), format)
  if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
  const file = () => fileOf(services, format, { ids, as_of, turn: turnOfVisitor(request) })
  if (ids.length > MAX_CACHED_ROWS) return sendExport(reply, { name, body: file() })
  const whole = await approvedFile(db, format, filter, () => buffer(file()))
  return sendExport(reply, { name, body: Readable.from([whole]), size: whole.length })
}
