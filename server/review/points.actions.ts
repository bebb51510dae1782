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
import { commentOfPoints, countedPoints, isCovered, POINT } from '../../shared/review/points.rules.ts'
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
import type { CommentField, Comments, Decision, RecordKind, ReviewedRow } from './record.kind.ts'
import {
  commentColumns,
  commentInLog,
  commentPoints,
  commentsOfStep,
  pointsByComment,
} from './return-comments.ts'
import { mailPointWithdrawn, type ReturnMail } from './review.mails.ts'
import type { StepComments } from './review.queries.ts'
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
type PreparedReturn = {
  /** its comments, made of its points where none was typed, as columns of the record and as a step of its history */
  columns: Comments
  step: StepComments
  mailed: ReturnMail
  send: (by: Pick<At, 'at'>) => Promise<PointsResult>
  /** changes of comments as the log has them */
  logged: (changes: readonly FieldChange[]) => FieldChange[]
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
  const { record_id } = record
  const stored = await listStoredPoints(db, record_id)
  const { settled, reopened } = namedPoints(stored, decision)
  for (const point of settled) requireAllowed(canSettlePoint(level, point))
  for (const point of reopened) requireAllowed(canReopenPoint(point))
  const points = await labelledPoints(db, kind, record, decision.points ?? [])
  const { commentPlaces } = kind
  const comments = commentPoints(commentPlaces, decision)
  const unsettled = stored.filter(({ state }) => state === 'open' || state === 'answered').length
  const again = reopened.filter(({ state }) => state === 'settled').length
  const total = unsettled - settled.length + again + points.length + comments.length
  // a client that knows no points can always return
  if (total > POINTS_MAX && hasPoints(decision)) throw new AppError('too_many_points')

  const round = record.review_round
  const sent = [...comments, ...points].map((point) => ({ ...point, round }))
  const counted = countedPoints(sent, reopened)
  const made = pointsByComment(commentPlaces, [...sent, ...reopened], round)
  const before = lastReturn(stored)
  const madeBefore = pointsByComment(commentPlaces, before.asked, before.round)
  const said = {
    ...decision,
    ...Object.fromEntries([...made].map(([field, of]) => [field, commentOfPoints(of)])),
  }
  return {
    columns: commentColumns(commentPlaces, said),
    step: commentsOfStep(commentPoints(commentPlaces, said)),
    mailed: {
      by: level,
      typed: commentsOfStep(comments),
      asked: [...points, ...reopened],
      count: counted.length + reopened.length,
    },
    send: async ({ at }) => {
      const by = { actor: ctx.actor, round, level, at }
      await insertPoints(db, record_id, sent, by)
      await addPointSteps(
        db,
        [
          ...settled.map(({ id }): NewStep => ({ id, action: 'Settled' })),
          ...reopened.map(({ id, text }): NewStep => ({ id, action: 'Reopened', text })),
        ],
        by,
      )
      return {
        counts: await countPoints(db, record_id),
        log: [...logged('points', counted), ...logged('settled', settled), ...logged('reopened', reopened)],
      }
    },
    logged: (changes) =>
      changes.map(({ field, old, new: now }) => ({
        field,
        old: commentInLog(old, madeBefore.get(field as CommentField)),
        new: commentInLog(now, made.get(field as CommentField)),
      })),
  }
}

/** The points that the last return of a record asked for. */
function lastReturn(stored: readonly StoredPoint[]) {
  const round = Math.max(...stored.map(({ asked_round }) => asked_round))
  return { round, asked: stored.filter(({ asked_round }) => asked_round === round) }
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
  const { record_id } = record
  const settled = (await listStoredPoints(db, record_id)).filter(
    ({ state, level: sent }) => (state === 'open' || state === 'answered') && isCovered(sent, level),
  )
  const steps = settled.map(({ id }): NewStep => ({ id, action: 'Settled' }))
  await addPointSteps(db, steps, { actor: ctx.actor, round, level, at })
  return { counts: await countPoints(db, record_id), log: logged('settled', countedPoints(settled)) }
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
  const { record_id } = record
  const open = (await listStoredPoints(db, record_id)).filter(({ state }) => state === 'open')
  const rounds = [...new Set(open.map(({ asked_round }) => asked_round))]
  const states = await listReturnedStates(db, record_id, rounds)
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
  const { record_id } = record
  const open = await listOpenPoints(db, kind, record)
  const answered = open.filter(({ draft_answer, change }) => draft_answer !== null || change !== null)
  const steps = answered.map(
    ({ id, draft_answer: text, change }): NewStep => ({ id, action: 'Answered', text, change }),
  )
  await addPointSteps(db, steps, { actor: ctx.actor, round, level: null, at })
  const total = countedPoints(open).length
  const words = `${answered.length} of ${plural(total, 'point')}`
  return {
    counts: await countPoints(db, record_id),
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
  const { record_id } = record
  const steps = (await listStoredPoints(db, record_id))
    .filter(({ state, answered_round }) => state === 'answered' && answered_round === round)
    .map(
      ({ id, steps: taken }): NewStep => ({
        id,
        action: 'Recalled',
        draft_answer: taken.findLast(({ action }) => action === 'Answered')?.text ?? null,
      }),
    )
  await addPointSteps(db, steps, { actor: ctx.actor, round, level: null, at })
  return countPoints(db, record_id)
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
  const { data, totalCount } = await listPoints(ctx.db, record.record_id, page)
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
  const [point] = await listStoredPoints(db, record.record_id, point_id)
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
    audit(kind.entry(record, POINT.events.Withdrawn, logged('withdrawn', [point])))
    const withdrawn = { by: ctx.actor.access_level, point: shown, reason: text }
    await mailPointWithdrawn(ctx.services, db, kind, kind.mailed(record), withdrawn)
    await savePointCounts(db, kind.table, record.id, await countPoints(db, record.record_id))
    return shown
  })
