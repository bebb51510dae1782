import { type Insertable, sql } from 'kysely'
import type { ResetCodes } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { OfficePerson, ResetCodeRow, ResetCodeState } from '../../shared/factors/factors.schema.ts'
import { canIssueResetCode } from '../../shared/factors/reset-codes.policy.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { actorOf, actorQuery } from '../context/sessions.ts'
import { type ListColumns, pageOf } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'

const nameOf = (table: 'people' | 'issuers' | 'seconds') =>
  sql<string>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** a first half, whose second one is not issued yet */
const IS_HALF = sql<boolean>`(needs_two and second_issued_at is null)`

const codes = (db: Db) =>
  db
    .selectFrom('reset_codes')
    .innerJoin('users as issuers', 'issuers.id', 'reset_codes.issued_by')
    .leftJoin('users as seconds', 'seconds.id', 'reset_codes.second_issued_by')
    .select([
      'reset_codes.issued_at',
      'reset_codes.expires_at',
      'reset_codes.needs_two',
      nameOf('issuers').as('issued_by_name'),
      sql<string | null>`${nameOf('seconds')}`.as('second_issued_by_name'),
    ])

/** Returns the valid reset codes of these people, with who has issued them. */
async function listLiveCodes(db: Db, user_ids: number[], now: Date) {
  if (user_ids.length === 0) return []
  return codes(db)
    .select(['reset_codes.id', 'reset_codes.user_id'])
    .select(['reset_codes.issued_by', 'reset_codes.second_issued_at'])
    .where('reset_codes.user_id', 'in', user_ids)
    .where('reset_codes.ended_at', 'is', null)
    .where('reset_codes.expires_at', '>', now.toISOString())
    .orderBy(IS_HALF, 'desc')
    .execute()
}

/** Returns the valid reset code of a person, a first half before a whole one that it stands beside, or null. */
export const findLiveCode = async (db: Db, user_id: number, now: Date) =>
  (await listLiveCodes(db, [user_id], now))[0] ?? null

/** Returns the valid reset code of a person whose halves are both issued, with its hashes. */
export const findWholeCode = (db: Db, user_id: number, now: Date) =>
  db
    .selectFrom('reset_codes')
    .select(['id', 'needs_two', 'code_hash', 'second_code_hash'])
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where(IS_HALF, '=', false)
    .executeTakeFirst()

/** Adds a code, or its first half. */
export async function insertCode(db: Db, values: Insertable<ResetCodes>): Promise<void> {
  await db.insertInto('reset_codes').values(values).execute()
}

type SecondHalf = { code_hash: string; issued_by: number; issued_at: string; expires_at: string }

/** Adds the second half to the first. */
export async function addSecondHalf(
  db: Db,
  id: number,
  { code_hash, issued_by, issued_at, expires_at }: SecondHalf,
): Promise<void> {
  await db
    .updateTable('reset_codes')
    .set({
      second_code_hash: code_hash,
      second_issued_by: issued_by,
      second_issued_at: issued_at,
      expires_at,
    })
    .where('id', '=', id)
    .execute()
}

const ended = (ended_by: NonNullable<ResetCodeRow['ended_by']>, now: Date) => ({
  ended_at: now.toISOString(),
  ended_by,
  code_hash: null,
  second_code_hash: null,
})

/** Ends the open codes of a person, or only this one, or only halves or whole ones; returns false when there is none. */
export async function endCode(
  db: Db,
  user_id: number,
  ended_by: NonNullable<ResetCodeRow['ended_by']>,
  now: Date,
  { id, isHalf }: { id?: number; isHalf?: boolean } = {},
): Promise<boolean> {
  const row = await db
    .updateTable('reset_codes')
    .set(ended(ended_by, now))
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .$if(id !== undefined, (one) => one.where('id', '=', id as number))
    .$if(isHalf !== undefined, (one) => one.where(IS_HALF, '=', isHalf as boolean))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the codes whose 24 hours are over. */
export async function endExpiredCodes(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('reset_codes')
    .set(ended('expired', now))
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now.toISOString())
    .execute()
}

