import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { PROOF_MINUTES } from '../../shared/factors/factors.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { no } from '../../shared/lib/verdict.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import type { Ctx } from './context.ts'
import type { Proof } from './sessions.ts'

const minutesSince = (at: string, now: Date) => Math.floor((now.getTime() - Date.parse(at)) / 60_000)

/** Whether the proof is not older than 15 minutes. */
export const isFresh = ({ proved_at }: Pick<Proof, 'proved_at'>, now: Date): boolean =>
  proved_at !== null && now.getTime() - Date.parse(proved_at) <= PROOF_MINUTES * 60_000

/** The proof as the log shows it: "password and authenticator app, 3 minutes before, for 24 records". */
function proofChange({ proved_at, proved_by, proved_count }: Proof, now: Date): FieldChange {
  const age = plural(minutesSince(proved_at ?? '', now), 'minute')
  const records = proved_count === null ? '' : `, for ${plural(proved_count, 'record')}`
  return { field: 'proof', old: null, new: `${proved_by}, ${age} before${records}` }
}

type Wanted = {
  /** the number of records of a decision on several: the proof must name it, and is used up */
  count?: number
  /** also of people without a factor, who prove themselves with their password */
  ofEverybody?: boolean
}

/**
 * Requires that a caller with a second factor has proved their identity within the last 15 minutes: first in a sitting
 * with password and factor, then with the factor. Returns the proof for the log row of the decision, in whose
 * transaction it is read; nothing of people without a factor. Throws `proof_needed` otherwise.
 */
export async function requireProof(
  { actor, session, services }: Ctx,
  db: Db,
  { count, ofEverybody = false }: Wanted = {},
): Promise<FieldChange[]> {
  if (!actor.has_factor && !ofEverybody) return []
  const now = services.now()
  const proof = await db
    .selectFrom('sessions')
    .select(['id', 'proved_at', 'proved_by', 'proved_in_full', 'proved_count'])
    .where('id', '=', session?.id ?? 0)
    .forUpdate()
    .executeTakeFirst()
  const isInFull = !actor.has_factor || (proof?.proved_in_full ?? false)
  const isOfThese = count === undefined || proof?.proved_count === count
  if (!proof || !isFresh(proof, now) || !isInFull || !isOfThese) {
    const means = actor.has_factor ? (isInFull ? 'factor' : 'both') : 'password'
    throw new AppError(no('proof_needed', { means, count: count ?? null }))
  }
  if (count !== undefined)
    await db.updateTable('sessions').set({ proved_count: null }).where('id', '=', proof.id).execute()
  return [proofChange(count === undefined ? { ...proof, proved_count: null } : proof, now)]
}
