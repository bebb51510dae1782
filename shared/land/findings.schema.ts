import { canListLandTasks } from './land.policy.ts'
import { asksBodies, encodesSitesOfOffice } from '../access/encoders.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { AccessLevel } from '../access/levels.ts'
import { BoundaryGeometry } from '../boundary/boundary.schema.ts'
import { endpoint, everyone, whoHolds } from '../access/endpoint.ts'
import { IdParams, IdText } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { plainParagraphs, word } from '../lib/plain-text.ts'
import { ANSWER, EXPLANATION, FINDING_TEXT, REQUEST } from './findings.fields.ts'
import { ComparedLayer, CONSENTS, DrawnFeature, FoundLand } from './form-findings.ts'

/** Findings: what a boundary meets in the layers of land, and what the offices say about it (decision 32). */

/** the most entries that people record about one finding */
export const STEPS_MAX = 100

export const FINDING_ACTIONS = [
  'Found',
  'Changed',
  'Gone',
  'Restored',
  'Explained',
  'Accepted',
  'Returned',
  'Asked',
  'Answered',
] as const
export type FindingAction = (typeof FINDING_ACTIONS)[number]

const FindingStep = z.object({
  action: z.enum(FINDING_ACTIONS),
  round: z.number(),
  level: z.nullable(AccessLevel),
  /** null where the comparison itself found, changed or lost it */
  by: z.nullable(z.string()),
  role: z.nullable(z.string()),
  at: z.string(),
  text: z.nullable(z.string()),
  file: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** of a comparison: hectares, share and version then; of a request: the body, the day and the answer */
  facts: z.nullable(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type FindingStep = z.output<typeof FindingStep>

const LandRequest = z.object({
  id: z.number(),
  asked: z.string(),
  asked_on: z.string(),
  answered_on: z.nullable(z.string()),
  answer: z.nullable(ANSWER.input.shape.answer),
  words: z.nullable(z.string()),
  file: z.nullable(z.object({ id: z.number(), name: z.string() })),
  revision: z.number(),
})
export type LandRequest = z.output<typeof LandRequest>

/** Land of a feature that the boundary takes in, with everything that happened to it, oldest step first. */
export const Finding = z.extend(FoundLand, {
  id: z.number(),
  layer_id: z.number(),
  state: z.enum(['found', 'explained', 'accepted']),
  since: z.string(),
  accepted_levels: z.array(AccessLevel),
  requests: z.array(LandRequest),
  steps: z.array(FindingStep),
})
export type Finding = z.output<typeof Finding>

/** A layer with what the boundary meets in it; its state is that of the least settled of its findings. */
export const LayerResult = z.extend(ComparedLayer, { findings: z.array(Finding) })
export type LayerResult = z.output<typeof LayerResult>

/** `consent`: the worst of what is on record about the consents that the found land needs. */
export const LandReport = z.object({
  layers: z.array(LayerResult),
  consent: z.enum(CONSENTS),
})
export type LandReport = z.output<typeof LandReport>

/** What waits for the office or the reviewer, one row each: `expiring` and `expired` come from the instruments. */
export const LAND_TASKS = [
  'found',
  'explained',
  'objection',
  'not_checked',
  'failed',
  'consent_missing',
  'expiring',
  'expired',
] as const
export type LandTask = (typeof LAND_TASKS)[number]

const LandTaskRow = z.object({
  /** of the task and what it is about, once in the list */
  id: z.string(),
  task: z.enum(LAND_TASKS),
  site_profile_id: z.number(),
  code: z.string(),
  name_of_partner: z.string(),
  /** of a finding */
  finding_id: z.nullable(z.number()),
  /** the layer or the instrument */
  what: z.string(),
  words: z.string(),
  since: z.nullable(z.string()),
})
export type LandTaskRow = z.output<typeof LandTaskRow>

const FindingParams = z.extend(IdParams, { finding_id: IdText })
const RequestParams = z.extend(FindingParams, { request_id: IdText })
const FindingReply = wrapped('finding', Finding)

export const landApi = {
  show: endpoint('GET', '/sites/:id/land', {
    may: everyone,
    summary:
      'What the boundary of a profile meets in each layer of land, and whether a needed consent is recorded',
    params: IdParams,
    reply: wrapped('land', LandReport),
  }),
  map: endpoint('GET', '/sites/:id/land/map', {
    may: everyone,
    summary:
      'The features of the layers near the boundary of a profile, and the shared land, simplified for drawing',
    params: IdParams,
    reply: z.object({
      features: z.array(DrawnFeature),
      shared: z.array(z.object({ finding_id: z.number(), drawing: BoundaryGeometry })),
      /** false where more features lie around than are drawn */
      complete: z.boolean(),
    }),
  }),
  explain: endpoint('POST', '/sites/:id/findings/:finding_id/explain', {
    may: encodesSitesOfOffice,
    summary:
      'Explain a finding in words, with a file if there is one; approvals of the finding are asked for again',
    form: true,
    params: FindingParams,
    body: EXPLANATION.input,
    reply: FindingReply,
  }),
  decide: endpoint('POST', '/sites/:id/findings/:finding_id/decide', {
    may: whoHolds('site_maps_approval'),
    summary:
      'Accept a finding of an approved profile under one’s name, or return it to the office; it is `since` when as the caller saw it',
    form: true,
    params: FindingParams,
    body: z.object({
      since: word('The finding cannot be read.'),
      decision: z.enum(['accept', 'return'], 'Choose what is decided.'),
      /** of a return */
      text: z.nullish(plainParagraphs('What is to be done', FINDING_TEXT)),
    }),
    reply: FindingReply,
  }),
  ask: endpoint('POST', '/sites/:id/findings/:finding_id/requests', {
    may: asksBodies,
    summary: 'Record that a body was asked about a finding',
    form: true,
    params: FindingParams,
    body: REQUEST.input,
    reply: FindingReply,
  }),
  answerRequest: endpoint('POST', '/sites/:id/findings/:finding_id/requests/:request_id/answer', {
    may: asksBodies,
    summary: 'Record the answer of a body that was asked',
    form: true,
    params: RequestParams,
    body: z.extend(ANSWER.input, { revision: z.int() }),
    reply: FindingReply,
  }),
  tasks: endpoint('GET', '/land/tasks', {
    reads: 'sites',
    may: canListLandTasks,
    summary: 'Findings, failed and missing checks, missing consents and expiries within the caller’s scope',
    query: z.extend(PageQuery, { task: z.optional(z.enum(LAND_TASKS, 'Choose what is listed.')) }),
    /** `counts`: the rows of each task within the caller’s scope */
    reply: z.extend(pageReply(LandTaskRow), { counts: z.record(z.enum(LAND_TASKS), z.number()) }),
  }),
  export: endpoint('GET', '/land/export', {
    may: canListLandTasks,
    summary:
      'What the boundaries within the caller’s scope meet in each layer, as a CSV file with the consideration of the layer; the download is logged',
  }),
}
