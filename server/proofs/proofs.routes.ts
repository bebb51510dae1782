import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { approvalName, type ProvedKind, summaryProofName } from '../../shared/public-log/how-to-check.ts'
import { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import { ACTIVITY } from '../activities/activity.kind.ts'
import { requireSummaryMatches } from '../summaries/claimed-summaries.actions.ts'
import { requireFileMatches, requireRecordMatches } from '../claims/require-match.actions.ts'
import { openableFile } from '../uploads/downloads.ts'
import { sendExport } from '../http/export-reply.ts'
import { type Action, actions, type RawExchange } from '../http/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { seeRecord } from '../review/review.actions.ts'
import { SITE } from '../sites/site.kind.ts'
import type { Part } from '../public-log/entry.ts'
import { findStepRow } from './proof.queries.ts'
import { proofOf, proofOfApproval } from './proofs.ts'
import { proofOfFile, proofOfFrozen, readProvedSummary } from './content-proofs.ts'

/** the parts that a history shows of a step */
const OF_HISTORY: readonly Part[] = ['what', 'facts', 'who', 'words']

/** Sends a proof as a file of this name. */
export const sendProof = ({ reply }: Pick<RawExchange, 'reply'>, name: string, text: string): FastifyReply =>
  sendExport(reply, {
    name: `${name}.tlog-proof`,
    body: Readable.from([text]),
    size: Buffer.byteLength(text),
  })

const sendStep =
  <Row extends ReviewedRow>(kind: RecordKind<Row>): Action<typeof publicLogApi.siteStep> =>
  async (ctx, { params: { id, step } }, raw) => {
    const record = await seeRecord(ctx, kind, id)
    if (kind.facts) await requireRecordMatches(ctx.services, kind.facts, id, { tree: false })
    const found = await findStepRow(ctx.db, record, kind.module, step)
    return sendProof(
      raw,
      `${kind.module}_${id}_${step}`.replaceAll(' ', '_'),
      await proofOf(ctx.services, found, OF_HISTORY),
    )
  }

const sendApproval =
  (kind: ProvedKind): Action<typeof publicLogApi.siteApproval> =>
  async ({ services }, { params: { id } }, raw) =>
    sendProof(raw, approvalName(kind, id), await proofOfApproval(services, kind, id))

/** Proofs of steps, files and summaries, as files. */
export const proofRoutes = actions(publicLogApi, {
  siteStep: sendStep(SITE),
  activityStep: sendStep(ACTIVITY),
  uploadedFile: async (ctx, { params: { id } }, raw) => {
    await openableFile(ctx, id)
    await requireFileMatches(ctx.services, id)
    return sendProof(raw, `file_${id}`, await proofOfFile(ctx.services, id))
  },
  frozenSummary: async ({ services }, { params: { id } }, raw) => {
    const summary = await readProvedSummary(services, id)
    await requireSummaryMatches(services, id)
    return sendProof(raw, `${summaryProofName(summary.year)}_frozen`, await proofOfFrozen(services, summary))
  },
  siteApproval: sendApproval('site'),
  activityApproval: sendApproval('activity'),
})
