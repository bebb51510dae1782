import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { type Level, PLACE_OF } from '../../shared/access/levels.ts'
import type { ByKind } from '../../shared/access/record-kinds.ts'
import type { OfficeWithoutApprover, UnattendedWork } from '../../shared/review/review.schema.ts'
import type { Db } from '../database/db.ts'
import { hasActiveRole, inScopeBy } from '../database/scope.ts'
import { KINDS } from './kinds.ts'
import type { KindFacts } from '../review/record.kind.ts'
import { waitsAt } from '../review/record-lists.queries.ts'

/** The approvers who would leave: one user, or all users of a role. */
export type LeavingApprover = { user_id: number } | { role_id: number }

/** The place that users and records of a level share: an office, a region, or the whole bureau. */
const placeOf = (level: Level, table: 'users' | 'records') => {
  const column = PLACE_OF[level]
  return column ? sql.ref(`${table}.${column}`) : sql`0`
}

/** Whether a row of `users` and `roles` can approve records of this kind at this level. */
const approves = ({ policies }: KindFacts, level: Level) =>
  sql`${hasActiveRole} and users.access_level = ${level}
    and ${policies.keys.approve}::text = any(roles.permissions)`

const isWaiting = (level: Level) => sql`records.status = 'Activated' and ${waitsAt(level, 'records')}`

/** Counts the places that would have no other approver, and the records pending there. */
async function findPlacesWithoutOther(db: Db, kind: KindFacts, level: Level, leaving: LeavingApprover) {
  const isLeaving =
    'user_id' in leaving ? sql`users.id = ${leaving.user_id}` : sql`users.role_id = ${leaving.role_id}`
  const approvers = sql`users join roles on roles.id = users.role_id`
  const { rows } = await sql<{ places: number; waiting: number }>`
    with leaving as (
      select distinct ${placeOf(level, 'users')} as place from ${approvers}
      where ${approves(kind, level)} and ${isLeaving}
    ), alone as (
      select place from leaving where not exists (
        select from ${approvers}
        where ${approves(kind, level)} and not (${isLeaving}) and ${placeOf(level, 'users')} = leaving.place
      )
    )
    select (select count(*) from alone) as places, (
      select count(*) from ${sql.table(kind.table.name)} as records
      where ${isWaiting(level)} and ${placeOf(level, 'records')} in (select place from alone)
    ) as waiting`.execute(db)
  return rows[0] ?? { places: 0, waiting: 0 }
}

/** Returns the pending records that would have no approver if this user or this role stopped approving (S-120). */
export async function findUnattendedWork(
  db: Db,
  level: Level,
  leaving: LeavingApprover,
): Promise<UnattendedWork> {
  const found = await Promise.all(
    KINDS.map(async (kind) => ({
      many: kind.many,
      ...(await findPlacesWithoutOther(db, kind, level, leaving)),
    })),
  )
  const waiting = Object.fromEntries(found.map((one) => [one.many, one.waiting]))
  return {
    places: Math.max(...found.map(({ places }) => places)),
    ...(waiting as ByKind<number>),
  }
}

/** enough to act on; `totalCount` has the number of all */
const MAX_OFFICES = 20

/**
 * Lists the offices in the caller's scope that have users or pending records but no approver, those with the most
 * pending records first (S-120).
 */
export async function listOfficesWithoutApprover(
  db: Db,
  actor: Actor,
): Promise<{ data: OfficeWithoutApprover[]; totalCount: number }> {
  const lacks = (kind: KindFacts) => sql`not exists (
    select from users join roles on roles.id = users.role_id
    where users.office_id = offices.id and ${approves(kind, 'PENRO')}
  )`
  const waiting = ({ table }: KindFacts) => sql`(
    select count(*) from ${sql.table(table.name)} as records
    where records.region_id = offices.region_id and records.office_id = offices.id and ${isWaiting('PENRO')}
  )`
  const columns = KINDS.map(({ many }) => sql.id(many))
  const counts = KINDS.map(
    (kind) => sql`case when ${lacks(kind)} then ${waiting(kind)} end as ${sql.id(kind.many)}`,
  )
  const total = sql.join(
    columns.map((column) => sql`coalesce(${column}, 0)`),
    sql` + `,
  )
  const { rows } = await sql<OfficeWithoutApprover & { all: number }>`
    with without as (
      select offices.id, offices.name as office, regions.name as region,
        ${sql.join(counts)},
        exists (
          select from users where users.office_id = offices.id and users.status = 'Activated'
        ) as has_people
      from offices join regions on regions.id = offices.region_id
      where ${inScopeBy(actor, { region_id: 'offices.region_id', office_id: 'offices.id' })}
    )
    select id, office, region, ${sql.join(columns)}, count(*) over () as all from without
    where coalesce(${sql.join(columns)}) is not null and (has_people or ${total} > 0)
    order by ${total} desc, id
    limit ${MAX_OFFICES}`.execute(db)
  return { data: rows.map(({ all: _counted, ...row }) => row), totalCount: rows[0]?.all ?? 0 }
}
