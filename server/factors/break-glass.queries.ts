import { sql } from 'kysely'
import { ACTIVATED_COLUMNS } from '../context/deactivation-columns.ts'
import type { Db } from '../database/db.ts'

/** The default role FMB Administrator; the Super Administrator's, which is never switched off, where that one is. */
export const findEmergencyRole = (db: Db) =>
  db
    .selectFrom('roles')
    .select('roles.id')
    .where('roles.access_level', '=', 'FMB')
    .where('roles.kind', 'in', ['Administrator', 'Super Administrator'])
    .where('roles.status', '=', 'Activated')
    .orderBy(sql`roles.kind = 'Administrator'`, 'desc')
    .executeTakeFirstOrThrow()

/** Returns the break-glass account, else the account that has its address; undefined without either. */
export const findBreakGlass = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.email', 'users.is_break_glass', 'users.password_hash'])
    .where((eb) =>
      eb.or([eb('users.is_break_glass', '=', true), sql<boolean>`lower(users.email) = ${email}`]),
    )
    .orderBy('users.is_break_glass', 'desc')
    .forUpdate()
    .executeTakeFirst()

type Sealed = { email: string; role_id: number; password_hash: string }

/** Stores the new password of the break-glass account, which is added where there is none. */
export function saveBreakGlass(db: Db, stored: { id: number } | undefined, { email, ...sealed }: Sealed) {
  const columns = { ...sealed, ...ACTIVATED_COLUMNS }
  return stored
    ? db
        .updateTable('users')
        .set(columns)
        .where('id', '=', stored.id)
        .returning(['id', 'email'])
        .executeTakeFirstOrThrow()
    : db
        .insertInto('users')
        .values({
          email,
          first_name: 'Break-glass',
          last_name: 'Account',
          access_level: 'FMB',
          is_break_glass: true,
          ...columns,
        })
        .returning(['id', 'email'])
        .executeTakeFirstOrThrow()
}

/** Removes the password that has just logged in. */
export async function spendPassword(db: Db, id: number): Promise<void> {
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
}
