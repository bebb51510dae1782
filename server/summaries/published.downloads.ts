import { Readable } from 'node:stream'
import type { SummaryFormat } from '../../shared/summaries/summaries.schema.ts'
import { summaryFileName } from '../../shared/summaries/summary-names.ts'
import { requireEvidenceMatches } from './claimed-summaries.actions.ts'
import type { Services } from '../context/context.ts'
import { sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { turnOfVisitor } from '../lib/network.ts'
import { readFile } from './documents.queries.ts'
import { findPublic, isWithdrawn, type SummaryAddress } from './published.queries.ts'
import { readEvidence } from './summary-records.queries.ts'

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
    const bytes = format === 'json' ? Buffer.from(found.text) : await readFile(db, found.id, format)
    sendExport(reply, { name, body: Readable.from([bytes]), size: bytes.length })
  }
  return true
}
