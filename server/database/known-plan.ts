import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: an array of these ids, for `= any(…)` and `unnest(…)`. It is a subquery because PostgreSQL plans with the length
 * of an array that it sees, and with ten ids otherwise: with one id the statement would seem cheaper than its stored
 * plan, and be planned anew at each call (decision 19).
 */
export const arrayOfIds = (
  ids: readonly number[],
  type: 'integer' | 'bigint' = 'integer',
): RawBuilder<number[]> => sql`array(select unnest(${[...ids]}::${sql.raw(type)}[]))`
