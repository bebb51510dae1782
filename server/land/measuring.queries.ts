import { sql } from 'kysely'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'
import { storeManySiteWarnings } from './site-warnings.queries.ts'

/** the name of the lock on boundaries; parts of it lock areas */
export const BOUNDARIES = 'site boundaries'

/** Locks all boundaries against saving until the transaction ends. */
export const lockBoundaries = (db: Db): Promise<void> => lockUntilCommit(db, BOUNDARIES)

/** Queues the job that measures waiting boundaries; it starts when the transaction ends. */
export async function queueMeasuring(db: Db): Promise<void> {
  await sql`select graphile_worker.add_job('measure_boundaries', '{}', job_key => 'measure_boundaries')`.execute(
    db,
  )
}

/**
 * Queues the boundaries of profiles in these places to be measured again, and returns their number. Call it behind all
 * else that the transaction changes, because it stores their warnings.
 */
export async function measureAgain(
  db: Db,
  { province_ids, city_ids }: { province_ids: readonly number[]; city_ids: readonly number[] },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update site_boundaries set overlap_state = 'waiting'
    from site_profiles where site_profiles.id = site_profile_id and (
      province_id = any(${[...province_ids]}::integer[]) or city_id = any(${[...city_ids]}::integer[])
    )
    returning site_profiles.id`.execute(db)
  await queueMeasuring(db)
  await storeManySiteWarnings(
    db,
    rows.map(({ id }) => id),
    now,
  )
  return rows.length
}
