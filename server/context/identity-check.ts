import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { IDENTITY_MINUTES } from '../../shared/factors/factors.schema.ts'
import { identityWords } from '../../shared/factors/identity-words.ts'
import { no } from '../../shared/lib/verdict.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import type { AuditEntry } from './audit.ts'
import type { Ctx } from './context.ts'
import type { Proof } from './sessions.ts'

const minutesSince = (at: string, now: Date) => Math.floor((now.getTime() - Date.parse(at)) / 60_000)

/** Whether the proof is not older than 15 minutes. */
export const isFresh = ({ proved_at }: Pick<Proof, 'proved_at'>, now: Date): boolean =>
  proved_at !== null && now.getTime() - Date.parse(proved_at) <= IDENTITY_MINUTES * 60_000

type Wanted = {
  /** the number of records of a decision on several: the proof must name it, and is used up */
  count?: number
  /** a final decision, which asks nothing of people without a factor */
  isFinalDecision?: boolean
}

/**
 * Requires that the caller has proved their identity within the last 15 minutes: with a second factor first in a sitting
 * with password and factor, then with the factor; without one with the password, which a login counts as. Returns the
 * proof for the log row of the change, in whose transaction it is read, after every other check. Throws `proof_needed`.
 */
export async function requireIdentity(
  { actor, session, services, proof: given }: Ctx,
  db: Db,
  { count, isFinalDecision = false }: Wanted = {},
): Promise<FieldChange[]> {
  if (given) return [...given]
  if (!actor.has_factor && isFinalDecision) return []
  const now = services.now()
  const id = session?.id ?? 0
  const identity = await db
    .selectFrom('sessions')
    .select(['proved_at', 'proved_by', 'proved_in_full'])
    .where('id', '=', id)
    .executeTakeFirst()
  const isInFull = !actor.has_factor || (identity?.proved_in_full ?? false)
  const isHeld = identity && isFresh(identity, now) && isInFull
  if (!isHeld || !(count === undefined || (await useUp(db, id, count)))) {
    const means = actor.has_factor ? (isInFull ? 'factor' : 'both') : 'password'
    throw new AppError(no('proof_needed', { means, count: count ?? null }))
  }
  const minutes = minutesSince(identity.proved_at ?? '', now)
  const words = identityWords({ proved_by: identity.proved_by ?? '', minutes, count: count ?? null })
  return [{ field: 'proof', old: null, new: words }]
}

/**
 * Returns the rows of a change with the proof that its call needs. An action requires it earlier itself where something
 * must not happen before: a mail that leaves at once, a factor that counts as the next proof.
 */
export async function provedEntries(
  ctx: Ctx,
  db: Db,
  entries: readonly AuditEntry[],
): Promise<readonly AuditEntry[]> {
  if (entries.some(({ changes = [] }) => changes.some(({ field }) => field === 'proof'))) return entries
  const identity = await requireIdentity(ctx, db)
  return entries.map((entry) => ({ ...entry, changes: [...(entry.changes ?? []), ...identity] }))
}

/** Uses up the proof that names so many records; of two decisions at once one gets it. */
async function useUp(db: Db, session_id: number, count: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ proved_count: null })
    .where('id', '=', session_id)
    .where('proved_count', '=', count)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
