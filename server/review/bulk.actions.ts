import { z } from 'zod/mini'
import { type Actor, holds } from '../../shared/access/actor.ts'
import { isFinalLevel } from '../../shared/review/review-chain.ts'
import { canDecideInBulk, isOpened, mergedComments } from '../../shared/review/bulk.ts'
import type { Bulk, BulkAction, BulkCandidate, OptionalComments } from '../../shared/review/bulk.schema.ts'
import type { PointInput } from '../../shared/review/points.schema.ts'
import { all, sentenceOf, type Verdict, yes } from '../../shared/lib/verdict.ts'
import { isOwnWork, isWithinReach } from '../../shared/review/review.policy.ts'
import type { Ctx } from '../context/context.ts'
import { requireIdentity } from '../context/identity-check.ts'
import type { Db } from '../database/db.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import { AppError, invalid, requireAllowed } from '../lib/errors.ts'
import {
  type BulkTarget,
  findNewestBulk,
  insertBulk,
  listBulkTargets,
  queueBulk,
  saveBulkProof,
} from './bulk.queries.ts'
import { listOpenings } from './openings.queries.ts'
import type { Decision, RecordKind, ReviewedRow } from './record.kind.ts'
import { isOnlyApprover } from './review.queries.ts'
import { listWarningLabels } from './warnings.queries.ts'

/** Whether the caller has the permission for this action at all. */
export const mayBulk = <Row extends ReviewedRow>(
  { policies: { keys } }: RecordKind<Row>,
  actor: Actor,
  action: BulkAction,
): Verdict => holds(actor, action === 'approve' ? keys.approve : keys.return)

async function listInScope<Row extends ReviewedRow>(
  db: Db,
  actor: Actor,
  kind: RecordKind<Row>,
  ids: readonly number[],
): Promise<BulkTarget[]> {
  const found = await listBulkTargets(db, actor, kind.table, ids)
  return found.filter((record) => isWithinReach(actor, record).ok)
}

/** Returns a check whether the caller is the only approver at a record's place; it queries each place once. */
function onlyApproverAt<Row extends ReviewedRow>(db: Db, actor: Actor, kind: RecordKind<Row>) {
  const known = new Map<string, Promise<boolean>>()
  return ({ region_id, office_id }: BulkTarget): Promise<boolean> => {
    const place = `${region_id} ${office_id}`
    const asked =
      known.get(place) ?? isOnlyApprover(db, actor, kind.policies.keys.approve, { region_id, office_id })
    known.set(place, asked)
    return asked
  }
}

/** Lists these records as candidates of a decision on many by the caller, without those outside the caller's scope. */
export async function listBulkCandidates<Row extends ReviewedRow>(
  { db, actor, services }: Pick<Ctx, 'db' | 'actor' | 'services'>,
  kind: RecordKind<Row>,
  ids: readonly number[],
): Promise<BulkCandidate[]> {
  const records = await listInScope(db, actor, kind, ids)
  const [marks, openings, land] = await Promise.all([
    listWarningLabels(db, kind.table, ids),
    listOpenings(
      db,
      actor.id,
      records.map(({ record_id }) => record_id),
    ),
    kind.land?.verdicts({ db, services }, ids, actor.access_level),
  ])
  const isOnly = onlyApproverAt(db, actor, kind)
  const words = (verdict: Verdict) => (verdict.ok ? null : sentenceOf(verdict))
  const candidates: BulkCandidate[] = []
  for (const record of records) {
    const { id, code, name, revision } = record
    const own = { revision, marks: marks.get(id) ?? [] }
    const only = isOwnWork(actor, record) && (await isOnly(record))
    candidates.push({
      id,
      code,
      name,
      ...own,
      changed: record.returned_at !== null,
      opened: isOpened(own, openings.get(record.record_id) ?? null),
      refusal: {
        approve: words(all(kind.policies.mayApprove(actor, record, only), land?.get(id) ?? yes)),
        return: words(kind.policies.mayReturn(actor, record)),
      },
    })
  }
  return candidates
}

/** Whether the approver has opened a record, and whether it may be decided on with others. */
export type SeenState = {
  opened: boolean
  /** no if the record must be opened first */
  verdict: Verdict
}

/** Returns the caller's seen state of each of these records that is in scope, by id. */
export async function listSeenStates<Row extends ReviewedRow>(
  ctx: Pick<Ctx, 'db' | 'actor' | 'services'>,
  kind: RecordKind<Row>,
  ids: readonly number[],
): Promise<Map<number, SeenState>> {
  const candidates = await listBulkCandidates(ctx, kind, ids)
  return new Map(
    candidates.map((record) => [record.id, { opened: record.opened, verdict: canDecideInBulk(record) }]),
  )
}

/** Returns the parsed body of one return; throws the errors of the single return, under the record's index. */
function requireReturn(schema: z.ZodMiniType<Decision>, input: Decision, index: number): Decision {
  const { success, data, error } = z.safeParse(schema, input)
  if (success) return data
  throw invalid(
    Object.fromEntries(
      error.issues.map(({ path, message }) => [`records.${index}.comments.${path.join('.')}`, [message]]),
    ),
  )
}

/** What a return says: of all records, or of one besides that. */
type ReturnPart = { comments?: OptionalComments | undefined; points?: PointInput[] | undefined }

type BulkRequest = ReturnPart & {
  action: BulkAction
  records: readonly (ReturnPart & { id: number; revision: number })[]
}

/** The return of one record: the comments of both parts, and the points for all before its own. */
const mergedReturn = (all: ReturnPart, own: ReturnPart): Decision => ({
  ...mergedComments(all.comments, own.comments),
  points: [...(all.points ?? []), ...(own.points ?? [])],
})

/**
 * Stores a decision on many; a job then decides on each record. Rejects the whole request only if a record is outside
 * the caller's scope, a record has neither comment nor point, an earlier decision of the caller is still running, or final approvals lack
 * an identity check that names their number.
 */
export async function beginBulk<Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  { action, records, ...forAll }: BulkRequest,
  returned: z.ZodMiniType<Decision>,
): Promise<Bulk> {
  const { actor } = ctx
  const rows = records.map(({ id, revision, ...own }, index) => ({
    id,
    revision,
    comments: action === 'return' ? requireReturn(returned, mergedReturn(forAll, own), index) : null,
  }))
  requireAllowed(mayBulk(kind, actor, action))
  const ids = rows.map(({ id }) => id)
  return ctx.write(async (db, audit) => {
    const reached = await listInScope(db, actor, kind, ids)
    if (reached.length < ids.length) throw new AppError('scope')
    const created_at = ctx.services.now().toISOString()
    const bulk = { table: kind.table, action, created_by: actor.id, created_at, origin: ctx.origin, rows }
    const id = await insertBulk(db, bulk)
    if (id === null) throw new AppError('still_deciding')
    const identity =
      action === 'approve' && isFinalLevel(actor.access_level)
        ? await requireIdentity(ctx, db, { count: rows.length, isFinalDecision: true })
        : []
    if (identity.length > 0) await saveBulkProof(db, id, identity)
    if (action === 'return') await deleteDraft(ctx, db, `${kind.name}-bulk`)
    audit({
      module: kind.module,
      event: action === 'approve' ? 'Bulk Approval Started' : 'Bulk Return Started',
      changes: [{ field: 'records', old: null, new: String(rows.length) }, ...identity],
    })
    await queueBulk(db, id)
    const begun = await findNewestBulk(db, actor.id, kind.table)
    if (!begun) throw new Error('What was just kept is there.')
    return begun
  })
}
