import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import {
  canAnswerPoint,
  canAnswerPoints,
  canReopenPoint,
  canSettlePoint,
  canWithdrawPoint,
} from '../../shared/review/points.policy.ts'
import {
  commentOfPoints,
  countedPoints,
  isCovered,
  type ListedPoint,
} from '../../shared/review/points.rules.ts'
import {
  hasPoints,
  type Point,
  type PointChange,
  type PointInput,
  POINTS_MAX,
} from '../../shared/review/points.schema.ts'
import type { Ctx } from '../context/context.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { AppError, requireAllowed, requireNoErrors } from '../lib/errors.ts'
import {
  addPointSteps,
  countPoints,
  insertPoints,
  listPoints,
  listStoredPoints,
  type NewPoint,
  type NewStep,
  type PointCounts,
  saveDraftAnswer,
  savePointCounts,
  type StoredPoint,
} from './points.queries.ts'
import type { CommentField, Decision, RecordKind, ReviewedRow } from './record.kind.ts'
import { mailPointWithdrawn } from './review.mails.ts'
import { listReturnedStates } from './snapshots.queries.ts'

// Points change only while their record is locked. Their counts are saved with the record, which each action saves last.

type At = { round: number; at: string }

/** What a decision or submission did to points: the record's counts, and what its row of the log says. */
type PointsResult = { counts: PointCounts | null; log: FieldChange[] }

const NO_POINTS: PointsResult = { counts: null, log: [] }

const hasUnsettled = ({ open_points, answered_points }: ReviewedRow): boolean =>
  open_points + answered_points > 0

/** How many points something happened to; the log says how many, not their texts. */
const logged = (field: string, points: readonly unknown[]): FieldChange[] =>
  points.length > 0 ? [{ field, old: null, new: plural(points.length, 'point') }] : []

/** The points of a return with the names of their places; 422 where the record has no such place. */
async function labelledPoints<Row extends ReviewedRow>(
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
  points: readonly PointInput[],
): Promise<NewPoint[]> {
  if (points.length === 0) return []
  const places = points.map(({ place }) => place)
  const labelled = await kind.labelsOf(db, record, places)
  const errors: FieldErrors = {}
  const found = points.flatMap(({ kind: asked, text }, index) => {
    const place = labelled[index]
    if (place) return [{ ...place, kind: asked, text }]
    errors[`points.${index}.place`] = ['This record has no such place. Please choose it again.']
    return []
  })
  requireNoErrors(errors)
  return found
}

/** The stored points that a return names; 422 where the record has no such point, or where both lists name it. */
function namedPoints(stored: readonly StoredPoint[], { settled = [], reopened = [] }: Decision) {
  const byId = new Map(stored.map((point) => [point.id, point]))
  const errors: FieldErrors = {}
  const find = (id: number, field: string): StoredPoint[] => {
    const point = byId.get(id)
    if (!point) errors[field] = ['This record has no such point. Please reload the page.']
    return point ? [point] : []
  }
  const found = {
    settled: settled.flatMap((id, index) => find(id, `settled.${index}`)),
    reopened: reopened.flatMap(({ id, text }, index) => {
      const field = `reopened.${index}`
      if (settled.includes(id)) errors[field] = ['A point is either accepted or asked again, not both.']
      return find(id, field).map((point) => ({ ...point, text }))
    }),
  }
  requireNoErrors(errors)
  return found
}

/** A return whose points are checked, ready to be sent. */
export type PreparedReturn = {
  /** with comments made of its points where none was typed */
  decision: Decision
  /** the points that it asks for, apart from its comments */
  asked: readonly ListedPoint[]
  /** how many they are with its comments; 0 if there are comments alone */
  count: number
  send: (by: At) => Promise<PointsResult>
  /** changes of comments for the log: one that is made of points says how many, not their texts */
  withoutTexts: (changes: readonly FieldChange[]) => FieldChange[]
}

/**
 * Checks the points of a return: its places, what it settles and what it asks again. Comments that nobody typed are
 * made of the points, for readers of `returned_reason`; each typed comment is a point itself.
 */
