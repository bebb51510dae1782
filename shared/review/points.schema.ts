import { canReadTemplates, canUseTemplates } from './templates.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { AccessLevel } from '../access/levels.ts'
import { holds } from '../access/actor.ts'
import { endpoint, everyone, whoHolds } from '../access/endpoint.ts'
import type { KindNames } from '../access/record-kinds.ts'
import { canAnswerPoints } from './points.policy.ts'
import { POINT_LENGTH } from './points.rules.ts'
import type { CallRights } from './review.policy.ts'
import { TEMPLATE, TEMPLATES } from './templates.fields.ts'
import { Id, IdParams, IdText } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { plainParagraphs, requiredParagraphs, word } from '../lib/plain-text.ts'

/** Points: what a return asks for, each about one place of the record, and how each is answered (decision 29). */

/** the most points of one record that are not settled or withdrawn */
export const POINTS_MAX = 200
/** of a list that merged offices have together */
const TEMPLATES_READ_MAX = 400

/** What a reviewer asks for. */
export const POINT_KINDS = ['correct', 'replace', 'add', 'explain'] as const
export type PointKind = (typeof POINT_KINDS)[number]
const PointKind = z.enum(POINT_KINDS, 'Choose what is needed: correct, replace, add or explain.')

/** A `comment` is a comment of the return call itself, from a client that knows no points or typed as one. */
const STORED_KINDS = [...POINT_KINDS, 'comment'] as const
export type StoredKind = (typeof STORED_KINDS)[number]

const PLACES = [
  z.object({ about: z.literal('record') }),
  z.object({ about: z.literal('field'), field: word('Choose a field.') }),
  z.object({ about: z.literal('boundary') }),
  z.object({ about: z.literal('file'), file_id: Id }),
  z.object({ about: z.literal('principle'), principle_number: Id }),
  z.object({ about: z.literal('indicator'), sites_criteria_indicator_id: Id }),
  z.object({ about: z.literal('figure'), indicator_figure_id: Id }),
  z.object({ about: z.literal('finding'), land_finding_id: Id }),
  z.object({ about: z.literal('instrument'), land_instrument_id: Id }),
] as const
const NO_PLACE = 'Choose what the point is about.'

/** `figure_id` is of the definition in the batch, `file_id` the id of the upload, `field` a column of the record. */
export const PointPlace = z.discriminatedUnion('about', PLACES, NO_PLACE)
export type PointPlace = z.output<typeof PointPlace>
export type PlaceKind = PointPlace['about']

const text = requiredParagraphs('Point', POINT_LENGTH)

/** The file that each record has as this document, for a return of many; it is stored as a place of that file. */
const DocumentPlace = z.object({
  about: z.literal('document'),
  document: z.enum(['agreement_id', 'map_kml_id'], 'Choose a document.'),
})
const AskedPlace = z.discriminatedUnion('about', [...PLACES, DocumentPlace], NO_PLACE)
/** A place as a return names it. */
export type AskedPlace = z.output<typeof AskedPlace>

export const PointInput = z.object({ kind: PointKind, place: AskedPlace, text })
export type PointInput = z.output<typeof PointInput>

const eachOnce = <One>(idOf: (one: One) => number) =>
  z.refine<One[]>((all) => new Set(all.map(idOf)).size === all.length, 'Each point can be named once.')

const TOO_MANY = `A return can have at most ${POINTS_MAX} points.`

/** The points of a return: new ones, answered ones that are accepted, and ones that are asked again. */
export const returnPoints = {
  points: z.optional(z.array(PointInput).check(z.maxLength(POINTS_MAX, TOO_MANY))),
  settled: z.optional(
    z.array(Id).check(
      z.maxLength(POINTS_MAX, TOO_MANY),
      eachOnce((id) => id),
    ),
  ),
  reopened: z.optional(
    z.array(z.object({ id: Id, text })).check(
      z.maxLength(POINTS_MAX, TOO_MANY),
      eachOnce((one: { id: number }) => one.id),
    ),
  ),
}
const ReturnPoints = z.object(returnPoints)
export type ReturnPoints = z.output<typeof ReturnPoints>

/** Whether a return asks for something apart from its comments. */
export const hasPoints = ({ points, reopened }: ReturnPoints): boolean =>
  (points?.length ?? 0) + (reopened?.length ?? 0) > 0

