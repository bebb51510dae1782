import { type RawBuilder, sql } from 'kysely'
import { effectiveRank, type ScopedActor } from '../../shared/access/actor.ts'
import { PLACE_OF } from '../../shared/access/levels.ts'

/** Whether a user can do anything but look after the own account: as `users` and `roles` is called in a query (S-130). */
export const hasActiveRole = sql<boolean>`users.status = 'Activated' and roles.status = 'Activated'`

/** Where a row says which region and which office it belongs to. */
type PlaceColumns = { region_id: string; office_id: string }

/** The columns of this name, of one table or of the only one in the query. */
const columnsOf = (table: string | undefined): PlaceColumns =>
  table === undefined
    ? { region_id: 'region_id', office_id: 'office_id' }
    : { region_id: `${table}.region_id`, office_id: `${table}.office_id` }

/** The same as `inScope`, for rows that name their place otherwise. */
export function inScopeBy(actor: ScopedActor, columns: PlaceColumns): RawBuilder<boolean> {
  const place: 'office_id' | 'region_id' | null | undefined = PLACE_OF[actor.access_level]
  if (!effectiveRank(actor)) return sql`false`
  if (place === null) return sql`true`
  if (place === undefined || actor[place] === null) return sql`false`
  return sql`${sql.ref(columns[place])} = ${actor[place]}`
}

/** Whether a row lies in a person's scope, as `covers` judges a record (S-35). */
export const inScope = (actor: ScopedActor, table?: string): RawBuilder<boolean> =>
  inScopeBy(actor, columnsOf(table))
