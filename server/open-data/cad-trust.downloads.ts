import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import {
  CAD_TRUST_COLUMNS,
  CAD_TRUST_DICTIONARY,
  CAD_TRUST_GAPS,
  cadTrustCells,
  cadTrustFileName,
  cadTrustProject,
} from '../../shared/open-data/cad-trust.ts'
import { dayInName } from '../../shared/lib/as-of.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { registerVersion, requirePastDay } from '../approved/register.queries.ts'
import type { Services } from '../context/context.ts'
import { sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { joinTexts, readAhead, rowsOfChunks } from '../lib/chunks.ts'
import type { Config } from '../lib/config.ts'
import type { Turn } from '../lib/fair-queue.ts'
import { turnOfVisitor } from '../lib/network.ts'
import { csvStream } from '../sheets/csv.ts'
import { readCadTrustSites } from './register.queries.ts'

async function* jsonTexts(facts: object, projects: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${JSON.stringify(facts, null, 2).slice(0, -2)},\n  "project": [`
  let between = '\n'
  for await (const project of projects) {
    yield between + project
    between = ',\n'
  }
  yield '\n]}\n'
}

type Asked = { format: 'csv' | 'json'; as_of?: string | undefined }

function fileOf({ readDb, config }: Services, { format, as_of }: Asked, turn: Turn): Readable {
  const publisher = { bureau: config.bureau_name, public_url: config.public_url }
  const sites = readAhead(turn, readCadTrustSites(readDb, as_of))
  if (format === 'csv')
    return csvStream({
      header: CAD_TRUST_COLUMNS,
      rows: rowsOfChunks(sites, (site) => cadTrustCells(site, publisher)),
    })
  const facts = {
    dictionary: CAD_TRUST_DICTIONARY,
    publisher: config.bureau_name,
    source: `${config.public_url}/data`,
    ...(config.data_licence_name === '' ? {} : { licence: config.data_licence_name }),
    ...(as_of === undefined ? {} : { as_of }),
    gaps: CAD_TRUST_GAPS,
  }
  const projects = rowsOfChunks(sites, (site) => JSON.stringify(cadTrustProject(site, publisher)))
  return Readable.from(joinTexts(jsonTexts(facts, projects)), { objectMode: false })
}

/** Differs with what the files say beside the register. */
const settingsTag = ({ bureau_name, public_url, data_licence_name }: Config): string =>
  createHash('sha256')
    .update(JSON.stringify([bureau_name, public_url, data_licence_name]))
    .digest('base64url')
    .slice(0, 8)

/** Sends the register, now or as of a day, in the names of the dictionary of CAD Trust. */
export async function downloadCadTrust(
  services: Services,
  { format, as_of }: Asked,
  { request, reply }: Pick<RawExchange, 'request' | 'reply'>,
): Promise<FastifyReply> {
  const { readDb, now, config } = services
  requirePastDay(as_of, now())
  const version = await registerVersion(readDb)
  const etag = `W/"${version}-${as_of ?? ''}cad-trust-${format}-${settingsTag(config)}"`
  reply.headers({ etag, 'cache-control': 'no-cache' })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const name = cadTrustFileName(dayInName(as_of, manilaDay(now())), format)
  const body =
    request.method === 'HEAD'
      ? Readable.from([])
      : fileOf(services, { format, as_of }, turnOfVisitor(request))
  return sendExport(reply, { name, body })
}