export const POINT_STATES = ['open', 'answered', 'settled', 'withdrawn'] as const
export type PointState = (typeof POINT_STATES)[number]
export const POINT_ACTIONS = ['Sent', 'Answered', 'Recalled', 'Settled', 'Reopened', 'Withdrawn'] as const
export type PointAction = (typeof POINT_ACTIONS)[number]

/**
 * What was changed at the place of a point since its return; `old` or `new` is null where there is none. `recorded` is
 * what the office stated about its land: an explanation, a request, an answer of a body.
 */
export const PointChange = z.object({
  what: z.enum(['changed', 'added', 'removed', 'replaced', 'renamed', 'recorded']),
  old: z.nullable(z.string()),
  new: z.nullable(z.string()),
})
export type PointChange = z.output<typeof PointChange>

const PointStep = z.object({
  action: z.enum(POINT_ACTIONS),
  round: z.number(),
  level: z.nullable(AccessLevel),
  by: z.string(),
  role: z.string(),
  at: z.string(),
  text: z.nullable(z.string()),
  change: z.nullable(PointChange),
})
export type PointStep = z.output<typeof PointStep>

/** A point with everything that happened to it, oldest step first. */
export const Point = z.object({
  id: z.number(),
  kind: z.enum(STORED_KINDS),
  place: PointPlace,
  /** the name of the place when the point was sent */
  label: z.string(),
  /** of an activity: the principle that the place belongs to */
  principle_number: z.nullable(z.number()),
  /** empty once an operator has erased it with the comments of its return */
  text: z.string(),
  round: z.number(),
  level: AccessLevel,
  sent_at: z.string(),
  state: z.enum(POINT_STATES),
  since: z.string(),
  steps: z.array(PointStep),
  /** of an open point while its office works on it, for that office alone: the words typed so far */
  draft_answer: z.nullable(z.string()),
  /** of an open point while its office works on it: the change there that answers it so far */
  change: z.nullable(PointChange),
})
export type Point = z.output<typeof Point>

/** `was` is the answer that the person saw: another one meanwhile refuses the new one. Blank or null removes it. */
const AnswerInput = z.object({
  text: z.nullable(plainParagraphs('Answer', POINT_LENGTH)),
  was: z.nullish(plainParagraphs('Answer', POINT_LENGTH)),
})

const PointParams = z.extend(IdParams, { point_id: IdText })
const PointReply = wrapped('point', Point)

type PointCallKind = {
  names: Pick<KindNames, 'path' | 'one'>
  rights: Pick<CallRights, 'keys'>
}

/** The calls about the points of a kind of record; a return sends them. */
export const pointCalls = ({ names: { path, one }, rights }: PointCallKind) => ({
  points: endpoint('GET', `${path}/:id/points`, {
    may: everyone,
    summary: `The points of ${one}: open, answered, then settled and withdrawn ones, each with its steps`,
    params: IdParams,
    query: z.pick(PageQuery, { page: true, length: true }),
    reply: pageReply(Point),
  }),
  answerPoint: endpoint('POST', `${path}/:id/points/:point_id/answer`, {
    may: (actor) => canAnswerPoints(actor, holds(actor, rights.keys.edit)),
    summary: 'Store the words that answer a point; they are sent with the next submission',
    params: PointParams,
    body: AnswerInput,
    reply: PointReply,
  }),
  withdrawPoint: endpoint('POST', `${path}/:id/points/:point_id/withdraw`, {
    may: whoHolds(rights.keys.return),
    summary: 'Withdraw an open point of the caller’s level, with a reason',
    form: true,
    params: PointParams,
    body: z.object({ text: requiredParagraphs('Reason', POINT_LENGTH) }),
    reply: PointReply,
  }),
})

export type PointEndpoints = ReturnType<typeof pointCalls>

export type PointTemplate = z.output<typeof TEMPLATE.input>

/** The usual points of the caller's own office, region or FMB. */
export const templatesApi = {
  list: endpoint('GET', '/points/templates', {
    may: canReadTemplates,
    summary: 'The usual points of the caller’s own office',
    reply: wrapped('templates', z.array(TEMPLATE.input)),
  }),
  save: endpoint('POST', '/points/templates', {
    may: canUseTemplates,
    summary: 'Replace the usual points of the caller’s own office',
    form: true,
    body: z.object({
      ...TEMPLATES.input.shape,
      /** the list that the person saw: another one meanwhile refuses the new one */
      was: z.array(TEMPLATE.input).check(z.maxLength(TEMPLATES_READ_MAX, 'The former list cannot be read.')),
    }),
    reply: wrapped('templates', z.array(TEMPLATE.input)),
  }),
}
