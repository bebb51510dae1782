import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import { ACTIVITY } from '../activities/activity.kind.ts'
import type { Services } from '../lib/context.ts'
import { AppError } from '../lib/errors.ts'
import { sendExport } from '../lib/exports.ts'
import type { CallLimit, OpenRoutes, Raw, Routes } from '../lib/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { seeRecord } from '../review/review.actions.ts'
import { SITE } from '../sites/site.kind.ts'
import type { Part } from './entry.ts'
import { findFinalStep, findStepRow } from './proof.queries.ts'
import { proofOf } from './proofs.ts'

/** what a history tells of a step, and what the public may know of it */
const OF_HISTORY: readonly Part[] = ['what', 'who', 'change']
const OF_PUBLIC: readonly Part[] = ['what']

/** What differs between the two kinds of records. */
const MODULES = { site: 'Profiling of SITES', activity: 'SITES Activities' } as const

const send = ({ reply }: Pick<Raw, 'reply'>, name: string, text: string): FastifyReply =>
  sendExport(reply, {
    name: `${name}.tlog-proof`,
    body: Readable.from([text]),
    size: Buffer.byteLength(text),
  })

/** The proof that a record of the public list was approved for good, for anybody; null where it is not on that list. */
async function sendApprovalProof(
  services: Services,
  kind: Pick<typeof SITE | typeof ACTIVITY, 'reference'>,
  module: string,
  id: number,
  raw: Pick<Raw, 'reply'>,
): Promise<FastifyReply | null> {
  const step = await findFinalStep(services.db, kind.reference(id))
  if (step === undefined) return null
  const found = step === null ? null : await findStepRow(services.db, kind.reference(id), module, step)
  return send(raw, `${module}_${id}`.replaceAll(' ', '_'), await proofOf(services, found, OF_PUBLIC))
}

/** The same of an activity, for a page. */
export const sendActivityProof = (
  services: Services,
  id: number,
  raw: Pick<Raw, 'reply'>,
): Promise<FastifyReply | null> => sendApprovalProof(services, ACTIVITY, MODULES.activity, id, raw)

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
      return send(
        raw,
        `${module}_${id}_${step}`.replaceAll(' ', '_'),
        await proofOf(ctx.services, found, OF_HISTORY),
      )
    })
  stepOf(publicLogApi.siteStep, SITE, MODULES.site)
  stepOf(publicLogApi.activityStep, ACTIVITY, MODULES.activity)

  const approvalOf = (
    call: typeof publicLogApi.siteApproval,
    kind: Pick<typeof SITE | typeof ACTIVITY, 'reference'>,
    module: string,
  ) =>
    openRoute(
      call,
      async ({ services }, { params: { id } }, raw) => {
        const sent = await sendApprovalProof(services, kind, module, id, raw)
        if (!sent) throw new AppError('not_found')
        return sent
      },
      limit,
    )
  approvalOf(publicLogApi.siteApproval, SITE, MODULES.site)
  approvalOf(publicLogApi.activityApproval, ACTIVITY, MODULES.activity)
}
