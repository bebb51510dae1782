import { sql } from 'kysely'
import type { Level } from '../../shared/access/levels.ts'
import { NOTICE_DAYS } from '../../shared/factors/demands.policy.ts'
import type { Demand, FactorDemand } from '../../shared/factors/factors.schema.ts'
import type { Db } from '../database/db.ts'

/** What each level demands, FMB first, with the number of its activated people and of those with a second factor. */
export async function listDemands(db: Db): Promise<FactorDemand[]> {
  const { rows } = await sql<FactorDemand>`
    select factor_demands.access_level, demand, required_from, revision, factor_demands.updated_at,
      setter.first_name || ' ' || setter.last_name as updated_by_name,
      coalesce(counted.people, 0)::integer as people, coalesce(counted.with_factor, 0)::integer as with_factor
    from factor_demands left join users as setter on setter.id = factor_demands.updated_by
    left join (
      select access_level, count(*) as people, count(*) filter (where has_factor) as with_factor
      from users where status = 'Activated' and not is_break_glass group by access_level
    ) as counted on counted.access_level = factor_demands.access_level
    order by array_position(array['FMB', 'Region', 'PENRO'], factor_demands.access_level)`.execute(db)
  return rows
}

/** Locks what a level demands until the transaction ends. */
export const lockDemand = (db: Db, access_level: Level) =>
  db
    .selectFrom('factor_demands')
    .select(['demand', 'required_from', 'revision'])
    .where('access_level', '=', access_level)
    .forUpdate()
    .executeTakeFirstOrThrow()

type Stored = {
  access_level: Level
  demand: Demand
  required_from: string | null
  updated_by: number
  updated_at: string
}

export async function saveDemand(db: Db, { access_level, ...demand }: Stored): Promise<void> {
  await db
    .updateTable('factor_demands')
    .set((eb) => ({ ...demand, revision: eb('revision', '+', 1) }))
    .where('access_level', '=', access_level)
    .execute()
}

/**
 * Activated people without a second factor whose level demands one within 14 days or already, and who were not told of
 * this day yet; marks them as told.
 */
export async function takeUntold(
  db: Db,
  today: string,
): Promise<{ first_name: string; email: string; language: string; required_from: string }[]> {
  const { rows } = await sql<{ first_name: string; email: string; language: string; required_from: string }>`
    update users set factor_told_for = factor_demands.required_from from factor_demands
    where factor_demands.access_level = users.access_level
      and factor_demands.required_from <= ${today}::date + ${NOTICE_DAYS}::integer
      and users.status = 'Activated' and not users.has_factor and not users.is_break_glass
      and users.factor_told_for is distinct from factor_demands.required_from
    returning users.first_name, users.email, users.language, factor_demands.required_from`.execute(db)
  return rows
}
