import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../shared/access/actor.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { yes } from '../../shared/lib/verdict.ts'
import { CHANGED_MEANWHILE, inBulkChanges, NOT_DECIDED, outcomeChanges } from '../../shared/review/bulk.ts'
import type { BulkAction } from '../../shared/review/bulk.schema.ts'
import type { ErrorCode } from '../../shared/lib/error-codes.ts'
import { FORM_KEY_DAYS } from '../../shared/lib/form-key.ts'
import { decisionOutcome } from '../../shared/review/outcome.ts'
import { withAdvisoryLock } from '../database/advisory-lock.ts'
import type { AuditEntry } from '../context/audit.ts'
import { createCtx, type Ctx, type Services } from '../context/context.ts'
import { AppError, isRefusal, requireAllowed } from '../lib/errors.ts'
import { queueInBatches } from '../mails/mail.ts'
import { actorForBackgroundWork } from '../context/sessions.ts'
import { listSeenStates, mayBulk, type SeenState } from '../review/bulk.actions.ts'
import {
  claimRow,
  countTry,
  endBulk,
  saveNotices,
  listBulkRows,
  listWaitingRows,
  queueOpenBulks,
  readBulk,
  refuseRow,
  removeOldBulks,
  takeNotices,
  type StoredBulk,
  type WaitingRow,
} from '../review/bulk.queries.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { combinedMails } from '../review/record-notices.ts'
import { approveRecord, returnRecord } from '../review/review.actions.ts'
import type { NoticeOutbox } from '../review/review.mails.ts'
import { listReviewSteps } from '../review/review.queries.ts'
import { withKind } from './kinds.ts'

/** rows whose warnings and openings are read at once, just before they are decided on */
const ROWS_PER_QUERY = 20
/** rows decided on at the same time: one is read while the other waits for the disk */
const CONCURRENT_ROWS = 2
/** the pause before the next rows, as a share of the time these took, so that other calls hardly wait */
const REST_SHARE = 0.5
/** a row on which the server fails this often is refused, so that the others can go on */
const MAX_TRIES = 3

/** Queues the decisions on many that are not finished, every minute and at each start: their server may be gone. */
export const continueBulks = ({ db }: Services): Promise<void> => queueOpenBulks(db)

/** Removes old decisions on many in the daily clean-up, once their form can no longer be sent again. */
export const cleanUpBulks = ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> =>
  removeOldBulks(db, new Date(now().getTime() - FORM_KEY_DAYS * DAY_MS).toISOString())

/**
 * Decides on the waiting rows of a decision on many. Each row is one call of the action for a single record, in its own
 * transaction and with the approver's present permissions. After a crash, the job continues with the next waiting row.
 * `signal` stops it after the rows in progress.
 */
export async function runBulk(services: Services, id: number, signal?: AbortSignal): Promise<void> {
  await withAdvisoryLock(services.db, `bulk ${id}`, async () => {
    const bulk = await readBulk(services.db, id)
    if (bulk.state === 'Running') await withKind(bulk.kind, (kind) => runRows(services, bulk, kind, signal))
    if (!signal?.aborted) await sendNotices(services, id)
  })
}

/** Queues the mails about the decided records, one for each reader (S-140). */
const sendNotices = (services: Services, id: number): Promise<void> =>
  services.db
    .transaction()
    .execute(async (open) => queueInBatches(open, combinedMails(await takeNotices(open, id), services)))

async function runRows<Row extends ReviewedRow>(
  services: Services,
  bulk: StoredBulk,
  kind: RecordKind<Row>,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = services
  for (let after = 0; ; ) {
    const rows = await listWaitingRows(db, bulk, { after, most: ROWS_PER_QUERY })
    if (rows.length === 0 && after === 0) return end(services, bulk, kind, null)
    // after the last row it starts again: a row that failed is tried again once the others are done
    after = rows.at(-1)?.row_id ?? 0
    if (rows.length === 0) continue
    const started = performance.now()
    const refusal = await processBulkRows(services, bulk, kind, rows, signal)
    if (signal?.aborted) return
    if (refusal) return end(services, bulk, kind, refusal)
    if (rows.length === ROWS_PER_QUERY) await sleep((performance.now() - started) * REST_SHARE)
  }
}

/** Decides on these rows, a few at a time. Returns why the approver can no longer decide, or null. */
async function processBulkRows<Row extends ReviewedRow>(
  services: Services,
  bulk: StoredBulk,
  kind: RecordKind<Row>,
  rows: readonly WaitingRow[],
  signal?: AbortSignal,
): Promise<string | null> {
  const { db } = services
  const ids = rows.map(({ id }) => id)
  const { actor: asker } = await findDecider(services, bulk, kind)
  const seen = await listSeenStates({ db, actor: asker, services }, kind, ids)
  const waiting = rows.values()
  let refused: string | null = null
  const lane = async () => {
    for (const row of waiting) {
      if (signal?.aborted || refused) return
      const { actor, refusal } = await findDecider(services, bulk, kind)
      refused ??= refusal
      if (refusal) return
      // the proof was required when the decision began, also where it was none
      const ctx = createCtx(services, actor, bulk, { proof: bulk.proof ?? [] })
      await decide(ctx, kind, bulk.action, row, seen.get(row.id) ?? NOT_SEEN)
    }
  }
  // the rows in progress finish before an error is thrown
  const lanes = await Promise.allSettled(Array.from({ length: CONCURRENT_ROWS }, lane))
  for (const one of lanes) if (one.status === 'rejected') throw one.reason
  return refused
}