/** Removes what a lost factor has opened: own computers, and logins that have passed their second step and wait. */
export async function removeRemembered(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('own_computers').where('user_id', '=', user_id).execute()
  // the person who waits for the code has a second step that is not passed
  await db
    .deleteFrom('second_steps')
    .where('user_id', '=', user_id)
    .where('passed_by', 'is not', null)
    .execute()
}

/** Removes every factor and own computer of a person, who must set up a new factor before anything else. */
export async function removeFactors(db: Db, user_id: number, now: Date): Promise<void> {
  for (const table of [
    'app_factors',
    'code_sheets',
    'passkeys',
    'passkey_challenges',
    'own_computers',
  ] as const)
    await db.deleteFrom(table).where('user_id', '=', user_id).execute()
  await db
    .updateTable('users')
    .set({ has_factor: false, factor_reset_at: now.toISOString() })
    .where('id', '=', user_id)
    .execute()
}

const rowsOf = (db: Db) =>
  codes(db)
    .innerJoin('users as people', 'people.id', 'reset_codes.user_id')
    .leftJoin('offices', 'offices.id', 'people.office_id')
    .leftJoin('regions', 'regions.id', 'people.region_id')
    .select(['reset_codes.id', 'reset_codes.user_id', 'reset_codes.ended_at', 'reset_codes.ended_by'])
    .select([
      nameOf('people').as('user_name'),
      sql<string>`coalesce(offices.name, regions.name, people.access_level)`.as('office'),
    ])

const LIST: ListColumns = {
  search: ['rows.user_name', 'rows.office', 'rows.issued_by_name', 'rows.second_issued_by_name'],
  sort: {
    user_name: 'rows.user_name',
    office: 'rows.office',
    issued_by_name: 'rows.issued_by_name',
    issued_at: 'rows.issued_at',
  },
  defaultSort: [{ column: 'rows.issued_at', dir: 'desc' }],
  tieBreak: 'rows.id',
}

/** Returns the reset codes of the bureau, newest first. */
export async function listResetCodes(db: Db, query: PageQuery): Promise<PageReply<ResetCodeRow>> {
  const scoped = db.selectFrom(rowsOf(db).as('rows')).selectAll()
  return (await pageOf(db, { scoped, columns: LIST }, query)) as PageReply<ResetCodeRow>
}

/** Takes the codes issued before this moment that no weekly mail has listed yet; each is taken once. */
export async function takeUnlistedCodes(db: Db, before: string, now: Date): Promise<ResetCodeRow[]> {
  const taken = await db
    .updateTable('reset_codes')
    .set({ listed_at: now.toISOString() })
    .where('listed_at', 'is', null)
    .where('issued_at', '<', before)
    .returning('id')
    .execute()
  if (taken.length === 0) return []
  const ids = taken.map(({ id }) => id)
  const rows = await rowsOf(db).where('reset_codes.id', 'in', ids).orderBy('reset_codes.id').execute()
  return rows as ResetCodeRow[]
}

/** Returns the people of the caller's own office with a second factor for whom the caller may issue a code. */
export async function listOfficePeople(db: Db, actor: Actor, now: Date): Promise<OfficePerson[]> {
  const rows = await actorQuery(db)
    .where('users.status', '=', 'Activated')
    .where(inScope(actor, 'users'))
    .where('users.access_level', '=', actor.access_level)
    .where(sql<boolean>`(users.has_factor or users.factor_reset_at is not null)`)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute()
  const people = rows
    .map((row) => ({
      person: actorOf(row),
      status: 'Activated' as const,
      has_factor: row.has_factor,
      awaits_new_factor: row.factor_reset_at !== null,
    }))
    .filter(({ person, ...state }) => canIssueResetCode(actor, { ...person, ...state }).ok)
  const live = await listLiveCodes(
    db,
    people.map(({ person }) => person.id),
    now,
  )
  return people.map(({ person, ...state }) => ({
    ...person,
    ...state,
    reset_code: (live.find(({ user_id }) => user_id === person.id) ?? null) as ResetCodeState,
  }))
}
