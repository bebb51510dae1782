import { canReadSummaries } from '../summaries/summaries.policy.ts'
import { z } from 'zod/mini'
import { endpoint, everyone } from '../access/endpoint.ts'
import { IdParams, IdText } from '../lib/ids.ts'

const StepParams = z.extend(IdParams, { step: IdText })

/** a tlog-proof as C2SP defines it, a few lines of text */
const file = { type: 'text/plain' }

/**
 * Proofs that the public log contains a step of a record, the bytes of a file, or a summary. Anyone can check these
 * files without the product.
 */
export const publicLogApi = {
  siteStep: endpoint('GET', '/sites/:id/proofs/:step', {
    may: everyone,
    summary:
      'Proof that a step of a profile’s history is in the public log, for users who may read that history',
    params: StepParams,
    file,
  }),
  activityStep: endpoint('GET', '/sites/activities/:id/proofs/:step', {
    may: everyone,
    summary:
      'Proof that a step of an activity’s history is in the public log, for users who may read that history',
    params: StepParams,
    file,
  }),
  uploadedFile: endpoint('GET', '/file/:id/proof', {
    may: everyone,
    summary:
      'Proof that a file was uploaded with the bytes it has, for users who may open it; for a photograph, of the original',
    params: IdParams,
    file,
  }),
  frozenSummary: endpoint('GET', '/summaries/:id/proof', {
    may: canReadSummaries,
    summary: 'Proof that a summary was frozen with the bytes of its JSON file',
    params: IdParams,
    file,
  }),
  siteApproval: endpoint('GET', '/sites/dashboard/:id/proof', {
    summary:
      'Proof that the approval of a profile of the public list is in the public log; contains no names',
    access: 'public',
    limited: true,
    params: IdParams,
    file,
  }),
  activityApproval: endpoint('GET', '/sites/activities/dashboard/:id/proof', {
    summary:
      'Proof that the approval of an activity of the public list is in the public log; contains no names',
    access: 'public',
    limited: true,
    params: IdParams,
    file,
  }),
}