export async function prepareReturn<Row extends ReviewedRow>(
  ctx: Ctx,
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
  decision: Decision,
): Promise<PreparedReturn> {
  const level = ctx.actor.access_level
  const reference = kind.reference(record.id)
  const stored = await listStoredPoints(db, reference)
  const { settled, reopened } = namedPoints(stored, decision)
  for (const point of settled) requireAllowed(canSettlePoint(level, point))
  for (const point of reopened) requireAllowed(canReopenPoint(point))
  const points = await labelledPoints(db, kind, record, decision.points ?? [])
  const comments = kind.commentPoints(decision)
  const unsettled = stored.filter(({ state }) => state === 'open' || state === 'answered').length
  const again = reopened.filter(({ state }) => state === 'settled').length
  const total = unsettled - settled.length + again + points.length + comments.length
  // a client that knows no points can always return
  if (total > POINTS_MAX && hasPoints(decision)) throw new AppError('too_many_points')

  const asked = [...points, ...reopened]
  const sent = [...comments, ...points]
  const counted = countedPoints(sent, reopened)
  const made = byComment(kind, asked)
  const madeBefore = madeComments(kind, stored)
  return {
    decision: {
      ...decision,
      ...Object.fromEntries(
        [...made]
          .filter(([field]) => !decision[field])
          .map(([field, inField]) => [field, commentOfPoints(inField)]),
      ),
    },
    asked,
    count: counted.length + reopened.length,
    send: async ({ round, at }) => {
      const by = { actor: ctx.actor, round, level, at }
      await insertPoints(db, reference, sent, by)
      await addPointSteps(
        db,
        [
          ...settled.map(({ id }): NewStep => ({ id, action: 'Settled' })),
          ...reopened.map(({ id, text }): NewStep => ({ id, action: 'Reopened', text })),
        ],
        by,
      )
      return {
        counts: await countPoints(db, reference),
        log: [...logged('points', counted), ...logged('settled', settled), ...logged('reopened', reopened)],
      }
    },
    withoutTexts: (changes) =>
      changes.map((change) => {
        const field = change.field as CommentField
        const [old, now] = [madeBefore.get(field), decision[field] ? undefined : made.get(field)]
        return {
          field,
          old: change.old && old ? plural(old.length, 'point') : change.old,
          new: change.new && now ? plural(now.length, 'point') : change.new,
        }
      }),
  }
}

/** The points by the comment that is made of them where none is typed. */
const byComment = <Row extends ReviewedRow, Asked extends Pick<NewPoint, 'principle_number'>>(
  kind: RecordKind<Row>,
  points: readonly Asked[],
): Map<CommentField, Asked[]> => {
  const fields = new Map<CommentField, Asked[]>()
  for (const point of points) {
    const field = kind.commentField(point.principle_number)
    fields.set(field, [...(fields.get(field) ?? []), point])
  }
  return fields
}

/** The points of the last return, by each of its comments that was made of them. */
function madeComments<Row extends ReviewedRow>(kind: RecordKind<Row>, stored: readonly StoredPoint[]) {
  const last = Math.max(...stored.map(({ asked_round }) => asked_round))
  const made = byComment(
    kind,
    stored.filter(({ asked_round }) => asked_round === last),
  )
  for (const [field, points] of made)
    if (points.some(({ kind: asked, round }) => asked === 'comment' && round === last)) made.delete(field)
  return made
}

/**
 * Settles the points that an approval accepts: those of this level and of the levels below it, at the final approval
 * all. What is answered counts as accepted, what is open as no longer asked.
 */
export async function settleApproved<Row extends ReviewedRow>(
  ctx: Ctx,
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
  { round, at }: At,
): Promise<PointsResult> {
  if (!hasUnsettled(record)) return NO_POINTS
  const level = ctx.actor.access_level
  const reference = kind.reference(record.id)
  const settled = (await listStoredPoints(db, reference)).filter(
    ({ state, level: sent }) => (state === 'open' || state === 'answered') && isCovered(sent, level),
  )
  const steps = settled.map(({ id }): NewStep => ({ id, action: 'Settled' }))
  await addPointSteps(db, steps, { actor: ctx.actor, round, level, at })
  return { counts: await countPoints(db, reference), log: logged('settled', countedPoints(settled)) }
}

type OpenPoint = StoredPoint & {
  /** what has been changed since it was asked last and answers it; null if nothing does, or it is not known */
  change: PointChange | null
}

/** Lists the open points of a record, each with the change that answers it. */
async function listOpenPoints<Row extends ReviewedRow>(
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
): Promise<OpenPoint[]> {
  if (record.open_points === 0) return []
  const reference = kind.reference(record.id)
  const open = (await listStoredPoints(db, reference)).filter(({ state }) => state === 'open')
  const rounds = [...new Set(open.map(({ asked_round }) => asked_round))]
  const states = await listReturnedStates(db, reference, rounds)
  const compare = await kind.comparison(db, record, open)
  // the states are compared once for each round, not for each point
  const changes = new Map([...states].map(([round, state]) => [round, compare(state)]))
  return open.map((point) => ({ ...point, change: changes.get(point.asked_round)?.(point) ?? null }))
}

/** Answers the open points with the changes that they ask for and with the words typed; others stay open. */
export async function answerPoints<Row extends ReviewedRow>(
  ctx: Ctx,
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
  { round, at }: At,
): Promise<PointsResult> {
  if (record.open_points === 0) return NO_POINTS
  const reference = kind.reference(record.id)
  const open = await listOpenPoints(db, kind, record)
  const answered = open.filter(({ draft_answer, change }) => draft_answer !== null || change !== null)
  const steps = answered.map(
    ({ id, draft_answer: text, change }): NewStep => ({ id, action: 'Answered', text, change }),
  )
  await addPointSteps(db, steps, { actor: ctx.actor, round, level: null, at })
  const total = countedPoints(open).length
  const words = `${answered.length} of ${plural(total, 'point')}`
  return {
    counts: await countPoints(db, reference),
    log: total > 0 ? [{ field: 'answered', old: null, new: words }] : [],
  }
}

