import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { canReadSummaries, hasFile } from '../../shared/summaries/summaries.policy.ts'
import type { SummaryFormat, SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { summaryFileName } from '../../shared/summaries/summary-names.ts'
import type { Ctx } from '../context/context.ts'
import { requireAllowed } from '../lib/errors.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { composeDraft } from './composing.ts'
import { readFile } from './documents.queries.ts'
import { findFrozen } from './published.queries.ts'
import { readSummary } from './summaries.queries.ts'
import { documentText, makeFile, noticesOf } from './summary-files.ts'
import { turnOfActor } from '../worker-processes/run-in-worker-process.ts'
import { readEvidence } from './summary-records.queries.ts'

/** Returns a file of a summary: as it was stored with a frozen one, made now of a draft. */
async function bytesOf(
  { actor, services }: Ctx,
  summary: SummaryRow,
  format: Exclude<SummaryFormat, 'evidence.csv'>,
): Promise<{ bytes: Buffer; rows: number }> {
  if (summary.status === 'Draft') {
    const document = await composeDraft(services, summary)
    const notices = noticesOf(services, { isDraft: true })
    const bytes =
      format === 'json'
        ? Buffer.from(documentText(document))
        : await makeFile(format, document, notices, turnOfActor(actor))
    return { bytes, rows: document.annex.length }
  }
  const { document, text } = await findFrozen(services.readDb, summary.id)
  const bytes = format === 'json' ? Buffer.from(text) : await readFile(services.readDb, summary.id, format)
  return { bytes, rows: document.annex.length }
}

/** Sends a summary as a file, after logging the export. */
export async function downloadSummary(
  ctx: Ctx,
  { id, format }: { id: number; format: SummaryFormat },
  { request, reply }: RawExchange,
): Promise<FastifyReply> {
  const { actor, services } = ctx
  requireAllowed(canReadSummaries(actor))
  const summary = await readSummary(services.readDb, id)
  const isDraft = summary.status === 'Draft'
  requireAllowed(hasFile(summary, format))
  const name = summaryFileName(summary.year, format, { isDraft })
  if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })

  const facts = { title: summary.title, sha256: summary.sha256 }
  if (format === 'evidence.csv') {
    const { document } = await findFrozen(services.readDb, id)
    await recordExport(ctx, name, facts, document.evidence?.files ?? 0)
    const lines = Readable.from(readEvidence(services.readDb, id, turnOfActor(actor)), { objectMode: false })
    return sendExport(reply, { name, body: lines })
  }
  const { bytes, rows } = await bytesOf(ctx, summary, format)
  await recordExport(ctx, name, facts, rows)
  return sendExport(reply, { name, body: Readable.from([bytes]), size: bytes.length })
}