const NOT_SEEN: SeenState = { opened: false, verdict: yes }

/** Ends a decision on many and logs the result of each record, once (S-140). */
async function end<Row extends ReviewedRow>(
  services: Services,
  bulk: StoredBulk,
  kind: RecordKind<Row>,
  refusal: string | null,
): Promise<void> {
  const { actor } = await findDecider(services, bulk, kind)
  const ended_at = services.now().toISOString()
  try {
    await createCtx(services, actor, bulk).write(async (db, audit) => {
      if (!(await endBulk(db, bulk.id, { refusal, ended_at }))) throw new AppError('dealt_with')
      audit({
        module: kind.module,
        event: bulk.action === 'approve' ? 'Bulk Approval Ended' : 'Bulk Return Ended',
        changes: outcomeChanges(bulk.action, await listBulkRows(db, kind.table, bulk.id)),
      })
    })
  } catch (error) {
    if (!isRefusal(error, 'dealt_with')) throw error
  }
}

/** Returns the approver with present permissions, and why the approver can no longer decide, or null. */
async function findDecider<Row extends ReviewedRow>(
  services: Services,
  { created_by, action }: StoredBulk,
  kind: RecordKind<Row>,
): Promise<{ actor: Actor; refusal: string | null }> {
  const { actor, isActivated, isSignedIn } = await actorForBackgroundWork(services, created_by)
  if (!isActivated) return { actor, refusal: NOT_DECIDED.off }
  if (!isSignedIn) return { actor, refusal: NOT_DECIDED.signed_out }
  return { actor, refusal: mayBulk(kind, actor, action).ok ? null : NOT_DECIDED.right }
}

/**
 * Returns a context whose `write` also marks the row as decided, in the same transaction, and logs that it was decided
 * in bulk and whether it had been opened (S-140). A record that must be opened first is decided on too, so that any
 * refusal of the single decision comes first; then `verdict` rolls the decision back.
 */
const decisionContext = (ctx: Ctx, row: WaitingRow, { opened, verdict }: SeenState): Ctx => ({
  ...ctx,
  write: (change) =>
    ctx.write(async (db, audit, send) => {
      const claimed = claimRow(db, row.row_id).then((isOurs) => {
        if (!isOurs) throw new AppError('dealt_with')
      })
      send(claimed)
      const entries: AuditEntry[] = []
      const result = await change(db, (entry) => void entries.push(entry), send)
      await claimed
      const isNote = ({ event }: AuditEntry) => event === 'Decision Noted'
      for (const entry of entries.filter((one) => !isNote(one))) audit(entry)
      const accepted = entries.find(isNote)?.changes ?? []
      const changes = [...accepted, ...inBulkChanges(opened)]
      const [decided] = entries
      if (decided) audit({ ...decided, event: 'Decision Noted', changes })
      requireAllowed(verdict)
      return result
    }),
})

/** The errors that refuse one row; any other `AppError` fails the job, which is then tried again. */
const ROW_REFUSALS: readonly ErrorCode[] = [
  'permission',
  'duties',
  'scope',
  'not_found',
  'state',
  'conflict',
  'invalid_input',
]

const UNKNOWN = 'The server could not decide on this record. Please inform the help desk, and open it.'

async function decide<Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  action: BulkAction,
  row: WaitingRow,
  seen: SeenState,
): Promise<void> {
  const { row_id, id, revision, comments } = row
  const decision = { ...comments, revision }
  const own = decisionContext(ctx, row, seen)
  const toRow: NoticeOutbox = (db, notices) => saveNotices(db, row_id, notices)
  try {
    await (action === 'approve' ? approveRecord : returnRecord)(own, kind, id, decision, toRow)
  } catch (error) {
    if (isRefusal(error, 'dealt_with')) return
    if (error instanceof AppError && !ROW_REFUSALS.includes(error.why)) throw error
    if (error instanceof AppError)
      return await refuseRow(ctx.db, row_id, await rowSentence(ctx, kind, id, error))
    await countTry(ctx.db, row_id)
    if (row.tries + 1 >= MAX_TRIES) await refuseRow(ctx.db, row_id, UNKNOWN)
  }
}

/** Returns why a record was not decided on: the sentence of a field, or who was first, what they did and when. */
async function rowSentence<Row extends ReviewedRow>(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  kind: RecordKind<Row>,
  id: number,
  { code, message, errors }: AppError,
): Promise<string> {
  const [ofField] = Object.values(errors).flat()
  if (ofField) return ofField
  if (code !== 'acted_on' && code !== 'conflict') return message
  const record = await kind.read(db, id)
  const history = await listReviewSteps(db, record.record_id)
  return decisionOutcome(kind.mailed(record).code, record, history, actor.access_level) ?? CHANGED_MEANWHILE
}