/** Takes back the answers of a submission that is recalled; their words become the drafts that they were. */
export async function recallAnswers<Row extends ReviewedRow>(
  ctx: Ctx,
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
  { round, at }: At,
): Promise<PointCounts | null> {
  if (record.answered_points === 0) return null
  const reference = kind.reference(record.id)
  const steps = (await listStoredPoints(db, reference))
    .filter(({ state, answered_round }) => state === 'answered' && answered_round === round)
    .map(({ id }): NewStep => ({ id, action: 'Recalled' }))
  await addPointSteps(db, steps, { actor: ctx.actor, round, level: null, at })
  return countPoints(db, reference)
}

const mayAnswer = <Row extends ReviewedRow>({ actor }: Ctx, kind: RecordKind<Row>, record: Row) =>
  canAnswerPoints(actor, kind.canEdit(actor, record))

/**
 * Returns a page of the points of a record that the caller may see, or the one with this id. The drafts of answers, and
 * what was changed so far, are for the office that works on the record.
 */
export async function showPoints<Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  record: Row,
  page: Pick<PageQuery, 'page' | 'length'> & { id?: number },
): Promise<PageReply<Point>> {
  const { data, totalCount } = await listPoints(ctx.db, kind.reference(record.id), page)
  const isOwn = mayAnswer(ctx, kind, record).ok
  const open = isOwn ? await listOpenPoints(ctx.db, kind, record) : []
  const changeOf = new Map(open.map(({ id, change }) => [id, change]))
  const points = data.map((point) => ({
    ...point,
    draft_answer: isOwn ? point.draft_answer : null,
    change: changeOf.get(point.id) ?? null,
  }))
  return { data: points, totalCount, filteredCount: totalCount }
}

async function showPoint<Row extends ReviewedRow>(ctx: Ctx, kind: RecordKind<Row>, record: Row, id: number) {
  const { data } = await showPoints(ctx, kind, record, { page: 1, length: 1, id })
  const [point] = data
  if (!point) throw new AppError('scope')
  return point
}

/** Locks a record and finds one of its points; rejects with 404 if there is none. Checks no permissions. */
async function lockPoint<Row extends ReviewedRow>(
  db: Db,
  kind: RecordKind<Row>,
  { id, point_id }: { id: number; point_id: number },
) {
  const record = await kind.lock(db, id)
  const point = (await listStoredPoints(db, kind.reference(id))).find((one) => one.id === point_id)
  if (!point) throw new AppError('scope')
  return { record, point }
}

/**
 * Stores the words that answer an open point until the next submission sends them; blank removes them. Another answer
 * than the one that the caller saw refuses with 409, unless it is the same as this one.
 */
export async function saveAnswer<Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  ids: { id: number; point_id: number },
  { text, was }: { text: string | null; was?: string | null | undefined },
): Promise<Point> {
  // not `ctx.write`, which requires a row in the log: a draft changes no record
  const record = await inTransaction(ctx.services.db, async (db) => {
    const { record: found, point } = await lockPoint(db, kind, ids)
    requireAllowed(canAnswerPoint(mayAnswer(ctx, kind, found), point))
    const stored = point.draft_answer ?? ''
    if (stored !== (was ?? '') && stored !== text) throw new AppError('answer_saved_before')
    await saveDraftAnswer(db, ids.point_id, text || null)
    return found
  })
  return showPoint(ctx, kind, record, ids.point_id)
}

/** Withdraws an open point of the caller's level with a reason, while the record is with its office. */
export const withdrawPoint = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  ids: { id: number; point_id: number },
  text: string,
): Promise<Point> =>
  ctx.write(async (db, audit) => {
    const { record, point } = await lockPoint(db, kind, ids)
    requireAllowed(canWithdrawPoint(ctx.actor, kind.policies.keys, record, point))
    const by = {
      actor: ctx.actor,
      round: record.review_round,
      level: ctx.actor.access_level,
      at: ctx.services.now().toISOString(),
    }
    await addPointSteps(db, [{ id: point.id, action: 'Withdrawn', text }], by)
    const shown = await showPoint({ ...ctx, db }, kind, record, point.id)
    audit(kind.entry(record, 'Point Withdrawn', logged('withdrawn', [point])))
    const withdrawn = { by: ctx.actor.access_level, point: shown, reason: text }
    await mailPointWithdrawn(ctx.services, db, kind, kind.mailed(record), withdrawn)
    await savePointCounts(db, kind.table, record.id, await countPoints(db, kind.reference(record.id)))
    return shown
  })
