import { sql } from 'kysely'
import type { Level } from '../../shared/access/levels.ts'
import { FINDING } from '../../shared/land/finding-steps.ts'
import type { Finding, LandRequest } from '../../shared/land/findings.schema.ts'
import type { Db } from '../database/db.ts'

/** Holds the findings of a profile until the commit, so that no comparison changes them while they are decided on. */
export async function lockFindings(db: Db, site_profile_id: number): Promise<void> {
  await sql`select from land_findings where site_profile_id = ${site_profile_id} order by id for update`.execute(
    db,
  )
}

/** Counts what people have recorded about a finding. */
export async function countFindingSteps(db: Db, finding_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('thread_steps')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', FINDING.name)
    .where('thread_id', '=', finding_id)
    .where('user_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds the level to those that accepted these findings. */
export async function acceptAtLevel(db: Db, ids: readonly number[], level: Level): Promise<void> {
  if (ids.length === 0) return
  await sql`update land_findings set state = 'accepted', accepted_levels = accepted_levels || ${level}::text
    where id = any(${ids}::integer[]) and not accepted_levels @> array[${level}::text]`.execute(db)
}

/** Changes what a reviewer accepts: every acceptance before is void, and `since` differs from before. */
export async function reopenFinding(
  db: Db,
  id: number,
  { state, since }: { state: 'found' | 'explained'; since: string },
): Promise<void> {
  await sql`update land_findings set state = ${state}, accepted_levels = '{}',
    since = greatest(${since}::timestamptz, since + interval '1 millisecond') where id = ${id}`.execute(db)
}

/** Gives an attached file its place: a finding, or a request about one. */
export async function placeLandFile(
  db: Db,
  file_id: number,
  of: { site_profile_id: number } & ({ land_finding_id: number } | { land_request_id: number }),
): Promise<void> {
  await db
    .insertInto('land_files')
    .values({ file_id, ...of })
    .execute()
}

/** Adds a request about a finding; returns its id. */
export async function insertRequest(
  db: Db,
  land_finding_id: number,
  {
    asked,
    asked_on,
    recorded_by,
    recorded_at,
  }: { asked: string; asked_on: string; recorded_by: number; recorded_at: string },
): Promise<number> {
  const { id } = await db
    .insertInto('land_requests')
    .values({ land_finding_id, asked, asked_on, recorded_by, recorded_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type RequestAnswer = { answered_on: string; answer: string; words: string | null; revision: number }

/** Stores the answer to a request; false if another person has changed it since. */
export async function answerStoredRequest(
  db: Db,
  id: number,
  { revision, ...answer }: RequestAnswer,
): Promise<boolean> {
  const changed = await db
    .updateTable('land_requests')
    .set({ ...answer, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** A finding's request by its id, or null. */
export const requestOf = ({ requests }: Pick<Finding, 'requests'>, id: number): LandRequest | null =>
  requests.find((one) => one.id === id) ?? null

/** Empties the words of the answer to a request. */
export const emptyAnswer = (db: Db, id: number) =>
  db.updateTable('land_requests').set({ words: null }).where('id', '=', id).execute()
