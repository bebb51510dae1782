import { type Insertable, sql, type Updateable } from 'kysely'
import type { Roles } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { StatusQuery } from '../../shared/access/status-query.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { AssignableRole, Role, RoleRow, RoleSearch } from '../../shared/roles/roles.schema.ts'
import { levelsUnder } from '../../shared/access/levels-under.ts'
import { canAssignRole } from '../../shared/users/users.policy.ts'
import { type ListColumns, pageOf, sortOfRows } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import { type Ranked, rankOf } from '../database/ranks.ts'

const COLUMNS = [
  'roles.id',
  'roles.name',
  'roles.access_level',
  'roles.kind',
  'roles.permissions',
  'roles.status',
] as const

/** Adds the rank of a role. */
export const withRank = <Row extends Ranked>(row: Row) => ({
  ...row,
  hierarchy_role: rankOf(row),
})

/** A row of the list, with the permissions that decide who may assign it. */
type RankedRole = RoleRow & Pick<Role, 'permissions'>

/** The SQL twin of `coversRole`: roles of the caller's level and below (S-24). */
const visibleRoles = (db: Db, actor: Actor) =>
  db
    .selectFrom('roles')
    .select(COLUMNS)
    .where('roles.access_level', 'in', [...levelsUnder(actor)])

const LIST: ListColumns = {
  search: ['rows.name', 'rows.access_level', 'rows.status'],
  sort: sortOfRows('name', 'access_level', 'status'),
  defaultSort: [
    { column: 'rows.access_level', dir: 'asc' },
    { column: 'rows.name', dir: 'asc' },
  ],
  tieBreak: 'rows.id',
}

/** Returns the roles that the caller may see, by access level. */
export async function listRoles(db: Db, actor: Actor, query: StatusQuery): Promise<PageReply<RoleRow>> {
  const rows = visibleRoles(db, actor)
  const filter = query.status && sql<boolean>`rows.status = ${query.status}`
  const scoped = db.selectFrom(rows.as('rows')).selectAll()
  const page = await pageOf(db, { scoped, columns: LIST, filter }, query)
  return { ...page, data: page.data.map((row) => withRank(row) as RoleRow) }
}

const CHOICES: ListColumns = { ...LIST, search: ['rows.name'], sort: {} }

/** Returns roles to choose from: of a status, of a level, with a text in the name. */
export async function searchRoles(
  db: Db,
  actor: Actor,
  wanted: RoleSearch,
): Promise<PageReply<AssignableRole>> {
  const rows = visibleRoles(db, actor)
    .where(sql<boolean>`lower(roles.status) = lower(${wanted.status.trim()})`)
    .$if(wanted.access_level !== undefined, (all) =>
      all.where('roles.access_level', '=', wanted.access_level ?? ''),
    )
  const page = await pageOf(
    db,
    { scoped: db.selectFrom(rows.as('rows')).selectAll(), columns: CHOICES },
    wanted,
  )
  const data = page.data.map((row) => {
    const role = withRank(row) as RankedRole
    return { ...role, assignable: canAssignRole(actor, role).ok }
  })
  return { ...page, data }
}

/** SQL: the name of the user joined under this alias. */
export const nameOf = (table: 'creators' | 'updaters' | 'deactivators') =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** Returns one role, or null; the caller checks who may see it. */
export async function findRole(db: Db, id: number): Promise<Role | null> {
  const row = await db
    .selectFrom('roles')
    .leftJoin('users as creators', 'creators.id', 'roles.created_by')
    .leftJoin('users as updaters', 'updaters.id', 'roles.updated_by')
    .leftJoin('users as deactivators', 'deactivators.id', 'roles.deactivated_by')
    .select(COLUMNS)
    .select([
      'roles.deactivate_reason',
      'roles.deactivated_at',
      nameOf('deactivators').as('deactivated_by'),
      'roles.created_at',
      nameOf('creators').as('created_by'),
      'roles.updated_at',
      nameOf('updaters').as('updated_by'),
    ])
    .where('roles.id', '=', id)
    .executeTakeFirst()
  return row ? (withRank(row) as Role) : null
}

/** Locks the role until the transaction ends and returns it as it is then. Throws 404 when there is none. */
export async function lockRole(db: Db, id: number): Promise<Role> {
  await db.selectFrom('roles').select('roles.id').where('roles.id', '=', id).forNoKeyUpdate().execute()
  const role = await findRole(db, id)
  if (!role) throw new AppError('scope')
  return role
}

/** Returns a role to assign, locked against changes until the transaction ends; undefined when there is none. */
export async function lockRoleShared(db: Db, id: number): Promise<RankedRole | undefined> {
  const row = await db
    .selectFrom('roles')
    .select(COLUMNS)
    .where('roles.id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row && (withRank(row) as RankedRole)
}

/** Counts the users with the role, and the activated ones among them; not the break-glass account. */
export async function countHolders(db: Db, id: number): Promise<{ all: number; activated: number }> {
  return db
    .selectFrom('users')
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where users.status = 'Activated')`.as('activated'),
    ])
    .where('users.role_id', '=', id)
    .where('users.is_break_glass', '=', false)
    .executeTakeFirstOrThrow()
}

/** Adds a role; returns the id. */
export async function insertRole(db: Db, values: Insertable<Roles>): Promise<number> {
  const { id } = await db.insertInto('roles').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a role with the time and author of the change, and returns it as saved. */
export async function saveRole(
  db: Db,
  id: number,
  by: { updated_by: number; updated_at: string },
  values: Updateable<Roles>,
): Promise<Role> {
  await db
    .updateTable('roles')
    .set({ ...values, ...by })
    .where('roles.id', '=', id)
    .execute()
  return lockRole(db, id)
}
