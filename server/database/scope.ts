import { type RawBuilder, sql } from 'kysely'
import { effectiveRank, type ScopedActor } from '../../shared/access/actor.ts'
import { PLACE_OF } from '../../shared/access/levels.ts'

/**
 * Whether a user can do more than manage their own account; for queries that name `users` and `roles` (S-130). The sealed
 * account of the operator is nobody who works, approves or reads mails.
 */
export const hasActiveRole = sql<boolean>`users.status = 'Activated' and roles.status = 'Activated' and not users.is_break_glass`

type PlaceColumns = { region_id: string; office_id: string }

/** The place columns of a table, or of the only table in the query. */
const columnsOf = (table: string | undefined): PlaceColumns =>
  table === undefined
    ? { region_id: 'region_id', office_id: 'office_id' }
    : { region_id: `${table}.region_id`, office_id: `${table}.office_id` }

/** As `inScope`, for rows whose place columns have other names. */
export function inScopeBy(actor: ScopedActor, columns: PlaceColumns): RawBuilder<boolean> {
  const place: 'office_id' | 'region_id' | null | undefined = PLACE_OF[actor.access_level]
  if (!effectiveRank(actor)) return sql`false`
  if (place === null) return sql`true`
  if (place === undefined || actor[place] === null) return sql`false`
  return sql`${sql.ref(columns[place])} = ${actor[place]}`
}

/** Whether a row is in the actor's scope, by the same rule as `covers` for a record (S-35). */
export const inScope = (actor: ScopedActor, table?: string): RawBuilder<boolean> =>
  inScopeBy(actor, columnsOf(table))
