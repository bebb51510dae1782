import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { approvalName, type ProvedKind } from '../../shared/public-log/how-to-check.ts'
import { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import { ACTIVITY } from '../activities/activity.kind.ts'
import { sendExport } from '../lib/exports.ts'
import type { CallLimit, OpenRoutes, Raw, Routes } from '../lib/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { seeRecord } from '../review/review.actions.ts'
import { SITE } from '../sites/site.kind.ts'
import type { Part } from './entry.ts'
import { findStepRow } from './proof.queries.ts'
import { MODULES, proofOf, proofOfApproval } from './proofs.ts'

/** what a history tells of a step */
const OF_HISTORY: readonly Part[] = ['what', 'who', 'change']

/** A proof to be kept under this name. */
export const sendProof = ({ reply }: Pick<Raw, 'reply'>, name: string, text: string): FastifyReply =>
  sendExport(reply, {
    name: `${name}.tlog-proof`,
    body: Readable.from([text]),
    size: Buffer.byteLength(text),
  })

/** The proof of one step, as a file. */
export function proofRoutes(route: Routes, openRoute: OpenRoutes, limit: CallLimit) {
  const stepOf = <Row extends ReviewedRow>(
    call: typeof publicLogApi.siteStep,
    kind: RecordKind<Row>,
    module: string,
  ) =>
    route(call, async (ctx, { params: { id, step } }, raw) => {
      await seeRecord(ctx, kind, id)
      const found = await findStepRow(ctx.db, kind.reference(id), module, step)
      return sendProof(
        raw,
        `${module}_${id}_${step}`.replaceAll(' ', '_'),
        await proofOf(ctx.services, found, OF_HISTORY),
      )
    })
  stepOf(publicLogApi.siteStep, SITE, MODULES.site)
  stepOf(publicLogApi.activityStep, ACTIVITY, MODULES.activity)

  const approvalOf = (call: typeof publicLogApi.siteApproval, kind: ProvedKind) =>
    openRoute(
      call,
      async ({ services }, { params: { id } }, raw) =>
        sendProof(raw, approvalName(kind, id), await proofOfApproval(services, kind, id)),
      limit,
    )
  approvalOf(publicLogApi.siteApproval, 'site')
  approvalOf(publicLogApi.activityApproval, 'activity')
}
