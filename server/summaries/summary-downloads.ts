import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { canReadSummaries, hasFile } from '../../shared/summaries/summaries.policy.ts'
import type { SummaryFormat, SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { summaryFileName } from '../../shared/summaries/summary-names.ts'
import type { Ctx, Services } from '../context/context.ts'
import { requireAllowed } from '../lib/errors.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { composeDraft } from './composing.ts'
import type { DocxNotice } from './docx-core.ts'
import { findFrozen } from './published.queries.ts'
import { readSummary } from './summaries.queries.ts'
import { annexCsv, documentText, summaryDocx } from './summary-files.ts'
import { turnOfActor } from '../worker-processes/run-in-worker-process.ts'
import { readEvidence } from './summary-records.queries.ts'

/** Returns the content of a summary's files: stored for a frozen one, composed now for a draft. */
async function contentOf(
  { services }: Ctx,
  summary: SummaryRow,
): Promise<{ document: SummaryDocument; text: string }> {
  if (summary.status !== 'Draft') return findFrozen(services.readDb, summary.id)
  const document = await composeDraft(services, summary)
  return { document, text: documentText(document) }
}

const noticesOf = ({ config }: Services, { status }: SummaryRow): DocxNotice[] => [
  ...(config.demonstration ? ['demonstration' as const] : []),
  ...(status === 'Draft' ? ['draft' as const] : []),
]

async function bytesOf(
  ctx: Ctx,
  summary: SummaryRow,
  format: Exclude<SummaryFormat, 'evidence.csv'>,
): Promise<{ bytes: Buffer; rows: number }> {
  const { document, text } = await contentOf(ctx, summary)
  const rows = document.annex.length
  switch (format) {
    case 'json':
      return { bytes: Buffer.from(text), rows }
    case 'csv':
      return { bytes: annexCsv(document), rows }
    case 'docx':
      return { bytes: await summaryDocx(document, noticesOf(ctx.services, summary)), rows }
  }
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
