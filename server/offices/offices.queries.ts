import { sql } from 'kysely'
import type { MergedOffice } from '../../shared/offices/offices.policy.ts'
import type { Office } from '../../shared/offices/offices.schema.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { type ListColumns, pageOf, sortOfRows } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'

const isOfProvince = (region_id: number) => sql<boolean>`(provinces.region_id = ${region_id} or exists (
  select from cities where cities.province_id = provinces.id and cities.region_id = ${region_id}
))`

/** Returns the names to compare a new office with: the region's offices, and the provinces of other regions. */
export async function namesToCompare(
  db: Db,
  region_id: number,
): Promise<{ offices: string[]; foreign: string[] }> {
  const [offices, foreign] = await Promise.all([
    db.selectFrom('offices').select('name').where('region_id', '=', region_id).execute(),
    db
      .selectFrom('provinces')
      .select('name')
      .where((eb) => eb.not(isOfProvince(region_id)))
      .execute(),
  ])
  return { offices: offices.map(({ name }) => name), foreign: foreign.map(({ name }) => name) }
}

/** Returns the id of the office of this name in a region (S-148), or null. */
export async function findOffice(db: Db, region_id: number, name: string): Promise<number | null> {
  const row = await db
    .selectFrom('offices')
    .select('offices.id')
    .where('offices.region_id', '=', region_id)
    .where(sql<boolean>`office_form(offices.name) = office_form(${name})`)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Adds an office; returns null when another request has just added one of this name. */
export async function insertOffice(db: Db, region_id: number, name: string): Promise<number | null> {
  const row = await db
    .insertInto('offices')
    .values({ region_id, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('offices.id')
    .executeTakeFirst()
  return row?.id ?? null
}

const overview = (db: Db) =>
  db
    .selectFrom('offices')
    .innerJoin('regions', 'regions.id', 'offices.region_id')
    .leftJoin('provinces', 'provinces.id', 'offices.province_id')
    .select([
      'offices.id',
      'offices.name',
      'offices.region_id',
      'regions.name as region',
      'provinces.name as province',
      'offices.address',
      'offices.file_names_public',
      sql<number>`(select count(*) from users where users.office_id = offices.id)`.as('users'),
      sql<number>`(
        select coalesce(sum(kept.count), 0) from site_profile_counts as kept where kept.office_id = offices.id
      )`.as('profiles'),
    ])

const LIST: ListColumns = {
  search: ['rows.name', 'rows.region', 'rows.province'],
  sort: sortOfRows('name', 'region', 'province', 'users', 'profiles'),
  defaultSort: [
    { column: 'rows.region', dir: 'asc' },
    { column: 'rows.name', dir: 'asc' },
  ],
  tieBreak: 'rows.id',
}

/** Returns offices by region and name, with counts of what belongs to them. */
export const listOffices = (db: Db, query: PageQuery): Promise<PageReply<Office>> =>
  pageOf(db, { scoped: db.selectFrom(overview(db).as('rows')).selectAll(), columns: LIST }, query)

/** Returns one office as the list shows it. */
export const readOffice = (db: Db, id: number): Promise<Office> =>
  overview(db).where('offices.id', '=', id).executeTakeFirstOrThrow()

/** Locks these offices until the transaction ends, returned in the order of `ids`. Throws 404 where one is missing. */
export async function lockOffices(
  db: Db,
  ids: readonly number[],
): Promise<(MergedOffice & Pick<Office, 'address' | 'file_names_public'>)[]> {
  const rows = await db
    .selectFrom('offices')
    .select(['id', 'name', 'region_id', 'province_id', 'address', 'file_names_public'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new AppError('scope')
    return row
  })
}

export async function updateOffice(
  db: Db,
  id: number,
  { name, address, file_names_public }: Pick<Office, 'name' | 'address' | 'file_names_public'>,
): Promise<void> {
  await db.updateTable('offices').set({ name, address, file_names_public }).where('id', '=', id).execute()
}

/** The users of an office, activated or not, with what the log says of each. */
export const listUsersOf = (db: Db, office_id: number): Promise<{ id: number; email: string }[]> =>
  db.selectFrom('users').select(['id', 'email']).where('office_id', '=', office_id).orderBy('id').execute()

export type MovedCounts = {
  profiles: number
  activities: number
  files: number
  /** absent where the office has none */
  usual_points?: number
}

/**
 * Moves everything that belongs to an office into another one, and removes it. Stored counts, the public list and the
 * copies in activities follow by triggers and foreign keys; rows of the log stay as they were written.
 */
export async function moveOffice(db: Db, from: MergedOffice, into: MergedOffice): Promise<MovedCounts> {
  const office_id = into.id
  // first, because the province decides in which regions the office may have profiles
  if (into.province_id === null && from.province_id !== null) {
    const { province_id } = from
    await db.updateTable('offices').set({ province_id }).where('id', '=', into.id).execute()
  }
  const { activities } = await db
    .selectFrom('site_activities')
    .select((eb) => eb.fn.countAll<number>().as('activities'))
    .where('office_id', '=', from.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ office_id }).where('office_id', '=', from.id).execute()
  const files = await db
    .updateTable('files')
    .set({ office_id })
    .where('office_id', '=', from.id)
    .executeTakeFirst()
  const profiles = await db
    .updateTable('site_profiles')
    .set({ office_id })
    .where('office_id', '=', from.id)
    .executeTakeFirst()
  await db.updateTable('approved_site_history').set({ office_id }).where('office_id', '=', from.id).execute()
  const usual_points = await moveUsualPoints(db, from.id, into.id)
  await db.deleteFrom('office_regions').where('office_id', '=', from.id).execute()
  await db.deleteFrom('offices').where('id', '=', from.id).execute()
  return {
    profiles: Number(profiles.numUpdatedRows),
    activities,
    files: Number(files.numUpdatedRows),
    ...(usual_points > 0 ? { usual_points } : {}),
  }
}

/**
 * Adds the usual points of an office behind those of another one, without those that it has too. The list may be longer
 * than one can be saved: the office then chooses.
 */
async function moveUsualPoints(db: Db, from: number, into: number): Promise<number> {
  await sql`delete from point_templates as moved where office_id = ${from} and exists (
    select from point_templates as known
    where known.office_id = ${into} and known.kind = moved.kind and known.text = moved.text)`.execute(db)
  const { numAffectedRows = 0n } = await sql`
    update point_templates set office_id = ${into}, position = position + (
      select coalesce(max(known.position), 0) from point_templates as known where known.office_id = ${into})
    where office_id = ${from}`.execute(db)
  return Number(numAffectedRows)
}
