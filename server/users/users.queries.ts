import { type Insertable, type NotNull, sql, type Updateable } from 'kysely'
import type { Users } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import type { StatusQuery } from '../../shared/access/status-query.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { UserRow, UserSearch } from '../../shared/users/users.schema.ts'
import { type ListColumns, pageOf } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { inScope } from '../database/scope.ts'
import type { Ranked } from '../database/ranks.ts'
import { nameOf, withRank } from '../roles/roles.queries.ts'

/** The SQL twin of `coversUser`: users above the caller's level have no region or office (S-24). */
const visibleTo = (actor: Actor) => inScope(actor, 'users')

/** Left joins, so that PostgreSQL drops those that counting and sorting do not need. */
const withPlaces = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .leftJoin('regions', 'regions.id', 'users.region_id')
    .leftJoin('offices', 'offices.id', 'users.office_id')
    .select([
      'users.id',
      'users.email',
      'users.access_level',
      'users.region_id',
      'regions.name as region',
      'users.office_id',
      'offices.name as penro',
      'users.role_id',
      'roles.name as role',
      'roles.kind',
      'roles.permissions',
      'users.status',
      'users.last_logged_in',
      'users.is_break_glass',
    ])
    .$narrowType<{ role: NotNull; permissions: NotNull }>()

/** A deactivated role keeps its rank, so that its holders are not outranked meanwhile. */
function ranked<Row extends Ranked & { is_break_glass: boolean }>(row: Row) {
  const { kind: _kind, permissions: _permissions, is_break_glass, ...rest } = withRank(row)
  return { ...rest, ...(is_break_glass ? { is_break_glass } : {}) }
}

const rowsOf = (db: Db) =>
  withPlaces(db).select([
    sql<string>`users.first_name || ' ' || users.last_name`.as('name'),
    // people who never logged in come first
    sql<string>`coalesce(users.last_logged_in, to_timestamp(0))`.as('last_login_order'),
  ])

const LIST: ListColumns = {
  search: ['rows.name', 'rows.role', 'rows.email', 'rows.status'],
  sort: {
    name: 'rows.name',
    role: 'rows.role',
    email: 'rows.email',
    status: 'rows.status',
    last_logged_in: 'rows.last_login_order',
  },
  defaultSort: [{ column: 'rows.email', dir: 'asc' }],
  tieBreak: 'rows.id',
}

/** Returns the users that the caller may see, by email address. */
export async function listUsers(db: Db, actor: Actor, query: StatusQuery): Promise<PageReply<UserRow>> {
  const rows = rowsOf(db).where(visibleTo(actor))
  const filter = query.status && sql<boolean>`rows.status = ${query.status}`
  const scoped = db.selectFrom(rows.as('rows')).selectAll()
  const page = await pageOf(db, { scoped, columns: LIST, filter }, query)
  return { ...page, data: page.data.map((row) => ranked(row) as UserRow) }
}

const CHOICES: ListColumns = { ...LIST, search: ['rows.email', 'rows.name'], sort: {} }

/** Returns users to choose from: of a status, of a level, with a text in name or address. */
export async function searchUsers(db: Db, actor: Actor, wanted: UserSearch): Promise<PageReply<UserRow>> {
  const rows = rowsOf(db)
    .where(visibleTo(actor))
    .$if(wanted.status !== undefined, (all) =>
      all.where(sql<boolean>`lower(users.status) = lower(${wanted.status?.trim() ?? ''})`),
    )
    .$if(wanted.access_level !== undefined, (all) =>
      all.where('users.access_level', '=', wanted.access_level ?? ''),
    )
  const page = await pageOf(
    db,
    { scoped: db.selectFrom(rows.as('rows')).selectAll(), columns: CHOICES },
    wanted,
  )
  return { ...page, data: page.data.map((row) => ranked(row) as UserRow) }
}

/** Returns one user, or null; the caller checks who may see it. */
export async function findUser(db: Db, id: number): Promise<User | null> {
  const row = await withPlaces(db)
    .leftJoin('users as creators', 'creators.id', 'users.created_by')
    .leftJoin('users as updaters', 'updaters.id', 'users.updated_by')
    .leftJoin('users as deactivators', 'deactivators.id', 'users.deactivated_by')
    .select([
      'users.first_name',
      'users.password_is_generated',
      'users.middle_name',
      'users.last_name',
      'users.sex',
      'offices.province_id',
      'users.deactivate_reason',
      'users.deactivated_at',
      nameOf('deactivators').as('deactivated_by'),
      'users.created_at',
      nameOf('creators').as('created_by'),
      'users.updated_at',
      nameOf('updaters').as('updated_by'),
    ])
    .where('users.id', '=', id)
    .executeTakeFirst()
  return row ? (ranked(row) as User) : null
}

/** Returns the id of the account with this address, in any case; null when there is none. */
export async function findUserId(db: Db, email: string): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row?.id ?? null
}

/** Locks the user until the transaction ends and returns it as it is then. Throws 404 when there is none. */
export async function lockUser(db: Db, id: number): Promise<User> {
  await db.selectFrom('users').select('users.id').where('users.id', '=', id).forNoKeyUpdate().execute()
  const user = await findUser(db, id)
  if (!user) throw new AppError('scope')
  return user
}

/**
 * Locks the user together with every activated Super Administrator, and counts those other than the user. Two who
 * deactivate each other are serialized, so that the second sees the change of the first (S-27).
 */
export async function lockUserAmongSuperAdministrators(
  db: Db,
  id: number,
): Promise<{ user: User; others: number }> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('users.id')
    .where((eb) =>
      eb.or([
        eb('users.id', '=', id),
        eb.and([
          eb('roles.kind', '=', 'Super Administrator'),
          eb('users.status', '=', 'Activated'),
          eb('users.is_break_glass', '=', false),
        ]),
      ]),
    )
    .orderBy('users.id')
    .forNoKeyUpdate('users')
    .execute()
  return { user: await lockUser(db, id), others: rows.filter((row) => row.id !== id).length }
}

/** Adds a user; returns the id. */
export async function insertUser(db: Db, values: Insertable<Users>): Promise<number> {
  const { id } = await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a user with the time and author of the change, and returns it as saved. */
export async function saveUser(
  db: Db,
  id: number,
  by: { updated_by: number; updated_at: string },
  values: Updateable<Users>,
): Promise<User> {
  await db
    .updateTable('users')
    .set({ ...values, ...by })
    .where('users.id', '=', id)
    .execute()
  return lockUser(db, id)
}

/** Stores the hash of a generated password, which works once and until `expires_at` (S-14, S-133). */
export async function saveGeneratedPassword(
  db: Db,
  id: number,
  { password_hash, expires_at }: { password_hash: string; expires_at: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      password_hash,
      password_is_generated: true,
      password_expires_at: expires_at.toISOString(),
      password_used_at: null,
    })
    .where('users.id', '=', id)
    .execute()
}

/** Rejects with 422 a region that does not exist. */
export async function requireRegionExists(db: Db, region_id: number): Promise<void> {
  const row = await db
    .selectFrom('regions')
    .select('regions.id')
    .where('regions.id', '=', region_id)
    .executeTakeFirst()
  if (!row) throw invalid({ region_id: ['This region does not exist.'] })
}
