import { Readable } from 'node:stream'
import type { SummaryFormat } from '../../shared/summaries/summaries.schema.ts'
import { summaryFileName } from '../../shared/summaries/summary-names.ts'
import { requireEvidenceMatches } from './claimed-summaries.actions.ts'
import type { Services } from '../context/context.ts'
import { sendExport } from '../http/export-reply.ts'
import type { Turn } from '../lib/fair-queue.ts'
import type { RawExchange } from '../http/http.ts'
import { cacheFiles } from '../lib/cached-files.ts'
import { turnOfVisitor } from '../lib/network.ts'
import { findPublic, isWithdrawn, type Published, type SummaryAddress } from './published.queries.ts'
import { annexCsv, summaryDocx } from './summary-files.ts'
import { readEvidence } from './summary-records.queries.ts'

/** all visitors together share the turns of one user */
const VISITOR_TURN: Turn = ['visitors']

/** a Word document is some hundred kilobytes and slow to make */
const cachedDocuments = cacheFiles<Buffer>(8)

type MadeFormat = Exclude<SummaryFormat, 'evidence.csv'>

async function bytesOf(
  { config }: Services,
  { document, text, sha256 }: Published,
  format: MadeFormat,
): Promise<Buffer> {
  if (format === 'json') return Buffer.from(text)
  return cachedDocuments(`${sha256} ${format}`, async () =>
    format === 'csv'
      ? annexCsv(document)
      : summaryDocx(document, config.demonstration ? ['demonstration'] : [], VISITOR_TURN),
  )
}

/**
 * Sends a file of a public summary; returns false if its address has none. It does not return the reply: that is a
 * thenable, and a caller that awaits it would get undefined.
 */
export async function downloadPublished(
  services: Services,
  { format, ...at }: SummaryAddress & { format: SummaryFormat },
  { request, reply }: Pick<RawExchange, 'request' | 'reply'>,
): Promise<boolean> {
  const { readDb: db } = services
  const found = await findPublic(services, at)
  if (!found || isWithdrawn(found)) return false
  const etag = `"${found.sha256}-${format}"`
  // no-cache, so that a withdrawn summary disappears at once
  reply.headers({ etag, 'cache-control': 'no-cache' })
  if (request.headers['if-none-match'] === etag) {
    void reply.status(304).send()
    return true
  }
  const name = summaryFileName(at.year, format, at)
  if (request.method === 'HEAD') sendExport(reply, { name, body: Readable.from([]) })
  else if (format === 'evidence.csv') {
    const turn = turnOfVisitor(request)
    await requireEvidenceMatches(services, found, db, turn)
    sendExport(reply, { name, body: Readable.from(readEvidence(db, found.id, turn), { objectMode: false }) })
  } else {
    const bytes = await bytesOf(services, found, format)
    sendExport(reply, { name, body: Readable.from([bytes]), size: bytes.length })
  }
  return true
}
